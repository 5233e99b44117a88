import type { TaskRowAnswer } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { lookedAt } from '../../../entities/task/looked-at';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';
import { aRow, aTask, karla, me, petr } from '../../../testing/task-fixtures';
import { seenQuery } from './seen.api';

const rows: readonly TaskRowAnswer[] = [
  aRow({ id: 12, name: 'Migrace karet', state: 'fulfilled', contractor: me, solver: karla, tags: ['tisk'] }),
  aRow({ id: 13, name: 'Tiskové sestavy', state: 'fulfilled', contractor: me, solver: petr, priority: 8 }),
  aRow({ id: 14, name: 'Školení', state: 'assigned', contractor: me, solver: petr }),
];

const done = ({ path }: Call) => {
  const id = Number(path.split('/')[2]);
  return { id, revision: 9, position: '100', eventId: `event-${id}` };
};

interface Opened {
  readonly handlers?: Handlers;
  readonly language?: 'cs' | 'en';
  readonly items?: readonly TaskRowAnswer[];
}

async function open(address: string, { handlers = {}, language = 'cs', items = rows }: Opened = {}) {
  haveSession();
  lookedAt.forget();
  if (language === 'en') localStorage.setItem('lng', 'en');
  const held = { items };
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member', language }),
    'GET /tasks': () => pageOf(held.items),
    'GET /tasks/:id': ({ path }) => aTask(rows.find(({ id }) => id === Number(path.split('/')[2]))),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'PUT /me/preferences/:key': () => ({ value: null }),
    'PATCH /tasks/:id': done,
    'POST /tasks/:id/accept': done,
    'POST /tasks/:id/return': done,
    'DELETE /tasks/:id': done,
    'POST /undo': done,
    ...handlers,
  });
  const app = await renderApp(address);
  await screen.findByRole('link', { name: items[0]!.name });
  /** Replaces the rows of later answers and fetches the shown ones again. */
  async function answer(next: readonly TaskRowAnswer[]) {
    held.items = next;
    await app.queryClient.invalidateQueries({ queryKey: ['tasks', 'list'] });
  }
  const sent = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
  return { ...app, calls, answer, sent };
}

const row = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement;
const box = (id: number) => screen.getByRole('checkbox', { name: new RegExp(`^Vybrat úkol #${id} `) });
const bar = () => screen.findByRole('region', { name: 'Hromadné akce' });
const chosen = () =>
  rows.filter(({ name }) => (within(row(name)).getByRole('checkbox') as HTMLInputElement).checked).map(({ id }) => id);
const shownNames = () => screen.getAllByRole('rowheader').map((header) => within(header).getByRole('link').textContent);

describe('selection', () => {
  it('selects by boxes, a range by Shift, one more by Ctrl, and clears', async () => {
    const { user } = await open('/tasks/given');
    await user.click(box(12));
    expect(await within(await bar()).findByText('Vybrán 1 úkol')).toBeVisible();
    await user.keyboard('{Shift>}');
    await user.click(row('Školení'));
    await user.keyboard('{/Shift}');
    expect(chosen()).toEqual([12, 13, 14]);
    expect(screen.getByText('Vybrány 3 úkoly')).toBeVisible();
    await user.keyboard('{Control>}');
    await user.click(row('Tiskové sestavy'));
    await user.keyboard('{/Control}');
    expect(chosen()).toEqual([12, 14]);
    await user.click(screen.getByRole('button', { name: 'Zrušit výběr' }));
    expect(chosen()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Hromadné akce' })).toBeNull();
  });

  it('selects by x, Shift and j, all of the page by Ctrl+A, none by Escape', async () => {
    const { user, router } = await open('/tasks/given');
    await user.keyboard('jx');
    await waitFor(() => expect(chosen()).toEqual([12]));
    await user.keyboard('{Shift>}j{/Shift}');
    expect(chosen()).toEqual([12, 13]);
    await user.keyboard('{Shift>}jk{/Shift}');
    expect(chosen()).toEqual([12, 13]);
    await user.keyboard('{Control>}a{/Control}');
    expect(chosen()).toEqual([12, 13, 14]);
    expect(screen.getByRole('checkbox', { name: 'Vybrat všechny úkoly na stránce' })).toBeChecked();
    await user.keyboard('{Escape}');
    expect(chosen()).toEqual([]);
    expect(router.state.location.search).toEqual({});
  });

  it('says that no row is current', async () => {
    const { user } = await open('/tasks/given');
    await user.keyboard('x');
    expect(await screen.findByText('Nejdřív přejděte na úkol klávesou J nebo K')).toBeVisible();
    expect(chosen()).toEqual([]);
  });

  it('opens with o and edits with e', async () => {
    const { user, router } = await open('/tasks/given');
    await user.keyboard('jo');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 12 }));
    expect(await screen.findByRole('dialog', { name: 'Migrace karet' })).toBeVisible();
  });
});

