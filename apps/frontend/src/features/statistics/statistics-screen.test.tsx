import type {
  Page,
  PeriodStatistics,
  PersonRef,
  ProjectAnswer,
  StatisticsAnswer,
  StatisticsItem,
  StatisticsNumbers,
} from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useLiveChanges } from '../../testing/live-changes';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Handlers, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aTask, karla, petr } from '../../testing/task-fixtures';

const tell = useLiveChanges();

const project: ProjectAnswer = {
  id: 5,
  name: 'Orlice 2.0',
  description: '',
  externalTicketSystemUrl: null,
  finishDate: null,
  active: true,
  contracts: [{ contractId: 'S-12', name: 'Vývoj', client: 'Orlice a.s.' }],
  members: [{ user: karla, permission: 'manage', notification: 'all' }],
  revision: 1,
  can: { edit: true, members: true, boards: true, tasks: true, leave: true },
};

const worked = {
  workedMinutes: 90,
  estimateMinutes: 240,
  usedBudget: { amount: '900.00', currency: 'CZK' },
};

const numbers = (created = 0, solved = 0, ended = 0, returned = 0, overdue = 0): StatisticsNumbers => ({
  ...{ created, solved, ended, returned, overdue, workedMinutes: 0, estimateMinutes: 0 },
  usedBudget: { amount: '0.00', currency: 'CZK' },
});

const period = (
  [from, to]: readonly [string, string],
  totals: StatisticsNumbers,
  bySolver: readonly (readonly [PersonRef | null, StatisticsNumbers])[],
  burnUp: PeriodStatistics['burnUp'],
): PeriodStatistics => ({
  from,
  to,
  ...totals,
  bySolver: bySolver.map(([solver, of]) => ({ solver, ...of })),
  byContract: [{ contractId: 'S-12', ...totals }],
  burnUp,
});

const months: StatisticsAnswer = {
  period: 'month',
  current: period(
    ['2026-11-01', '2026-11-30'],
    { ...numbers(12, 7, 1, 2, 3), ...worked },
    [
      [petr, { ...numbers(11, 7, 1, 2, 2), ...worked }],
      [null, numbers(1, 0, 0, 0, 1)],
    ],
    [
      { date: '2026-11-01', created: 30, solved: 20 },
      { date: '2026-11-02', created: 31, solved: 22 },
    ],
  ),
  previous: period(
    ['2026-10-01', '2026-10-31'],
    numbers(9, 7, 0, 4, 0),
    [[karla, numbers(9, 7, 0, 4, 0)]],
    [{ date: '2026-10-31', created: 28, solved: 20 }],
  ),
  before: period(['2026-09-01', '2026-09-30'], numbers(), [], [{ date: '2026-09-30', created: 19, solved: 13 }]),
};
const empty: StatisticsAnswer = {
  period: 'month',
  current: period(['2026-11-01', '2026-11-30'], numbers(), [], [{ date: '2026-11-01', created: 0, solved: 0 }]),
  previous: period(['2026-10-01', '2026-10-31'], numbers(), [], []),
  before: period(['2026-09-01', '2026-09-30'], numbers(), [], []),
};

const item = (id: number, name: string, solver: PersonRef | null = petr): StatisticsItem => ({
  task: { id, name },
  at: '2026-11-05T09:00:00.000Z',
  solver,
  acceptedBy: null,
  onBehalfOf: null,
});

// Nothing is laid out here, which the charts complain of.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

async function open(address = '/tasks/project/5/statistics', handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /projects/5': () => project,
    'GET /projects/5/statistics': () => months,
    'GET /projects/5/statistics/items': () => pageOf([item(41, 'Šablona faktury'), item(42, 'Import adres', null)]),
    'PUT /me/preferences/:key': () => ({ value: null }),
    'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]), name: 'Šablona faktury' }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = (path: string) => calls.filter((call) => call.method === 'GET' && call.path === path);
  return {
    ...app,
    calls,
    asked,
    lastItems: () => asked('/projects/5/statistics/items').at(-1)?.query,
    search: () => app.router.state.location.search as Record<string, unknown>,
  };
}

const figures = () => screen.findByRole('table', { name: 'Čísla za tři období' });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

