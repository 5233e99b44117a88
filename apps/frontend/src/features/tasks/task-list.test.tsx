import type { TaskRowAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { aProject } from '../../testing/project-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { savedFiles } from '../../testing/saved-files';
import { type Call, type Handlers, json, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aRow, aTask, karla, me, petr } from '../../testing/task-fixtures';

const rows: readonly TaskRowAnswer[] = [
  aRow({
    id: 12,
    name: 'Migrace skladových karet',
    priority: 9,
    tags: ['backend'],
    deadline: '2026-07-01T22:30:00.000Z',
  }),
  aRow({ id: 13, name: 'Tiskové sestavy', state: 'returned', contractor: petr }),
  aRow({ id: 14, name: '=SUM(A1)', project: { id: 5, name: 'Orlice 2.0' } }),
];

const details: Handlers = {
  'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]), name: 'Migrace skladových karet' }),
  'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
  'GET /tasks/:id/comments': () => pageOf([]),
  'GET /users': () => pageOf([]),
  'PUT /me/preferences/:key': () => ({ value: null }),
};

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({ ...signedIn, ...details, 'GET /tasks': () => pageOf(rows), ...handlers });
  const app = await renderApp(address);
  const lists = () => calls.filter(({ method, path }) => method === 'GET' && path === '/tasks');
  const lastList = () => lists().at(-1) as Call;
  return { ...app, calls, lists, lastList, search: () => app.router.state.location.search as Record<string, unknown> };
}

const table = () => screen.findByRole('table', { name: 'K dokončení' });
const bodyRows = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('rowheader').length > 0);

