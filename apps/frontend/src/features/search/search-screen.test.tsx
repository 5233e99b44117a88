import type { SearchItem } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aTask, karla, me } from '../../testing/task-fixtures';
import { validateSearchAddress } from './search-address';

const anItem = (given: Partial<SearchItem> = {}): SearchItem => ({
  model: 'task',
  id: 12,
  name: 'Migrace skladových karet',
  snippet: '\u0002Migrace\u0003 skladových karet',
  field: 'name',
  state: 'assigned',
  deadline: null,
  contractor: karla,
  solver: me,
  project: null,
  ...given,
});
const items: readonly SearchItem[] = [
  anItem(),
  anItem({ model: 'project', id: 5, name: 'Migrace 2027', state: null, contractor: null, solver: null }),
  anItem({
    id: 14,
    name: 'Čtečky',
    field: 'comment',
    snippet: 'před \u0002migrací\u0003 zálohovat',
    state: 'solved',
    project: { id: 5, name: 'Migrace 2027' },
  }),
];

async function open(address: string, handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /search': () => ({ ...pageOf(items), total: 60 }),
    'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]) }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    // Links prefetch their target on hover.
    'GET /projects/:id': () => problem(404, 'project.not-found'),
    'GET /projects/:id/boards': () => pageOf([]),
    'PUT /me/preferences/search': () => ({ value: null }),
    ...handlers,
  });
  const app = await renderApp(address);
  const asked = () => calls.filter(({ path }) => path === '/search');
  return { ...app, calls, asked, search: () => app.router.state.location.search as Record<string, unknown> };
}

const field = () => screen.findByRole('searchbox', { name: 'Co hledáte' });
const hits = async () => within(await screen.findByRole('list', { name: 'Výsledky hledání' })).getAllByRole('listitem');

it('searches as one types, and says it in the address', async () => {
  const { user, asked, search } = await open('/tasks/search');
  await user.type(await field(), 'migrace');
  await waitFor(() => expect(search()).toMatchObject({ q: 'migrace' }));
  expect(await hits()).toHaveLength(3);
  expect(asked().at(-1)?.query.get('q')).toBe('migrace');
  expect(await field()).toHaveFocus();
  await waitFor(() => expect(screen.getByText('Nalezeno 60 výsledků')).toBeInTheDocument());
});

it('shows what was found, where, with whom and in which state', async () => {
  await open('/tasks/search?q=migrace');
  const [task, project, comment] = await hits();
  const link = within(task!).getByRole('link', { name: 'Migrace skladových karet' });
  expect(within(link).getByText('Migrace').tagName).toBe('MARK');
  expect(within(task!).getByRole('img', { name: 'Zadán' })).toBeInTheDocument();
  expect(task).toHaveTextContent(karla.name);
  expect(within(project!).getByRole('link')).toHaveAttribute('href', '/tasks/project/5');
  expect(project).toHaveTextContent('Projekt');
  expect(comment).toHaveTextContent('Komentářpřed migrací zálohovat');
  expect(within(comment!).getByText('migrací').tagName).toBe('MARK');
});

it('goes through the hits by keys and opens them, remembering the search', async () => {
  const { user, search, calls } = await open('/tasks/search?q=migrace');
  await hits();
  await user.click(await field());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Migrace skladových karet' })).toHaveFocus();
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'Čtečky' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(search()).toMatchObject({ q: 'migrace', taskId: 14 }));
  const kept = calls.find(({ method, path }) => method === 'PUT' && path === '/me/preferences/search');
  expect(kept?.body).toEqual({ value: { recent: ['migrace'] } });
});

