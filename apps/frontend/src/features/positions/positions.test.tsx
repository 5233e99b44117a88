import type { MeAnswer, PositionAnswer, UserAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useLiveChanges } from '../../testing/live-changes';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const tell = useLiveChanges();

const position = (id: number, name: string, people = 0): PositionAnswer => ({
  id,
  name,
  attendance: false,
  people,
  revision: 1,
});
const developer = position(1, 'Vývojář', 1);
const accountant = position(2, 'Účetní');
const karla: UserAnswer = { ...jan, id: 2, name: 'Karla Svobodová', positions: [{ id: 1, name: 'Vývojář' }] };
const petr: UserAnswer = { ...jan, id: 3, name: 'Petr Malý' };

async function open(path = '/people/positions', handlers: Handlers = {}, me: Partial<MeAnswer> = {}) {
  haveSession();
  let positions: readonly PositionAnswer[] = [accountant, developer];
  const people = new Map([jan, karla, petr].map((one) => [one.id, one as UserAnswer]));
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...me }),
    'GET /search': () => pageOf([]),
    'GET /positions': () => pageOf(positions),
    'GET /users': ({ query }) =>
      pageOf([...people.values()].filter((one) => !query.has('position') || one.positions.length > 0)),
    'GET /users/:id': ({ path: at }) => people.get(Number(at.split('/').at(-1))),
    'PATCH /users/:id': ({ path: at, body }) => {
      const id = Number(at.split('/').at(-1));
      const { positionIds } = body as { positionIds: number[] };
      const held = positions
        .filter((one) => positionIds.includes(one.id))
        .map(({ name, ...one }) => ({ id: one.id, name }));
      people.set(id, { ...people.get(id)!, positions: held });
      return { id, revision: 2, position: '9' };
    },
    'POST /positions': ({ body }) => {
      positions = [...positions, position(3, (body as { name: string }).name)];
      return { id: 3, revision: 1, position: '9' };
    },
    'PATCH /positions/:id': ({ body }) => {
      positions = positions.map((one) => (one.id === 2 ? { ...one, ...(body as object) } : one));
      return { id: 2, revision: 2, position: '9' };
    },
    'DELETE /positions/:id': () => {
      positions = positions.filter(({ id }) => id !== 2);
      return { id: 2, revision: 3, position: '9' };
    },
    ...handlers,
  });
  const lookedAt = () => calls.flatMap(({ method, headers }) => (method === 'PATCH' ? [headers.get('if-match')] : []));
  const sent = () => calls.flatMap(({ method, path: at, body }) => (method === 'GET' ? [] : [[method, at, body]]));
  return {
    ...(await renderApp(path)),
    sent,
    lookedAt,
    become: (given: readonly PositionAnswer[]) => (positions = given),
  };
}

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }));
const dialog = async () => within(await screen.findByRole('dialog'));