it('shows the tasks of the list with their columns, names as links', async () => {
  const { lastList } = await open('/tasks');
  const list = await table();
  expect(bodyRows(list)).toHaveLength(3);
  expect(
    within(list)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual([
    'Vybrat všechny úkoly na stránce',
    'ID',
    'Název',
    'Stav',
    'Priorita',
    'Projekt',
    'Termín',
    'Zadavatel',
    'Řešitel',
    'Akce',
  ]);
  const [first] = bodyRows(list);
  expect(within(first!).getByRole('link', { name: 'Migrace skladových karet' })).toHaveAttribute(
    'href',
    '/tasks?taskId=12',
  );
  expect(first).toHaveTextContent('Zadán');
  expect(first).toHaveTextContent(karla.name);
  expect(lastList().query.get('list')).toBe('to-complete');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('K dokončení 3');
});

it.each([
  ['/tasks/given', 'given', 'Zadané'],
  ['/tasks/to-accept', 'to-accept', 'K převzetí'],
  ['/tasks/notified', 'notified', 'Na vědomí'],
  ['/tasks/planned', 'planned', 'Plánované'],
  ['/tasks/archive', 'archive', 'Archiv'],
  ['/tasks/archive/finished', 'finished', 'Dokončené'],
  ['/tasks/archive/completed', 'completed', 'Převzaté ode mě'],
  ['/tasks/archive/accepted', 'accepted', 'Převzaté mnou'],
])('asks at %s for the list %s', async (address, list, title) => {
  const { lastList } = await open(address);
  expect(await screen.findByRole('table', { name: title })).toBeVisible();
  expect(lastList().query.get('list')).toBe(list);
});

it('sorts by a header, says so, and keeps it in the address', async () => {
  const { user, lastList, search } = await open('/tasks');
  const list = await table();
  const header = within(list).getByRole('columnheader', { name: 'Priorita' });
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(search()).toMatchObject({ sort: 'priority' }));
  expect(within(await table()).getByRole('columnheader', { name: 'Priorita' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(lastList().query.get('sort')).toBe('-priority'));
});

it('puts filters into the address and remembers them for this list', async () => {
  const { user, calls, lastList, search } = await open('/tasks');
  await table();
  await user.click(screen.getByRole('button', { name: 'Filtr: Stav' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Vrácen' }));
  await waitFor(() => expect(search()).toMatchObject({ state: ['returned'] }));
  await waitFor(() => expect(lastList().query.getAll('state')).toEqual(['returned']));
  expect(screen.getByRole('button', { name: 'Filtr: Stav: Vrácen' })).toBeVisible();
  const saved = () =>
    calls.findLast(({ method, path }) => method === 'PUT' && path === '/me/preferences/tasks.to-complete');
  await waitFor(() => expect(saved()?.body).toMatchObject({ value: { state: ['returned'], pageSize: 25 } }), {
    timeout: 3_000,
  });
});

it('names on its button what a filter lets through', async () => {
  const { user } = await open('/tasks');
  await table();
  await user.click(screen.getByRole('button', { name: 'Filtr: Priorita' }));
  for (const [priority, said] of [
    ['8', '8'],
    ['10', '10, 8'],
    ['2', '10, 8 +1'],
  ]) {
    await user.click(await screen.findByRole('menuitemcheckbox', { name: new RegExp(`^\\D*${priority}$`) }));
    expect(await screen.findByRole('button', { name: `Filtr: Priorita: ${said}` })).toHaveTextContent(
      `Priorita: ${said}`,
    );
  }
});

it('filters by a free text once the typing rests', async () => {
  const { user, lastList, lists } = await open('/tasks');
  await table();
  await user.type(screen.getByRole('searchbox', { name: 'Filtrovat…' }), 'šarže');
  await waitFor(() => expect(lastList().query.get('q')).toBe('šarže'));
  expect(lists()).toHaveLength(2);
});

it('lets the address win over what is remembered, and wrong parameters count as none', async () => {
  const value = { columns: ['id', 'name', 'solver'], sort: '-name', state: ['assigned'], pageSize: 50 };
  const { lastList } = await open('/tasks?sort=priority&page=abc&priority=99&state=nonsense', {
    'GET /me/preferences/:key': () => ({ value }),
  });
  const list = await table();
  expect(lastList().query.get('sort')).toBe('priority');
  expect(lastList().query.get('page')).toBe('1');
  expect(lastList().query.get('pageSize')).toBe('50');
  expect(lastList().query.getAll('state')).toEqual(['assigned']);
  expect(lastList().query.has('priority')).toBe(false);
  expect(within(list).queryByRole('columnheader', { name: 'Termín' })).toBeNull();
});

it('divides by projects, those without one named so', async () => {
  const { user, lastList } = await open('/tasks');
  await table();
  await user.click(screen.getByRole('button', { name: 'Podle projektů' }));
  expect(await screen.findByRole('button', { name: /Bez projektu 2/ })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('button', { name: /Orlice 2.0 1/ })).toBeVisible();
  expect(lastList().query.get('sort')).toBe('project,deadline');
});

it('says where a project goes on beside the page, and leads to it', async () => {
  const { user } = await open('/tasks?byProject=true', {
    'GET /tasks': () => ({ ...pageOf([aRow({ id: 14, project: { id: 5, name: 'Orlice 2.0' } })]), total: 60 }),
  });
  expect(await screen.findByRole('button', { name: 'Orlice 2.0 1+' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Přejít na projekt Orlice 2.0' })).toHaveAttribute(
    'href',
    '/tasks/project/5',
  );
  await user.click(screen.getByRole('button', { name: 'Orlice 2.0 1+' }));
  expect(screen.queryByRole('link', { name: 'Migrace skladových karet' })).toBeNull();
});

it('links the project of a task, and keeps the tasks of one project', async () => {
  const orlice = { id: 5, name: 'Orlice 2.0' };
  const { user, lastList, search, calls } = await open('/tasks', { 'GET /projects': () => pageOf([aProject(orlice)]) });
  expect(within(await table()).getByRole('link', { name: 'Orlice 2.0' })).toHaveAttribute('href', '/tasks/project/5');
  await user.click(screen.getByRole('button', { name: 'Filtr: Projekt' }));
  await user.click(await screen.findByRole('option', { name: 'Orlice 2.0' }));
  await waitFor(() => expect(lastList().query.get('project')).toBe('5'));
  expect(search()).toMatchObject({ project: 5 });
  expect(await screen.findByRole('button', { name: 'Filtr: Projekt: Orlice 2.0' })).toBeVisible();
  const saved = () => calls.findLast(({ method }) => method === 'PUT');
  await waitFor(() => expect(saved()?.body).toMatchObject({ value: { project: 5 } }), { timeout: 3_000 });
});

it('goes through the rows with j and k, opens with Enter, closes with Escape', async () => {
  const { user, search } = await open('/tasks');
  await table();
  await user.keyboard('jj');
  const link = screen.getByRole('link', { name: 'Tiskové sestavy' });
  expect(link).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('link', { name: 'Migrace skladových karet' })).toHaveFocus();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  await waitFor(() => expect(panel).toHaveFocus());
  expect(search()).toMatchObject({ taskId: 12 });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(search().taskId).toBeUndefined());
  await waitFor(() => expect(screen.getByRole('link', { name: 'Migrace skladových karet' })).toHaveFocus());
});

it('says what would be in an empty list and offers the next step', async () => {
  await open('/tasks/planned', { 'GET /tasks': () => pageOf([]) });
  expect(await screen.findByText('Žádné úkoly nejsou naplánované na později.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Přejít na úkoly k dokončení' })).toHaveAttribute('href', '/tasks');
});

it('says in the words of the catalogue that a list could not be fetched, and tries again', async () => {
  localStorage.setItem('lng', 'en');
  let broken = true;
  const { user } = await open('/tasks', {
    'GET /me': () => ({ ...(signedIn['GET /me']!({} as Call) as object), language: 'en' }),
    'GET /tasks': () => (broken ? problem(500, 'request.failed') : pageOf(rows)),
  });
  expect(await screen.findByRole('alert', {}, { timeout: 5_000 })).toHaveTextContent('Error while fetching tasks');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'To complete' })).toBeVisible();
});

it('exports every row that the filters let through, formulas made harmless', async () => {
  const files = savedFiles();
  const { user } = await open('/tasks', {
    'GET /tasks': ({ query }) =>
      json(200, { ...pageOf(query.get('pageSize') === '100' ? rows : rows.slice(0, 1)), total: 3 }),
  });
  await table();
  await user.click(screen.getByRole('button', { name: 'Exportovat do CSV' }));
  await waitFor(() => expect(files.names()).toHaveLength(1));
  const [head, first, , last] = await files.lines();
  expect(head).toBe('ID;Název;Stav;Priorita;Projekt;Termín;Zadavatel;Řešitel');
  expect(first).toBe(`12;Migrace skladových karet;Zadán;9;;2026-07-02 00:30;${karla.name};${me.name}`);
  expect(last).toContain("'=SUM(A1)");
});