it('goes to the first hit of what was typed, however quickly Enter follows, and keeps all of the words', async () => {
  const { user, calls } = await open('/tasks/search?q=mig', {
    'GET /search': ({ query }) => pageOf(query.get('q') === 'mig' ? [anItem({ id: 99, name: 'Migréna' })] : items),
  });
  expect(await screen.findByRole('link', { name: 'Migréna' })).toBeVisible();
  await user.type(await field(), 'race{Enter}');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Migrace skladových karet' })).toHaveFocus());
  const kept = calls.filter(({ method, path }) => method === 'PUT' && path === '/me/preferences/search');
  expect(kept.map(({ body }) => body)).toEqual([{ value: { recent: ['migrace'] } }]);
});

it('leads from a page that is there no more to the first one', async () => {
  const { search } = await open('/tasks/search?q=migrace&page=7', {
    'GET /search': ({ query }) => ({ ...pageOf(query.get('page') === '1' ? items : []), total: 3 }),
  });
  expect(await hits()).toHaveLength(3);
  expect(search()).not.toHaveProperty('page');
});

it('offers what was searched for last, and forgets it on wish', async () => {
  const { user, search, calls } = await open('/tasks/search', {
    'GET /me/preferences/search': () => ({ value: { recent: ['inventura', 'regály', 7] } }),
  });
  const recent = await screen.findByRole('region', { name: 'Poslední hledání' });
  expect(within(recent).getAllByRole('link')).toHaveLength(2);
  await user.click(within(recent).getByRole('link', { name: 'inventura' }));
  await waitFor(() => expect(search()).toMatchObject({ q: 'inventura' }));
  expect(await field()).toHaveValue('inventura');
  await user.clear(await field());
  await user.click(await screen.findByRole('button', { name: 'Zapomenout' }));
  expect(screen.queryByRole('region', { name: 'Poslední hledání' })).not.toBeInTheDocument();
  expect(calls.at(-1)).toMatchObject({ method: 'PUT', body: { value: { recent: [] } } });
});

it('filters by state and kind, pages, and begins again at the first page', async () => {
  const { user, asked, search } = await open('/tasks/search?q=migrace&page=2');
  await hits();
  expect(asked().at(-1)?.query.get('page')).toBe('2');
  expect(screen.getByText('Strana 2 z 3')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Další' }));
  await waitFor(() => expect(search()).toMatchObject({ page: 3 }));
  await user.click(screen.getByRole('button', { name: 'Filtr: Stav' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Vrácen' }));
  await waitFor(() => expect(search()).toMatchObject({ state: ['returned'] }));
  expect(search().page).toBeUndefined();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Filtr: Druh' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Úkoly' }));
  await waitFor(() => expect(asked().at(-1)?.query.toString()).toContain('model=task'));
  expect(asked().at(-1)?.query.getAll('state')).toEqual(['returned']);
});

it('says that nothing was found, and lets the filters be dropped', async () => {
  const { user, search } = await open('/tasks/search?q=nic&state=returned', { 'GET /search': () => pageOf([]) });
  expect(await screen.findByText('Pro „nic“ se s těmito filtry nic nenašlo.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Zrušit filtry' }));
  await waitFor(() => expect(search().state).toBeUndefined());
  expect(await screen.findByText(/Zkuste méně slov/)).toBeInTheDocument();
});

it('says when the search failed, and tries again', async () => {
  let failing = true;
  const { user } = await open('/tasks/search?q=migrace', {
    'GET /search': () => (failing ? problem(500, 'request.failed') : pageOf(items)),
  });
  const again = await screen.findByRole('button', { name: 'Zkusit znovu' });
  expect(screen.getByRole('alert')).toHaveTextContent('Hledání se nezdařilo.');
  failing = false;
  await user.click(again);
  expect(await hits()).toHaveLength(3);
});

it('takes nonsense in the address for nothing', () => {
  expect(validateSearchAddress({ q: ['x'], state: 'x', project: -1, person: 'a', page: 0, kind: 'user' })).toEqual({});
  expect(validateSearchAddress({ q: 12, page: '3', project: '5', state: 'solved', kind: 'task' })).toEqual({
    q: '12',
    page: 3,
    project: 5,
    state: ['solved'],
    kind: 'task',
  });
});