it('shows the numbers of three periods, each with how it differs from the one before', async () => {
  const { asked } = await open();
  const table = await figures();
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Co se počítá', 'Tento měsíc1.–30. 11. (zatím)', 'Minulý měsíc1.–31. 10.', 'Předminulý měsíc1.–30. 9.']);
  expect(cells(within(table).getByRole('row', { name: /^Vytvořené/ }))).toEqual(['12+3 více', '9+9 více', '0']);
  expect(cells(within(table).getByRole('row', { name: /^Vyřešené/ }))).toEqual(['7beze změny', '7+7 více', '0']);
  expect(cells(within(table).getByRole('row', { name: /^Vrácené/ }))).toEqual(['2−2 méně', '4+4 více', '0']);
  expect(within(table).getByRole('row', { name: /^Po termínu/ })).toBeVisible();
  expect(asked('/projects/5/statistics').at(-1)?.query.get('period')).toBe('month');
});

it('divides them by solvers and by the contract, of the period that is chosen', async () => {
  const { user } = await open();
  const solvers = await screen.findByRole('table', { name: 'Podle řešitele' });
  expect(cells(within(solvers).getByRole('row', { name: new RegExp(petr.name) }))).toEqual([
    ...['11', '7', '1', '2', '2'],
    '1 h 30 min',
    '4 h',
    '900\u00a0Kč',
  ]);
  expect(cells(within(solvers).getByRole('row', { name: /Bez řešitele/ }))).toEqual([
    ...['1', '0', '0', '0', '1'],
    '0 min',
    '0 min',
    '0\u00a0Kč',
  ]);
  const contracts = screen.getByRole('table', { name: 'Podle zakázky' });
  expect(within(contracts).getByRole('row', { name: /S-12 · Vývoj · Orlice a\.s\./ })).toHaveTextContent('12');
  await user.click(screen.getByRole('radio', { name: 'Minulý měsíc' }));
  expect(within(screen.getByRole('table', { name: 'Podle řešitele' })).getAllByRole('rowheader')).toHaveLength(1);
  await user.click(screen.getByRole('radio', { name: 'Předminulý měsíc' }));
  expect(screen.getByText('V tomto období se s žádným úkolem nic nestalo.')).toBeVisible();
});

it('keeps the burn-up as a table, for screen readers also beside the charts', async () => {
  const { user, calls } = await open();
  const table = await screen.findByRole('table', { name: 'Vytvořené a vyřešené od začátku projektu' });
  expect(
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [within(row).getByRole('rowheader').textContent, ...cells(row)]),
  ).toEqual([
    ['2. 11. 2026', '31', '22'],
    ['1. 11. 2026', '30', '20'],
    ['31. 10. 2026', '28', '20'],
    ['30. 9. 2026', '19', '13'],
  ]);
  expect(await screen.findByText('Srovnání období')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Tabulka' }));
  await waitFor(() => expect(screen.queryByText('Srovnání období')).toBeNull());
  expect(screen.getByRole('table', { name: 'Vytvořené a vyřešené od začátku projektu' })).toBeVisible();
  const saved = calls.findLast(({ method }) => method === 'PUT');
  expect(saved).toMatchObject({
    path: '/me/preferences/statistics',
    body: { value: { period: 'month', view: 'table' } },
  });
});

it('asks for another period, keeps it in the address and remembers it', async () => {
  const { user, calls, asked, search } = await open();
  await figures();
  await user.click(screen.getByRole('radio', { name: 'Týden' }));
  await waitFor(() => expect(asked('/projects/5/statistics').at(-1)?.query.get('period')).toBe('week'));
  expect(search()).toMatchObject({ period: 'week' });
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      value: { period: 'week', view: 'charts' },
    }),
  );
});