describe('positions', () => {
  it('are listed with the people in each; an admin takes them out and adds others', async () => {
    const { user, sent } = await open();
    const row = await rowOf('Vývojář');
    await user.click(await row.findByRole('button', { name: 'Odebrat: Karla Svobodová, Vývojář' }));
    expect(await row.findByText('Nikdo')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Přidat lidi: Vývojář' }));
    await user.click(await screen.findByRole('option', { name: 'Petr Malý' }));
    expect(await row.findByRole('button', { name: 'Odebrat: Petr Malý, Vývojář' })).toBeVisible();
    expect(sent()).toEqual([
      ['PATCH', '/users/2', { positionIds: [] }],
      ['PATCH', '/users/3', { positionIds: [1] }],
    ]);
  });

  it('are created from the entry of the sidebar too, with what is wrong at the field', async () => {
    const { user, sent, router } = await open('/areas/users.new-role');
    const form = await dialog();
    await user.type(form.getByLabelText(/Název/), '   {Enter}');
    expect(await form.findByText('Povinné pole')).toBeVisible();
    await user.type(form.getByLabelText(/Název/), 'Řidič{Enter}');
    expect(await screen.findByRole('rowheader', { name: /Řidič/ })).toBeVisible();
    expect(sent()).toEqual([['POST', '/positions', { name: 'Řidič' }]]);
    expect(router.state.location.href).toBe('/people/positions');
  });

  it('are renamed at once, and back when that is refused', async () => {
    const { user } = await open('/people/positions', { 'PATCH /positions/:id': () => problem(403, 'user.forbidden') });
    await user.click(await screen.findByRole('button', { name: 'Upravit pozici Účetní' }));
    const field = (await dialog()).getByLabelText(/Název/);
    expect(field).toHaveValue('Účetní');
    await user.clear(field);
    await user.type(field, 'Fakturantka{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('jen správce');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('rowheader', { name: /Účetní/ })).toBeVisible();
  });

  it('grant their holders the attendance of others, which the row says', async () => {
    const { user, sent } = await open();
    await user.click(await screen.findByRole('button', { name: 'Upravit pozici Účetní' }));
    await user.click((await dialog()).getByRole('switch', { name: /Docházka ostatních/ }));
    await user.click((await dialog()).getByRole('button', { name: /^Uložit/ }));
    expect(await (await rowOf('Účetní')).findByText('Docházka ostatních')).toBeVisible();
    expect(sent()).toEqual([['PATCH', '/positions/2', { attendance: true }]]);
  });

  it('are deleted once nobody holds them, after a question', async () => {
    const { user, sent } = await open();
    await (await rowOf('Vývojář')).findByRole('button', { name: 'Odebrat: Karla Svobodová, Vývojář' });
    await user.click(screen.getByRole('button', { name: 'Smazat pozici Vývojář' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Tuto pozici někdo má');
    await user.click(screen.getByRole('button', { name: 'Smazat pozici Účetní' }));
    await user.click((await dialog()).getByRole('button', { name: 'Smazat' }));
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Účetní/ })).toBeNull());
    expect(sent()).toEqual([['DELETE', '/positions/2', undefined]]);
  });

  it('of others are followed', async () => {
    const { become } = await open();
    await rowOf('Vývojář');
    become([position(2, 'Fakturantka')]);
    await tell({ model: 'position', id: 2, revision: 2, position: '9' });
    expect(await screen.findByRole('rowheader', { name: /Fakturantka/ })).toBeVisible();
  });

  it('are read by a member, who changes none and is not asked for a new one', async () => {
    await open('/people/positions?new=true', {}, { role: 'member' });
    const row = await rowOf('Vývojář');
    expect(await row.findByText('Karla Svobodová')).toBeVisible();
    expect(screen.getByText(/Spravuje je správce/)).toBeVisible();
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stand beside the people, where an admin gives them', async () => {
    const { user, sent } = await open('/people');
    await user.click(await screen.findByRole('button', { name: 'Pozice: Karla Svobodová Vývojář' }));
    await user.click(await screen.findByRole('option', { name: 'Účetní' }));
    expect(await screen.findByRole('button', { name: /Pozice: Karla Svobodová.*Účetní/ })).toBeVisible();
    expect(sent()).toEqual([['PATCH', '/users/2', { positionIds: [1, 2] }]]);
  });

  it('are given as of what was looked at, one’s own changes before included', async () => {
    const { user, lookedAt } = await open('/people');
    await user.click(await screen.findByRole('button', { name: 'Pozice: Karla Svobodová Vývojář' }));
    await user.click(await screen.findByRole('option', { name: 'Účetní' }));
    await user.click(await screen.findByRole('option', { name: 'Vývojář' }));
    await waitFor(() => expect(lookedAt()).toEqual(['"1"', '"2"']));
  });

  it('that another admin gave meanwhile are told, and not overwritten', async () => {
    const { user } = await open('/people', {
      'PATCH /users/:id': () => problem(409, 'conflict', { revision: 5, conflicts: [] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Pozice: Karla Svobodová Vývojář' }));
    await user.click(await screen.findByRole('option', { name: 'Účetní' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Někdo to mezitím změnil.');
    expect(await screen.findByRole('button', { name: 'Pozice: Karla Svobodová Vývojář' })).toBeVisible();
  });

  it('of one’s own stand in the profile', async () => {
    await open('/profile', {}, { positions: [developer, accountant] });
    expect(await screen.findByText('Správce · Vývojář · Účetní')).toBeVisible();
  });

  it('are shown beside the people to a member', async () => {
    await open('/people', {}, { role: 'member' });
    expect((await rowOf('Karla Svobodová')).getByText('Vývojář')).toBeVisible();
  });
});
