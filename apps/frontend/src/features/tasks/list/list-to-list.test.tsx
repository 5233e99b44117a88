import type { TaskRowAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, pageOf, serve, signedIn } from '../../../testing/server';
import { aProject, aRow, aTask } from '../../../testing/task-fixtures';

const toComplete = [
  aRow({ id: 12, name: 'Migrace karet', priority: 9 }),
  aRow({ id: 13, name: 'Tiskové sestavy' }),
  aRow({ id: 14, name: 'Školení', project: { id: 5, name: 'Orlice 2.0' } }),
];
const given = [
  aRow({ id: 13, name: 'Tiskové sestavy' }),
  aRow({ id: 21, name: 'Inventura', project: { id: 6, name: 'Sklad' } }),
];
const answers: Readonly<Record<string, readonly TaskRowAnswer[]>> = { 'to-complete': toComplete, given };

/** Both lists have been looked at; the first of them is shown. */
async function openBoth(handlers: Handlers = {}) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /tasks': ({ query }) => pageOf(answers[query.get('list') ?? ''] ?? []),
    'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]), name: 'Otevřený úkol' }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'PUT /me/preferences/:key': () => ({ value: null }),
    ...handlers,
  });
  const app = await renderApp('/tasks');
  await screen.findByRole('link', { name: 'Migrace karet' });
  async function go(to: '/tasks' | '/tasks/given', first: string) {
    await app.router.navigate({ to });
    await screen.findByRole('link', { name: first });
  }
  const there = () => go('/tasks/given', 'Inventura');
  const back = () => go('/tasks', 'Migrace karet');
  await there();
  await back();
  return { ...app, calls, there, back };
}

const row = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement;
const names = () => screen.getAllByRole('rowheader').map((header) => within(header).getByRole('link').textContent);

it('leaves the screen where it is, each row with the task that it shows', async () => {
  const { user, router, there } = await openBoth();
  const [table, toolbar] = [screen.getByRole('table'), screen.getByRole('searchbox').closest('[role="group"]')];
  const [first, shared] = [row('Migrace karet'), row('Tiskové sestavy')];
  await there();
  expect(screen.getByRole('table', { name: 'Zadané' })).toBe(table);
  expect(toolbar).toBeInTheDocument();
  expect(names()).toEqual(['Tiskové sestavy', 'Inventura']);
  expect([row('Inventura'), row('Tiskové sestavy')]).toEqual([first, shared]);
  expect(screen.getByRole('link', { name: 'Inventura' })).toHaveAttribute('href', '/tasks/given?taskId=21');
  expect(within(first).getByRole('link', { name: 'Sklad' })).toHaveAttribute('href', '/tasks/project/6');
  await user.click(screen.getByRole('link', { name: 'Inventura' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ taskId: 21 }));
});

it('takes nothing along: no selection, no current row, no focus, no menu', async () => {
  const { user, there } = await openBoth();
  await user.click(within(row('Migrace karet')).getByRole('checkbox'));
  expect(await screen.findByRole('region', { name: 'Hromadné akce' })).toBeVisible();
  await user.keyboard('j');
  await user.click(within(row('Migrace karet')).getByRole('button', { name: /#12/ }));
  expect(await screen.findByRole('menuitem', { name: 'Kopírovat název' })).toBeVisible();
  screen.getByRole('link', { name: 'Migrace karet', hidden: true }).focus();
  await there();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Hromadné akce' })).toBeNull();
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(false);
  expect(document.querySelector('[data-current]')).toBeNull();
  await waitFor(() => expect(document.body).toHaveFocus());
  await user.keyboard('j');
  expect(screen.getByRole('link', { name: 'Tiskové sestavy' })).toHaveFocus();
});

it('closes a menu of the list before when one goes back', async () => {
  const { user, router, there } = await openBoth();
  await there();
  await user.click(screen.getByRole('button', { name: 'Filtr: Priorita' }));
  await screen.findByRole('menu');
  router.history.back();
  await screen.findByRole('link', { name: 'Migrace karet' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('gives up what was about to be filtered in the list before', async () => {
  const { user, router, there, calls } = await openBoth();
  await user.type(screen.getByRole('searchbox'), 'karet');
  await there();
  expect(screen.getByRole('searchbox')).toHaveValue('');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(router.state.location.search).not.toHaveProperty('q', 'karet');
  expect(calls.some(({ query }) => query.get('list') === 'given' && query.has('q'))).toBe(false);
});

it('shows no rows of another list while its own are on their way', async () => {
  let answer: (() => void) | undefined;
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { router } = await openBoth({
    'GET /tasks': async ({ query }) => {
      if (query.get('list') === 'planned') await waits;
      return pageOf(answers[query.get('list') ?? ''] ?? [aRow({ id: 31, name: 'Až později' })]);
    },
  });
  await router.navigate({ to: '/tasks/planned' });
  const table = await screen.findByRole('table', { name: 'Plánované' });
  expect(table).toHaveAttribute('aria-busy', 'true');
  expect(within(table).queryAllByRole('rowheader')).toHaveLength(0);
  answer?.();
  expect(await screen.findByRole('link', { name: 'Až později' })).toBeVisible();
});

it('goes to the project of a task by its link, a click with Ctrl is the browser’s', async () => {
  const { user, router } = await openBoth({
    'GET /projects/:id': () => aProject(),
    'GET /projects/:id/boards': () => pageOf([]),
  });
  const link = screen.getByRole('link', { name: 'Orlice 2.0' });
  let prevented: boolean | undefined;
  const watch = (event: Event) => {
    prevented = event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener('click', watch);
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}');
  document.removeEventListener('click', watch);
  expect(prevented).toBe(false);
  expect(router.state.location.pathname).toBe('/tasks');
  await user.click(link);
  await waitFor(() => expect(router.state.location.pathname).toBe('/tasks/project/5'));
});