describe('bulk actions', () => {
  it('accepts each once, tells which were refused and why, and keeps those selected', async () => {
    const { user, sent } = await open('/tasks/given', {
      handlers: { 'POST /tasks/13/accept': () => problem(409, 'task.already-solved') },
    });
    await user.keyboard('{Control>}a{/Control}');
    await user.click(await within(await bar()).findByRole('button', { name: 'Převzít' }));
    const question = await screen.findByRole('dialog', { name: 'Převzít 3 úkoly?' });
    expect(question).toHaveTextContent('Lze jen u 2 z 3');
    await user.click(within(question).getByRole('button', { name: 'Převzít' }));
    const told = await screen.findByRole('dialog', { name: 'Jak to dopadlo' });
    expect(told).toHaveTextContent('Převzat 1 úkol');
    const refused = within(told).getAllByRole('listitem');
    expect(refused.map((item) => item.textContent)).toEqual([
      expect.stringContaining('13 Tiskové sestavy'),
      expect.stringContaining('14 Školení'),
    ]);
    await user.click(within(told).getAllByRole('button', { name: 'Zavřít' }).at(-1)!);
    expect(chosen()).toEqual([13, 14]);
    expect(sent('POST', '/tasks/12/accept')).toHaveLength(1);
    expect(sent('POST', '/tasks/14/accept')).toHaveLength(0);
    const keys = [12, 13].map((id) => sent('POST', `/tasks/${id}/accept`)[0]!.headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('names the open subtasks for which a task cannot be ended', async () => {
    const subtasks = [
      { id: 31, name: 'Tisk štítků', state: 'assigned' },
      { id: 32, name: null, state: null },
    ];
    const { user } = await open('/tasks/given', {
      handlers: { 'POST /tasks/14/end': () => problem(409, 'task.open-subtasks', { subtasks }) },
    });
    await user.click(box(14));
    await user.click(await within(await bar()).findByRole('button', { name: 'Ukončit' }));
    const question = await screen.findByRole('dialog', { name: 'Ukončit 1 úkol?' });
    await user.click(within(question).getByRole('button', { name: 'Ukončit' }));
    const told = await screen.findByRole('dialog', { name: 'Jak to dopadlo' });
    expect(told).toHaveTextContent('Některé podúkoly jsou ještě otevřené. #31 Tisk štítků, #32');
  });

  it('changes the priority of those that have another one, and takes it back', async () => {
    const { user, sent } = await open('/tasks/given');
    await user.keyboard('{Control>}a{/Control}');
    await user.click(await within(await bar()).findByRole('button', { name: 'Priorita' }));
    await screen.findByRole('menuitemradio', { name: /8$/ });
    await user.keyboard('8{Enter}');
    const undo = await screen.findByRole('button', { name: /^Zpět/ });
    expect(undo.closest('div')).toHaveTextContent('Upraveny 3 úkoly');
    expect(sent('PATCH', '/tasks/12')[0]).toMatchObject({ body: { priority: 8 } });
    expect(sent('PATCH', '/tasks/12')[0]!.headers.get('if-match')).toBe('"3"');
    expect(sent('PATCH', '/tasks/13')).toHaveLength(0);
    fireEvent.click(undo);
    await waitFor(() => expect(sent('POST', '/undo')).toHaveLength(2));
    expect(sent('POST', '/undo').map(({ body }) => body)).toEqual([{ eventId: 'event-12' }, { eventId: 'event-14' }]);
  });

  it('returns all with one reason, which is required', async () => {
    const { user, sent } = await open('/tasks/given');
    await user.click(box(12));
    await user.click(box(13));
    await user.click(await within(await bar()).findByRole('button', { name: 'Vrátit' }));
    const question = await screen.findByRole('dialog', { name: 'Vrátit 2 úkoly' });
    await user.click(within(question).getByRole('button', { name: 'Vrátit' }));
    expect(await within(question).findByText('Napište důvod.')).toBeVisible();
    await user.type(within(question).getByRole('textbox', { name: /Důvod vrácení/ }), 'Chybí šarže');
    await user.click(within(question).getByRole('button', { name: 'Vrátit' }));
    expect(await screen.findByText('Vráceny 2 úkoly')).toBeVisible();
    for (const id of [12, 13]) expect(sent('POST', `/tasks/${id}/return`)[0]!.body).toEqual({ reason: 'Chybí šarže' });
  });

  it('deletes and brings back', async () => {
    const { user, sent } = await open('/tasks/given');
    await user.click(box(14));
    await user.click(await within(await bar()).findByRole('button', { name: 'Smazat' }));
    const question = await screen.findByRole('dialog', { name: 'Smazat 1 úkol?' });
    await user.click(within(question).getByRole('button', { name: 'Smazat' }));
    await user.click(await screen.findByRole('button', { name: /^Zpět/ }));
    await waitFor(() => expect(sent('POST', '/undo')[0]?.body).toEqual({ eventId: 'event-14' }));
  });

  it('adds and removes tags', async () => {
    const { user, sent } = await open('/tasks/given');
    await user.click(box(12));
    await user.click(await within(await bar()).findByRole('button', { name: 'Štítky' }));
    const question = await screen.findByRole('dialog', { name: 'Štítky 1 úkolu' });
    await user.type(
      within(question).getByLabelText('Přidat štítky', { selector: 'input[type=text], input:not([type])' }),
      'sklad{Enter}',
    );
    await user.click(within(question).getByRole('checkbox', { name: 'tisk' }));
    await user.click(within(question).getByRole('button', { name: 'Uložit' }));
    await waitFor(() => expect(sent('PATCH', '/tasks/12')[0]?.body).toEqual({ tags: ['sklad'] }));
  });

  it('offers what the rows allow', async () => {
    const mine = aRow({ id: 12, name: 'Migrace karet', contractor: karla, solver: me });
    const { user } = await open('/tasks', { items: [mine] });
    await user.click(box(12));
    const actions = await bar();
    await within(actions).findByRole('button', { name: 'Štítky' });
    expect(
      within(actions)
        .getAllByRole('button')
        .map((button) => button.textContent || button.ariaLabel),
    ).toEqual(['Štítky', 'Zobrazit od', 'Zrušit výběr']);
  });
});

describe('the menu of a row', () => {
  it.each([
    [
      'its button',
      async (user: Awaited<ReturnType<typeof open>>['user']) =>
        user.click(screen.getByRole('button', { name: 'Akce úkolu #13' })),
    ],
    [
      'the right button',
      async () => void fireEvent.contextMenu(row('Tiskové sestavy'), { clientX: 200, clientY: 120 }),
    ],
    ['Shift+F10', async (user: Awaited<ReturnType<typeof open>>['user']) => user.keyboard('jj{Shift>}{F10}{/Shift}')],
    ['the menu key', async (user: Awaited<ReturnType<typeof open>>['user']) => user.keyboard('jj{ContextMenu}')],
  ])('opens by %s', async (_, ask) => {
    const { user } = await open('/tasks/given');
    const write = vi.fn(async () => undefined);
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
    await ask(user);
    const menu = await screen.findByRole('menu', { name: 'Akce úkolu #13' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Začít pracovatT', 'Upravit', 'Informace', 'Kopírovat název', 'Otevřít v nové kartě', 'VybratX']);
    await user.click(within(menu).getByRole('menuitem', { name: 'Kopírovat název' }));
    expect(write).toHaveBeenCalledWith('Tiskové sestavy');
    expect(await screen.findByText('Název zkopírován')).toBeVisible();
  });

  it('says in the words of the catalogue that an action failed', async () => {
    const { user } = await open('/tasks/given', { language: 'en' });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Actions of task #12' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy name' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error occured try aggain');
  });

  it('gives the focus back to the row', async () => {
    const { user } = await open('/tasks/given');
    await user.keyboard('j{Shift>}{F10}{/Shift}');
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Migrace karet' })).toHaveFocus());
  });
});

describe('rows that come and go', () => {
  const come = aRow({ id: 20, name: 'Nový úkol od Karly', contractor: me });

  it('fade out where they were', async () => {
    const { answer } = await open('/tasks/given');
    await answer([rows[0]!, rows[2]!]);
    await waitFor(() => expect(row('Tiskové sestavy')).toHaveAttribute('data-left'));
    expect(shownNames()).toEqual(['Migrace karet', 'Tiskové sestavy', 'Školení']);
    await waitFor(() => expect(shownNames()).toEqual(['Migrace karet', 'Školení']));
  });

  it('wait while something is selected', async () => {
    const { user, answer } = await open('/tasks/given');
    await user.click(box(13));
    await answer([come, rows[2]!, { ...rows[1]!, name: 'Tiskové sestavy 2' }]);
    await screen.findByRole('link', { name: 'Tiskové sestavy 2' });
    expect(shownNames()).toEqual(['Migrace karet', 'Tiskové sestavy 2', 'Školení']);
    expect(row('Migrace karet')).toHaveAttribute('data-left');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(shownNames()).toEqual(['Nový úkol od Karly', 'Školení', 'Tiskové sestavy 2']));
  });
});

describe('what changed since the last look', () => {
  const seen = {
    rows: [
      [12, 3],
      [13, 2],
      [14, 3],
    ],
    lists: { given: { at: '2026-11-20T08:00:00.000Z', whole: true } },
  };
  const news = 'Změněno od vaší poslední návštěvy';

  it('has a mark until it is opened', async () => {
    const { user } = await open('/tasks/given', {
      handlers: { 'GET /me/preferences/tasks.seen': () => ({ value: seen }) },
    });
    await waitFor(() => expect(within(row('Tiskové sestavy')).getByText(news)).toBeInTheDocument());
    expect(screen.getAllByText(news)).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Tiskové sestavy' }));
    await waitFor(() => expect(screen.queryByText(news)).toBeNull());
  });

  it('is nothing at the first visit, and is noted for the next one beside what another tab noted', async () => {
    const other = { rows: [[99, 7]], lists: { notified: { at: '2026-11-20T08:00:00.000Z', whole: false } } };
    let reads = 0;
    const { sent } = await open('/tasks/given', {
      handlers: { 'GET /me/preferences/tasks.seen': () => ({ value: reads++ === 0 ? null : other }) },
    });
    expect(screen.queryByText(news)).toBeNull();
    await waitFor(() => expect(sent('PUT', '/me/preferences/tasks.seen')).toHaveLength(1), { timeout: 8_000 });
    expect(sent('PUT', '/me/preferences/tasks.seen')[0]!.body).toMatchObject({
      value: {
        rows: [
          [99, 7],
          [12, 3],
          [13, 3],
          [14, 3],
        ],
        lists: { given: { whole: true }, notified: { whole: false } },
      },
    });
  });

  it('is looked at also where rows change all the time', async () => {
    const { answer, sent } = await open('/tasks/given');
    const noted = () => sent('PUT', '/me/preferences/tasks.seen');
    for (let revision = 4; noted().length === 0 && revision < 20; revision += 1) {
      await answer(rows.map((one) => (one.id === 12 ? { ...one, revision } : one)));
      await new Promise((wait) => setTimeout(wait, 500));
    }
    expect(noted()[0]?.body).toMatchObject({ value: { rows: expect.arrayContaining([[14, 3]]) } });
  });

  it('is looked at only while the tab is shown all the time', async () => {
    const { queryClient, sent } = await open('/tasks/given');
    await waitFor(() => expect(queryClient.getQueryData(seenQuery.queryKey)).toBeDefined());
    await new Promise((looking) => setTimeout(looking, 500));
    const back = new Date().toISOString();
    document.dispatchEvent(new Event('visibilitychange'));
    const noted = () => sent('PUT', '/me/preferences/tasks.seen');
    await waitFor(() => expect(noted()).toHaveLength(1), { timeout: 12_000 });
    const { value } = noted()[0]!.body as { value: { lists: { given: { at: string } } } };
    expect(value.lists.given.at > back).toBe(true);
  });
});

describe('the view of a list', () => {
  it('remembers only what was changed here, another tab keeps its own', async () => {
    const elsewhere = { columns: ['id', 'name'], sort: '-name', pageSize: 100 };
    let reads = 0;
    const { user, sent } = await open('/tasks/given', {
      handlers: { 'GET /me/preferences/tasks.given': () => ({ value: reads++ === 0 ? null : elsewhere }) },
    });
    await user.click(screen.getByRole('button', { name: 'Filtr: Priorita' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /8/ }));
    await waitFor(() => expect(sent('PUT', '/me/preferences/tasks.given')).toHaveLength(1), { timeout: 4_000 });
    expect(sent('PUT', '/me/preferences/tasks.given')[0]!.body).toMatchObject({
      value: { columns: ['id', 'name'], sort: '-name', pageSize: 100, priority: [8] },
    });
  });

  it('shows more columns when asked, tags in their own', async () => {
    const { user } = await open('/tasks/given');
    await user.click(screen.getByRole('button', { name: 'Sloupce' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Štítky' }));
    expect(await screen.findByRole('columnheader', { name: 'Štítky' })).toBeVisible();
    expect(within(row('Migrace karet')).getAllByText('tisk')).toHaveLength(1);
  });

  it('goes through the pages', async () => {
    const { user, router, calls } = await open('/tasks/given', {
      handlers: { 'GET /tasks': ({ query }) => ({ ...pageOf(rows), total: 130, page: Number(query.get('page')) }) },
    });
    expect(screen.getByText('1–25 z 130')).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Řádků na stránku' }), '50');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ pageSize: 50 }));
    await user.click(screen.getByRole('button', { name: 'Další stránka' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ page: 2 }));
    const asked = calls.findLast(({ path }) => path === '/tasks');
    expect([asked?.query.get('pageSize'), asked?.query.get('page')]).toEqual(['50', '2']);
  });
});
