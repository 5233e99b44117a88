import type { DeletedThing } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const thing = (id: number, more: Partial<DeletedThing>): DeletedThing => ({
  eventId: `e${id}`,
  kind: 'board',
  id,
  name: 'Platby',
  at: '2026-11-21T10:00:00.000Z',
  by: { id: 2, name: 'Petr Dvořák' },
  task: null,
  project: { id: 3, name: 'E-shop' },
  owner: null,
  plan: null,
  work: null,
  refused: null,
  ...more,
});
const things = [
  thing(1, {}),
  thing(2, { kind: 'plan', name: null, project: null, plan: { type: 'remote_work', date: '2031-03-03' } }),
  thing(3, { kind: 'task', name: 'Sklad', refused: 'undo.place-gone' }),
];
const petr = { ...jan, id: 2, name: 'Petr Dvořák' };
const handlers = { ...signedIn, 'GET /deleted': () => pageOf(things), 'GET /users/:id': () => petr };

it('shows each deleted thing with its place and person, and leads to it as it was', async () => {
  haveSession();
  serve(handlers);
  await renderApp('/tasks/archive/deleted');
  const list = await screen.findByRole('list', { name: 'Smazané' });
  const [board, plan, task] = within(list).getAllByRole('listitem');
  expect(board).toHaveTextContent(/^Nástěnka.*Platby.*E-shop.*smazal\(a\) Petr Dvořák/);
  expect(within(board!).getByRole('link', { name: 'Platby, stav před smazáním' })).toHaveAttribute(
    'href',
    '/tasks/project/3/board/1?asOf=2026-11-21T09%3A59%3A59.999Z',
  );
  expect(plan).toHaveTextContent('Home office, 3. března 2031');
  const link = within(task!).getByRole('link', { name: 'Sklad, stav před smazáním' });
  const { searchParams } = new URL(link.getAttribute('href')!, 'http://gos.example');
  expect(Object.fromEntries(searchParams)).toMatchObject({ taskId: '3', at: '2026-11-21T09:59:59.999Z' });
  expect(within(task!).queryByRole('button', { name: /Vrátit/ })).toBeNull();
});

it('restores a thing, or shows the reason of a refusal', async () => {
  haveSession();
  let items = things;
  const calls = serve({
    ...handlers,
    'GET /deleted': () => pageOf(items),
    'POST /deleted/restore': ({ body }) => {
      const { eventId } = body as { readonly eventId: string };
      if (eventId === 'e2') return problem(409, 'plan.overlap');
      items = items.filter((one) => one.eventId !== eventId);
      return { id: 1, revision: 1, position: '9' };
    },
  });
  const { user } = await renderApp('/tasks/archive/deleted?by=2');
  await user.click(await screen.findByRole('button', { name: 'Vrátit: Platby' }));
  expect(await screen.findByText('Vráceno: Platby')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('E-shop Platby')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Vrátit: Home office/ }));
  await waitFor(() => expect(calls.filter(({ path }) => path === '/deleted/restore')).toHaveLength(2));
  const asked = calls.find(({ path }) => path === '/deleted')!.query;
  expect(Object.fromEntries(asked)).toEqual({ by: '2', page: '1', pageSize: '25' });
});

it('names the reason of an empty list', async () => {
  haveSession();
  serve({ ...handlers, 'GET /deleted': () => pageOf([]) });
  const { router } = await renderApp('/tasks/archive/deleted');
  expect(await screen.findByText('Nic, co byste mohli vrátit, smazané není.')).toBeVisible();
  await router.navigate({ to: '/tasks/archive/deleted', search: { kinds: ['plan'] } });
  expect(await screen.findByText('Filtrům neodpovídá nic smazaného.')).toBeVisible();
});
