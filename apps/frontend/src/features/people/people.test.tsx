import type { HoldingsAnswer, MeAnswer, UserAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const { calendarUrl, language, password, secondStep, mayCreateProjects, projects, ...plain } = jan;
const me: UserAnswer = plain;
const karla: UserAnswer = { ...me, id: 2, name: 'Karla Svobodová', email: 'karla@example.cz', role: 'member' };
const petr: UserAnswer = { ...me, id: 3, name: 'Petr Malý', email: 'petr@example.cz', role: 'member' };
const now = { name: 'Karla Svobodová', from: '2026-11-23T08:00:00.000Z', to: null };
const nothing = { count: 0, items: [] };
const free: HoldingsAnswer = {
  managed: [],
  projects: nothing,
  contractorOf: nothing,
  solverOf: nothing,
  repeatedTasks: nothing,
  boards: nothing,
  webhooks: nothing,
};
const busy: HoldingsAnswer = {
  ...free,
  managed: [
    { id: 5, name: 'E-shop', alone: true },
    { id: 6, name: 'Sklad', alone: false },
  ],
  projects: { count: 2, items: [{ id: 5, name: 'E-shop' }] },
  solverOf: { count: 7, items: [{ id: 12, name: 'Nabídka' }] },
};

async function open(
  path: string,
  holdings: HoldingsAnswer = free,
  handlers: Handlers = {},
  as: Partial<MeAnswer> = {},
) {
  haveSession();
  const people = new Map([me, karla, petr].map((one) => [one.id, one]));
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...as }),
    'GET /search': () => pageOf([]),
    'GET /positions': () => pageOf([{ id: 1, name: 'Vývojář', people: 0, revision: 1 }]),
    'GET /users': () => pageOf([...people.values()]),
    'GET /users/:id': ({ path: at }) => people.get(Number(at.split('/').at(-1))) ?? problem(404, 'user.not-found'),
    'GET /users/:id/holdings': () => holdings,
    'GET /users/:id/names': () => pageOf([now]),
    'PATCH /users/:id': ({ path: at, body }) => {
      const id = Number(at.split('/').at(-1));
      const { handOver, heirs, ...change } = body as Partial<UserAnswer> & { handOver?: number; heirs?: object };
      people.set(id, { ...people.get(id)!, ...change });
      return { id, revision: 2, position: '9' };
    },
    ...handlers,
  });
  const sent = () => calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []));
  const asked = () => calls.filter(({ method, path: at }) => method === 'GET' && at === '/users');
  return { ...(await renderApp(path)), calls, sent, asked };
}

const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }));
const dialog = async () => within(await screen.findByRole('dialog'));