it('begins with what is remembered; the address wins, and nonsense in it counts as nothing', async () => {
  const remembered = { 'GET /me/preferences/:key': () => ({ value: { period: 'day', view: 'table' } }) };
  const first = await open('/tasks/project/5/statistics?period=year&show=all', remembered);
  await figures();
  expect(first.asked('/projects/5/statistics').at(-1)?.query.get('period')).toBe('day');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens what makes a number, and each task of it over the list', async () => {
  const { user, lastItems, search } = await open();
  await user.click(within(await figures()).getByRole('button', { name: /^7 – Vyřešené, Tento měsíc/ }));
  const panel = await screen.findByRole('dialog', { name: /^Vyřešené 2/ });
  expect(Object.fromEntries(lastItems()!)).toEqual({
    ...{ kind: 'solved', from: '2026-11-01', to: '2026-11-30', page: '1', pageSize: '50' },
  });
  const rows = within(panel).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(petr.name);
  expect(rows[1]).toHaveTextContent('Bez řešitele');
  await user.click(within(panel).getByRole('link', { name: /Šablona faktury/ }));
  expect(await screen.findByRole('dialog', { name: 'Šablona faktury' })).toBeVisible();
  expect(search()).toMatchObject({ taskId: 41, show: 'solved', of: 'current' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(search()).not.toHaveProperty('taskId'));
  expect(screen.getByRole('dialog', { name: /^Vyřešené/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()).not.toHaveProperty('show');
});

it('opens the part of a solver, and of nobody', async () => {
  const { user, lastItems } = await open();
  const solvers = await screen.findByRole('table', { name: 'Podle řešitele' });
  await user.click(within(solvers).getByRole('button', { name: new RegExp(`^11 – .*${petr.name}`) }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(petr.name);
  await waitFor(() => expect(lastItems()?.get('solver')).toBe(String(petr.id)));
  await user.click(within(solvers).getByRole('button', { name: /^1 – Po termínu.*Bez řešitele/ }));
  await waitFor(() => expect(lastItems()?.get('solver')).toBe('none'));
  expect(lastItems()?.get('kind')).toBe('overdue');
});

it('opens what makes a number of the burn-up', async () => {
  const remembered = { 'GET /me/preferences/:key': () => ({ value: { period: 'month', view: 'table' } }) };
  const { user, lastItems, search } = await open(undefined, remembered);
  const table = await screen.findByRole('table', { name: 'Vytvořené a vyřešené od začátku projektu' });
  await user.click(within(table).getByRole('button', { name: '22 – Vyřešené, do 2. 11. 2026: ukázat úkoly' }));
  expect(await screen.findByRole('dialog', { name: /^Vyřešené/ })).toHaveTextContent('do 2. 11. 2026');
  expect(Object.fromEntries(lastItems()!)).toMatchObject({ kind: 'solved', from: '1970-01-01', to: '2026-11-02' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()).not.toHaveProperty('until');
});

it('says who accepted a result instead of the contractor', async () => {
  const accepted = { ...item(1, 'Úkol'), acceptedBy: { id: 8, name: 'Eva' }, onBehalfOf: { id: 9, name: 'Jana' } };
  await open('/tasks/project/5/statistics?show=solved', {
    'GET /projects/5/statistics/items': (): Page<StatisticsItem> => ({
      items: [accepted],
      total: 1,
      page: 1,
      pageSize: 50,
    }),
  });
  expect(await screen.findByText('Místo zadavatele (Jana) přebírá Eva')).toBeVisible();
});

it('shows long lists in parts', async () => {
  const { user } = await open('/tasks/project/5/statistics?show=created', {
    'GET /projects/5/statistics/items': ({ query }): Page<StatisticsItem> => {
      const page = Number(query.get('page'));
      const items =
        page === 1 ? Array.from({ length: 50 }, (_, n) => item(n + 100, `Úkol ${n}`)) : [item(1, 'Poslední')];
      return { items, total: 51, page, pageSize: 50 };
    },
  });
  const panel = await screen.findByRole('dialog', { name: 'Vytvořené 51' });
  await user.click(await within(panel).findByRole('button', { name: 'Zobrazit další 1 úkol' }));
  expect(await within(panel).findByRole('link', { name: /Poslední/ })).toBeVisible();
  expect(within(panel).queryByRole('button', { name: /Zobrazit dal/ })).toBeNull();
});

it('exports every number', async () => {
  const files = savedFiles();
  // Another one has the same name.
  const { user } = await open(undefined, { 'GET /users/alike': () => ({ items: [{ id: petr.id }] }) });
  await screen.findAllByText(`#${petr.id}`);
  await user.click(await screen.findByRole('button', { name: 'Exportovat statistiky do CSV' }));
  const lines = await files.lines();
  expect(lines.slice(0, 4)).toEqual([
    'Období;Od;Do;Rozdělení;Název;Vytvořené;Vyřešené;Ukončené;Vrácené;Po termínu;Odpracováno (min);Odhad (min);Čerpaný rozpočet (CZK)',
    'Tento měsíc;2026-11-01;2026-11-30;Celkem;;12;7;1;2;3;90;240;900,00',
    `Tento měsíc;2026-11-01;2026-11-30;Podle řešitele;${petr.name} #${petr.id};11;7;1;2;2;90;240;900,00`,
    'Tento měsíc;2026-11-01;2026-11-30;Podle řešitele;Bez řešitele;1;0;0;0;1;0;0;0,00',
  ]);
  expect(lines.filter((line) => line.includes('od začátku projektu'))).toEqual([
    'Tento měsíc;;2026-11-01;Vytvořené a vyřešené od začátku projektu;;30;20;;;;;;',
    'Tento měsíc;;2026-11-02;Vytvořené a vyřešené od začátku projektu;;31;22;;;;;;',
    'Minulý měsíc;;2026-10-31;Vytvořené a vyřešené od začátku projektu;;28;20;;;;;;',
    'Předminulý měsíc;;2026-09-30;Vytvořené a vyřešené od začátku projektu;;19;13;;;;;;',
  ]);
  expect(lines).toHaveLength(1 + 4 + 3 + 2 + 4);
});

it('says of an empty project what would be here', async () => {
  await open('/tasks/project/5/statistics', { 'GET /projects/5/statistics': () => empty });
  expect(await screen.findByText(/Až v projektu budou úkoly, uvidíte tu/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Vytvořit úkol v projektu' })).toHaveAttribute(
    'href',
    '/tasks/new?projectId=5',
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('button', { name: /CSV/ })).toBeNull();
});

it('says when they could not be read, and asks again', async () => {
  let broken = true;
  const { user } = await open('/tasks/project/5/statistics', {
    'GET /projects/5/statistics': () => (broken ? problem(422, 'validation.failed') : months),
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Statistiky se nepodařilo načíst.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Zkusit znovu' }));
  expect(await figures()).toBeVisible();
});

it('asks again when something happens to tasks, once for many changes', async () => {
  let solved = 7;
  const { asked } = await open('/tasks/project/5/statistics', {
    'GET /projects/5/statistics': () => ({ ...months, current: { ...months.current, solved } }),
  });
  await figures();
  const before = asked('/projects/5/statistics').length;
  solved = 8;
  for (let revision = 2; revision < 20; revision++) {
    await tell({ model: 'task', id: 41, revision, position: String(revision) });
  }
  expect(await within(await figures()).findByRole('button', { name: /^8 – Vyřešené, Tento měsíc/ })).toBeVisible();
  expect(asked('/projects/5/statistics')).toHaveLength(before + 1);
});

it('opens the entries that make a number of work', async () => {
  const { user, asked } = await open('/tasks/project/5/statistics', { 'GET /work/entries': () => pageOf([]) });
  const table = await screen.findByRole('table', { name: 'Podle řešitele' });
  await user.click(within(table).getByRole('button', { name: /^1 h 30 min, Odpracováno/ }));
  const dialog = await screen.findByRole('dialog', { name: `Odpracováno · Tento měsíc, ${petr.name}` });
  expect(await within(dialog).findByText('Takové záznamy už nejsou.')).toBeInTheDocument();
  expect(Object.fromEntries(asked('/work/entries').at(-1)!.query)).toMatchObject({
    projectId: '5',
    userId: String(petr.id),
    from: '2026-11-01',
    to: '2026-11-30',
  });
});

it('opens the entries of a contract that is called none, not those without one', async () => {
  const byContract = [
    { contractId: null, ...numbers(), ...worked, workedMinutes: 20 },
    { contractId: 'none', ...numbers(), ...worked, workedMinutes: 25 },
  ];
  const divided = { ...months, current: { ...months.current, byContract } };
  const { user, asked } = await open('/tasks/project/5/statistics', {
    'GET /projects/5/statistics': () => divided,
    'GET /work/entries': () => pageOf([]),
  });
  const table = await screen.findByRole('table', { name: 'Podle zakázky' });
  await user.click(within(table).getByRole('button', { name: /^25 min, Odpracováno/ }));
  await screen.findByRole('dialog', { name: 'Odpracováno · Tento měsíc, none' });
  expect(asked('/work/entries').at(-1)!.query.get('contractId')).toBe('=none');
});

it('opens the entries without a contract as those of one', async () => {
  const byContract = [
    { contractId: null, ...numbers(), ...worked, workedMinutes: 20 },
    { contractId: 'S-12', ...numbers(), ...worked },
  ];
  const divided = { ...months, current: { ...months.current, byContract } };
  const { user, asked } = await open('/tasks/project/5/statistics', {
    'GET /projects/5/statistics': () => divided,
    'GET /work/entries': () => pageOf([]),
  });
  const table = await screen.findByRole('table', { name: 'Podle zakázky' });
  await user.click(within(table).getByRole('button', { name: /^20 min, Odpracováno/ }));
  await screen.findByRole('dialog', { name: 'Odpracováno · Tento měsíc, Bez zakázky' });
  expect(Object.fromEntries(asked('/work/entries').at(-1)!.query)).toMatchObject({
    projectId: '5',
    contractId: 'none',
  });
});

it('hides the used budget from whom it is hidden', async () => {
  const hidden = { ...months, current: { ...months.current, usedBudget: null } };
  await open('/tasks/project/5/statistics', { 'GET /projects/5/statistics': () => hidden });
  const table = await figures();
  expect(within(table).getByRole('row', { name: /^Odpracováno/ })).toHaveTextContent('1 h 30 min');
  expect(within(table).queryByRole('row', { name: /rozpočet/ })).not.toBeInTheDocument();
});