describe('who leaves', () => {
  it('hands work over to one person, who manages their projects too unless another is chosen', async () => {
    const { user, sent } = await open('/people', busy);
    await user.click((await rowOf('Karla')).getByRole('switch', { name: /Karla/ }));
    const form = await dialog();
    expect(await form.findByText('Úkoly, které má řešit')).toHaveTextContent('7');
    expect(form.getByText('Nabídka a dalších 6')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Deaktivovat' }));
    expect(await form.findByText(/^Projekt už nikdo jiný nespravuje/)).toBeVisible();
    expect(sent()).toEqual([]);
    await user.click(form.getByRole('button', { name: /^Kdo převezme práci/ }));
    expect(screen.queryByRole('option', { name: /Karla/ })).toBeNull();
    await user.click(await screen.findByRole('option', { name: /Petr Malý/ }));
    expect(form.getByRole('button', { name: /^Kdo bude spravovat projekt E-shop/ })).toHaveTextContent('Petr Malý');
    expect(form.queryByRole('button', { name: /Sklad/ })).toBeNull();
    await user.click(form.getByRole('button', { name: 'Deaktivovat a předat' }));
    await waitFor(() => expect(sent()).toEqual([{ active: false, handOver: 3, heirs: { 5: 3 } }]));
    expect(await screen.findByText(/Práci přebírá Petr Malý/)).toBeVisible();
    expect(await (await rowOf('Karla')).findByText('Neaktivní')).toBeVisible();
  });

  it('without work is deactivated after one question', async () => {
    const { user, sent } = await open('/people');
    await user.click((await rowOf('Karla')).getByRole('switch', { name: /Karla/ }));
    const form = await dialog();
    expect(await form.findByText('Nic, co by bylo třeba předat.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Deaktivovat' }));
    await waitFor(() => expect(sent()).toEqual([{ active: false }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows a refusal at its field, and what cannot be loaded can be asked for again', async () => {
    let away = true;
    const { user } = await open('/people', busy, {
      'GET /users/:id/holdings': () => (away ? problem(403, 'user.forbidden') : busy),
      'PATCH /users/:id': () =>
        problem(422, 'user.hand-over.unknown', {
          errors: [{ path: 'handOver', code: 'user.hand-over.unknown', message: '' }],
        }),
    });
    await user.click((await rowOf('Karla')).getByRole('switch', { name: /Karla/ }));
    const form = await dialog();
    const again = await form.findByRole('button', { name: 'Zkusit znovu' });
    away = false;
    await user.click(again);
    await user.click(await form.findByRole('button', { name: /^Kdo převezme práci/ }));
    await user.click(await screen.findByRole('option', { name: /Petr Malý/ }));
    await user.click(form.getByRole('button', { name: 'Deaktivovat a předat' }));
    expect(await form.findByText('Převzít to může jen někdo aktivní, a ne auditor.')).toBeVisible();
  });
});

describe('the list of people', () => {
  it('is filtered by role, position and state, kept in the address', async () => {
    const { user, asked, router } = await open('/people');
    await rowOf('Karla');
    await user.click(screen.getByRole('button', { name: /Role/, expanded: false }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Auditor' }));
    await waitFor(() => expect(asked().at(-1)!.query.getAll('role')).toEqual(['auditor']));
    expect(router.state.location.search).toEqual({ role: ['auditor'] });
  });

  it('comes from its address; what is no parameter is none', async () => {
    const { asked } = await open('/people?position=[1,"none","x"]&active=false&role=["boss"]&sort=-role');
    await rowOf('Karla');
    const { query } = asked().at(-1)!;
    expect(query.getAll('position')).toEqual(['1', 'none']);
    expect([query.get('active'), query.get('role'), query.get('sort')]).toEqual(['false', null, '-role']);
  });

  it('lets an admin set a rate where it stands, and take it away', async () => {
    const { user, sent } = await open('/people');
    await user.click(await (await rowOf('Karla')).findByRole('button', { name: /^Hodinová sazba: Karla/ }));
    const field = await (await rowOf('Karla')).findByRole('textbox', { name: /^Hodinová sazba: Karla/ });
    await user.type(field, 'moc{Enter}');
    expect(await (await rowOf('Karla')).findByText(/částk/i)).toBeVisible();
    await user.clear(field);
    await user.type(field, '850,5{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ hourlyRate: { amount: '850.50', currency: 'CZK' } }]));
    await user.click(await (await rowOf('Karla')).findByRole('button', { name: /850,50/ }));
    await user.clear(await (await rowOf('Karla')).findByRole('textbox', { name: /^Hodinová sazba/ }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent().at(-1)).toEqual({ hourlyRate: null }));
  });

  it('shows a member neither e-mails nor rates, and nothing to change', async () => {
    await open('/people', free, {}, { role: 'member' });
    await rowOf('Karla');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Jméno',
      'Pozice',
      'Role',
    ]);
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('a person', () => {
  const endSessions = 'Odhlásit všude…';

  it('is signed out everywhere after one question; a refusal is said and may be tried again', async () => {
    let away = true;
    const ended: string[] = [];
    const { user } = await open('/people/2', free, {
      'DELETE /users/:id/sessions': ({ path: at }) => {
        ended.push(at);
        return away ? problem(403, 'user.forbidden') : new Response(null, { status: 204 });
      },
    });
    await user.click(await screen.findByRole('button', { name: endSessions }));
    const asking = await dialog();
    expect(ended).toEqual([]);
    await user.click(asking.getByRole('button', { name: 'Odhlásit všude' }));
    await waitFor(() => expect(ended).toHaveLength(1));
    away = false;
    await waitFor(() => expect(asking.getByRole('button', { name: 'Odhlásit všude' })).toBeEnabled());
    await user.click(asking.getByRole('button', { name: 'Odhlásit všude' }));
    expect(await screen.findByText('Karla Svobodová: všude odhlášeno')).toBeVisible();
    expect(ended).toEqual(['/users/2/sessions', '/users/2/sessions']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is signed out by an admin alone', async () => {
    await open('/people/2', free, {}, { role: 'member' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Karla Svobodová' })).toBeVisible();
    expect(await screen.findByText('Člen')).toBeVisible();
    expect(screen.queryByRole('button', { name: endSessions })).toBeNull();
  });

  it('who is oneself is not signed out here, others are', async () => {
    const { router } = await open('/people/1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Jan Novák' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Deaktivovat…' })).toBeVisible();
    expect(screen.queryByRole('button', { name: endSessions })).toBeNull();
    await router.navigate({ to: '/people/$userId', params: { userId: 2 } });
    expect(await screen.findByRole('button', { name: endSessions })).toBeVisible();
  });

  it('has a screen with what they hold', async () => {
    const { user } = await open('/people', busy);
    await user.click(await (await rowOf('Karla')).findByRole('link', { name: /Karla/ }));
    expect(await screen.findByRole('heading', { level: 1, name: /Karla Svobodová/ })).toBeVisible();
    expect(await screen.findByText('E-shop, Sklad')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Deaktivovat…' })).toBeVisible();
  });

  it('who is inactive is activated, or hands over what was left', async () => {
    const { user, sent } = await open('/people/2', busy, { 'GET /users/:id': () => ({ ...karla, active: false }) });
    await user.click(await screen.findByRole('button', { name: 'Předat práci: Karla Svobodová' }));
    const form = await dialog();
    await user.click(await form.findByRole('button', { name: 'Předat' }));
    expect(await form.findByText('Vyberte, kdo práci převezme.')).toBeVisible();
    await user.click(form.getByRole('button', { name: /^Kdo převezme práci/ }));
    await user.click(await screen.findByRole('option', { name: /Petr Malý/ }));
    await user.click(form.getByRole('button', { name: 'Předat' }));
    await waitFor(() => expect(sent()).toEqual([{ active: false, handOver: 3 }]));
    await user.click(await screen.findByRole('button', { name: 'Aktivovat' }));
    await waitFor(() => expect(sent().at(-1)).toEqual({ active: true }));
  });

  it('has its former names shown to auditors and admins, and to nobody else', async () => {
    const before = { name: 'Alena Adminová', from: '2026-11-20T08:00:00.000Z', to: now.from };
    const names = { 'GET /users/:id/names': () => pageOf([now, before]) };
    await open('/people/2', free, names, { role: 'auditor' });
    const list = await screen.findByRole('list', { name: 'Jména' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Karla Svobodováod pondělí 23\. listopadu 2026 v/);
    expect(second).toHaveTextContent(/^Alena Adminovápátek 20\. listopadu 2026 .* až pondělí 23\. listopadu 2026/);
    expect(screen.queryByRole('button', { name: 'Deaktivovat…' })).toBeNull();
  });

  it('without another name says so', async () => {
    await open('/people/2');
    expect(await screen.findByText('Jiné jméno zatím nebylo.')).toBeVisible();
  });

  it('shows its names to no member', async () => {
    await open(
      '/people/2',
      free,
      { 'GET /users/:id/names': () => problem(403, 'user.names.forbidden') },
      { role: 'member' },
    );
    expect(await screen.findByRole('heading', { level: 1, name: /Karla Svobodová/ })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Jména' })).toBeNull();
  });

  it('whose names cannot be loaded has them asked for again', async () => {
    let answer: () => unknown = () => problem(500, 'internal');
    const { user } = await open('/people/2', free, { 'GET /users/:id/names': () => answer() });
    expect(await screen.findByText('Jména se nepodařilo načíst.', undefined, { timeout: 10_000 })).toBeVisible();
    answer = () => pageOf([now]);
    await user.click(within(screen.getByRole('region', { name: 'Jména' })).getByRole('button'));
    expect(await screen.findByText('Jiné jméno zatím nebylo.')).toBeVisible();
  });

  it('gets another address by an admin, who gives their own password', async () => {
    let email = 'karla@example.cz';
    const { calls, user } = await open('/people/2', free, {
      'GET /users/:id': () => ({ ...karla, email }),
      'PUT /users/:id/email': ({ body }) => {
        const wanted = (body as { email: string }).email;
        if (wanted === 'petr@example.cz') {
          const errors = [{ path: 'email', code: 'user.email.taken', message: '' }];
          return problem(422, 'user.email.taken', { errors });
        }
        email = wanted;
        return { id: 2, revision: 2, position: '1' };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Změnit e-mail: Karla Svobodová' }));
    const dialog = await screen.findByRole('dialog', { name: 'Změnit e-mail: Karla Svobodová' });
    await user.type(within(dialog).getByLabelText('Nová e-mailová adresa'), 'petr@example.cz');
    await user.type(within(dialog).getByLabelText('Vaše heslo'), 'moje heslo{Enter}');
    expect(await within(dialog).findByText('Tuto e-mailovou adresu má někdo jiný.')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByLabelText('Nová e-mailová adresa')).toHaveFocus());
    await user.clear(within(dialog).getByLabelText('Nová e-mailová adresa'));
    await user.type(within(dialog).getByLabelText('Nová e-mailová adresa'), 'nova@example.cz{Enter}');
    expect(await screen.findByRole('link', { name: 'nova@example.cz' })).toBeVisible();
    expect(calls.findLast(({ path: at }) => at === '/users/2/email')?.body).toEqual({
      email: 'nova@example.cz',
      password: 'moje heslo',
    });
  });

  it('keeps the address from an auditor’s hands', async () => {
    await open('/people/2', free, {}, { role: 'auditor' });
    expect(await screen.findByRole('link', { name: 'karla@example.cz' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Změnit e-mail/ })).toBeNull();
  });

  it('who was erased is not changed any more', async () => {
    await open('/people/2', busy, { 'GET /users/:id': () => ({ ...karla, active: false, erased: true }) });
    expect(await screen.findByText('E-shop, Sklad')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Aktivovat|Předat|Hodinová sazba/ })).toBeNull();
  });

  it('who is not there is said', async () => {
    await open('/people/99');
    expect(await screen.findByText('Taková osoba tu není.')).toBeVisible();
  });

  it('are granted the attendance of others by an admin, not as a collaborator', async () => {
    const { user, sent } = await open('/people/2');
    const grant = await screen.findByRole('switch', { name: 'Docházka ostatních: Karla Svobodová' });
    expect(grant).not.toBeChecked();
    await user.click(grant);
    await waitFor(() => expect(sent()).toEqual([{ attendance: true }]));
    expect(await screen.findByRole('switch', { checked: true })).toBeVisible();
  });
});

describe('the file of the people', () => {
  it('has those of all pages, as they are filtered, with what an admin sees', async () => {
    const files = savedFiles();
    const { user, asked } = await open('/people?role=member&sort=-name', free, {
      'GET /users': ({ query }) => ({
        ...pageOf(
          query.get('page') === '2' ? [petr] : [{ ...karla, hourlyRate: { amount: '450.50', currency: 'CZK' } }],
        ),
        total: 101,
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Exportovat lidi do CSV' }));
    await waitFor(() => expect(files.names()).toEqual(['Uživatelé.csv']));
    const [head, first, second] = await files.lines();
    expect(head).toBe('Jméno;E-mail;Telefon;Pozice;Role;Hodinová sazba (CZK);Aktivní');
    expect(first).toBe('Karla Svobodová;karla@example.cz;;;Člen;450,50;ano');
    expect(second).toMatch(/^Petr Malý;petr@example.cz;/);
    const pages = asked().filter(({ query }) => query.get('pageSize') === '100');
    expect(pages.map(({ query }) => [query.get('page'), query.get('role'), query.get('sort')])).toEqual([
      ['1', 'member', '-name'],
      ['2', 'member', '-name'],
    ]);
  });

  it('has what a member sees', async () => {
    const files = savedFiles();
    const { user } = await open('/people', free, {}, { role: 'member' });
    await user.click(await screen.findByRole('button', { name: 'Exportovat lidi do CSV' }));
    await waitFor(() => expect(files.names()).toHaveLength(1));
    expect((await files.lines())[0]).toBe('Jméno;Pozice;Role;Aktivní');
  });

  it('is refused with a sentence, and can be tried again', async () => {
    const files = savedFiles();
    let fails = true;
    const { user } = await open('/people', free, {
      'GET /users': ({ query }) =>
        query.get('pageSize') === '100' && fails ? problem(500, 'request.failed') : pageOf([karla]),
    });
    const button = await screen.findByRole('button', { name: 'Exportovat lidi do CSV' });
    await user.click(button);
    expect(await screen.findByText(/^Uživatele se nepodařilo načíst/)).toBeInTheDocument();
    fails = false;
    await user.click(button);
    await waitFor(() => expect(files.names()).toEqual(['Uživatelé.csv']));
  });
});
