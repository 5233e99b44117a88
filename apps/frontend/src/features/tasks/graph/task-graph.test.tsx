import type { TaskAnswer, TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../../testing/server';
import { aRow, aTask, me, petr } from '../../../testing/task-fixtures';

const answer = { id: 12, revision: 4, position: '100' };
const can = { predecessors: true } as const;

const first: TaskGraphNode = {
  id: 21,
  name: 'Zaměřit halu',
  state: 'solved',
  solver: petr,
  waiting: false,
  deadline: null,
  parentId: 12,
  can: { predecessors: 'task.already-solved' },
};
const second: TaskGraphNode = { ...first, id: 22, name: 'Objednat regály', state: 'assigned', can };
const third: TaskGraphNode = { ...second, id: 23, name: 'Montáž', solver: null, state: 'created', waiting: true };
const hidden: TaskGraphNode = {
  id: 99,
  name: null,
  state: null,
  solver: null,
  waiting: false,
  deadline: null,
  parentId: null,
  can: null,
};

const network: TaskGraphAnswer = {
  nodes: [third, second, first, hidden],
  edges: [
    { from: 21, to: 22 },
    { from: 22, to: 23 },
    { from: 99, to: 23 },
  ],
  more: false,
};

interface Opened {
  readonly task?: Partial<TaskAnswer>;
  readonly graph?: TaskGraphAnswer;
  readonly handlers?: Handlers;
  readonly address?: string;
}

async function open({ task = {}, graph = network, handlers = {}, address = '/tasks?graph=12' }: Opened = {}) {
  haveSession();
  let present = graph;
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' }),
    'GET /tasks': () => pageOf([aRow()]),
    'GET /tasks/:id': ({ path }) => aTask({ id: Number(path.split('/')[2]), type: 'graph', contractor: me, ...task }),
    'GET /tasks/:id/activity': () => ({ items: [], total: 0 }),
    'GET /tasks/:id/comments': () => pageOf([]),
    'GET /tasks/12/graph': () => present,
    'GET /users': () => pageOf([]),
    ...handlers,
  });
  const app = await renderApp(address);
  return {
    ...app,
    calls,
    becomes: (next: TaskGraphAnswer) => {
      present = next;
    },
    sent: (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path),
  };
}

const dialog = () => screen.findByRole('dialog', { name: 'Graf úkolu Migrace skladových karet' });

/** The network as an ordered list. */
async function outline(opened: Awaited<ReturnType<typeof open>>) {
  const graph = await dialog();
  await opened.user.click(await within(graph).findByRole('button', { name: 'Osnova' }));
  return within(graph).findByRole('list', { name: 'Osnova podúkolů' });
}

it('says each subtask with its state and what it waits for, in the order in which they can be done', async () => {
  const opened = await open();
  const spoken = await within(await dialog()).findByRole('list', { name: 'Osnova podúkolů' });
  expect(
    within(spoken)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Zaměřit halu. Vyřešen. Řešitel: Petr Dvořák',
    'Objednat regály. Zadán. Řešitel: Petr Dvořák. Navazuje na: Zaměřit halu',
    'Montáž. Vytvořen. Čeká na: Objednat regály, #99',
  ]);
  const items = within(await outline(opened)).getAllByRole('listitem');
  expect(items).toHaveLength(3);
  expect(within(items[2]!).getByText('Čeká na: Objednat regály, #99')).toBeVisible();
  expect(within(items[0]!).getByRole('img', { name: 'Vyřešen' })).toBeVisible();
});

it('opens from the task and leads back to it by Escape', async () => {
  const { user, router } = await open({
    address: '/tasks?taskId=12',
    task: { subtasks: [{ id: 21, name: 'Zaměřit halu', state: 'solved', solver: petr }] },
  });
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  await user.click(await within(panel).findByRole('link', { name: 'Zobrazit graf podúkolů' }));
  await dialog();
  expect(router.state.location.search).toEqual({ graph: 12 });
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  expect(router.state.location.search).toEqual({ taskId: 12 });
});

it('shows a task beside it, and Escape closes first the task, then the graph', async () => {
  const opened = await open();
  const { user, router } = opened;
  await user.click(within(await outline(opened)).getByRole('link', { name: 'Objednat regály' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ graph: 12, taskId: 22 }));
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toEqual({ graph: 12 }));
  await waitFor(() => expect(within(document.body).getByRole('link', { name: 'Objednat regály' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(router.state.location.search).toEqual({ taskId: 12 }));
});

it('adds a subtask after the one that is selected, from its key', async () => {
  const opened = await open({ handlers: { 'POST /tasks/12/subtasks': () => ({ ...answer, subtaskId: 24 }) } });
  const { user, sent } = opened;
  within(await outline(opened))
    .getByRole('link', { name: 'Montáž' })
    .focus();
  await user.keyboard('n');
  const field = screen.getByRole('textbox', { name: 'Název podúkolu' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('ab{Enter}');
  expect(await screen.findByText('Název musí mít alespoň 3 znaky.')).toBeVisible();
  await user.keyboard('c{Enter}');
  await waitFor(() => expect(sent('POST', '/tasks/12/subtasks')).toHaveLength(1));
  expect(sent('POST', '/tasks/12/subtasks')[0]?.body).toEqual({ name: 'abc', predecessors: [23] });
  expect(field).toHaveValue('');
});

it('adds a predecessor chosen from the list by keyboard; what would close a circle says so', async () => {
  const loose: TaskGraphAnswer = { ...network, edges: [{ from: 22, to: 23 }] };
  const opened = await open({ graph: loose, handlers: { 'POST /tasks/22/predecessors': () => answer } });
  const { user, sent, becomes } = opened;
  const list = await outline(opened);
  within(list).getByRole('link', { name: 'Objednat regály' }).focus();
  await user.keyboard('p');
  const choice = await screen.findByRole('dialog', { name: 'Na co má čekat Objednat regály' });
  expect(within(choice).getByRole('option', { name: /Montáž/ })).toHaveTextContent('Předchůdci nesmí tvořit kruh.');
  await user.type(within(choice).getByRole('combobox', { name: 'Najít úkol…' }), 'zamer');
  await waitFor(() => expect(within(choice).queryByRole('option', { name: /Montáž/ })).toBeNull());
  becomes({ ...loose, edges: [...loose.edges, { from: 21, to: 22 }] });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent('POST', '/tasks/22/predecessors')).toHaveLength(1));
  expect(sent('POST', '/tasks/22/predecessors')[0]?.body).toEqual({ taskId: 21 });
  expect(await within(list).findByText('Navazuje na: Zaměřit halu')).toBeVisible();
  await waitFor(() => expect(within(list).getByRole('link', { name: 'Objednat regály' })).toHaveFocus());
});

it('takes a refused predecessor back and says why', async () => {
  const graph: TaskGraphAnswer = { ...network, edges: [] };
  const opened = await open({
    graph,
    handlers: { 'POST /tasks/23/predecessors': () => problem(409, 'task.predecessors.circle') },
  });
  const { user } = opened;
  const list = await outline(opened);
  within(list).getByRole('link', { name: 'Montáž' }).focus();
  await user.keyboard('p');
  await user.click(await screen.findByRole('option', { name: /Objednat regály/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Předchůdci nesmí tvořit kruh.');
  await waitFor(() => expect(within(list).queryByText(/Objednat regály$/, { selector: 'span' })).toBeNull());
});

it('removes a predecessor from the menu, and brings it back by undo', async () => {
  const opened = await open({
    handlers: {
      'DELETE /tasks/23/predecessors/22': () => ({ ...answer, eventId: 'event-1' }),
      'POST /undo': () => answer,
    },
  });
  const { user, sent } = opened;
  await user.click(within(await outline(opened)).getByRole('button', { name: 'Nabídka úkolu Montáž' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Odebrat předchůdce Objednat regály' }));
  await waitFor(() => expect(sent('DELETE', '/tasks/23/predecessors/22')).toHaveLength(1));
  await user.click(await screen.findByRole('button', { name: /^Zpět/ }));
  await waitFor(() => expect(sent('POST', '/undo')[0]?.body).toEqual({ eventId: 'event-1' }));
});

it('is read only where the rights say so, with the reason', async () => {
  const forbidden = { predecessors: 'task.forbidden' } as const;
  const opened = await open({
    task: { contractor: petr, solver: petr, participants: { acknowledged: [me], passive: [] } },
    graph: { ...network, nodes: network.nodes.map((node) => (node.can ? { ...node, can: forbidden } : node)) },
  });
  const { user } = opened;
  const list = await outline(opened);
  expect(screen.getByText('Graf je jen ke čtení. Vaše role v tomto úkolu to nedovoluje.')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Název podúkolu' })).toBeNull();
  await user.click(within(list).getByRole('button', { name: 'Nabídka úkolu Montáž' }));
  const add = await screen.findByRole('menuitem', { name: /^Přidat předchůdce/ });
  expect(add).toHaveAttribute('aria-disabled', 'true');
  expect(add).toHaveTextContent('Vaše role v tomto úkolu to nedovoluje.');
  expect(screen.queryByRole('menuitem', { name: /^Odebrat/ })).toBeNull();
});

it('shows what others change', async () => {
  const opened = await open();
  const list = await outline(opened);
  within(list).getByRole('link', { name: 'Montáž' }).focus();
  opened.becomes({
    ...network,
    nodes: network.nodes.map((node) => (node.id === 22 ? { ...node, state: 'fulfilled' } : node)),
  });
  await opened.queryClient.invalidateQueries({ queryKey: ['tasks', 'graph'] });
  expect(await within(list).findByRole('img', { name: 'Splněn' })).toBeVisible();
  expect(within(list).getByRole('link', { name: 'Montáž' })).toHaveFocus();
});

it('begins with the first subtask when there is none', async () => {
  const { user, sent, becomes } = await open({
    graph: { nodes: [], edges: [], more: false },
    handlers: { 'POST /tasks/12/subtasks': () => ({ ...answer, subtaskId: 21 }) },
  });
  expect(await screen.findByText(/^Zatím tu nejsou žádné podúkoly/)).toBeVisible();
  becomes({ nodes: [first], edges: [], more: false });
  await user.type(screen.getByRole('textbox', { name: 'Název podúkolu' }), 'Zaměřit halu{Enter}');
  await waitFor(() => expect(sent('POST', '/tasks/12/subtasks')[0]?.body).toEqual({ name: 'Zaměřit halu' }));
  expect(await within(await dialog()).findByText('1 z 1')).toBeVisible();
});

it('says that there is no such task', async () => {
  await open({
    address: '/tasks?graph=77',
    handlers: {
      'GET /tasks/:id': () => problem(404, 'task.not-found'),
      'GET /tasks/:id/graph': () => problem(404, 'task.not-found'),
    },
  });
  expect(await screen.findByText('Takový úkol neexistuje.')).toBeVisible();
});

it('shows the network of a deleted task, with what was deleted in it, and changes nothing', async () => {
  const at = '2026-11-27T09:00:00.000Z';
  const gone = { ...second, deleted: true, can: { predecessors: 'task.deleted' } } as const;
  const opened = await open({
    handlers: {
      'GET /tasks/:id': ({ query }) =>
        query.get('deleted') === 'true'
          ? aTask({
              id: 12,
              type: 'graph',
              deleted: { at, by: petr },
              can: { ...aTask().can, subtasks: 'task.auditor' },
            })
          : problem(404, 'task.not-found'),
      'GET /tasks/12/graph': ({ query }) =>
        query.get('deleted') === 'true'
          ? { ...network, nodes: [third, gone, first, hidden] }
          : problem(404, 'task.not-found'),
    },
  });
  const list = await outline(opened);
  const [, item] = within(list).getAllByRole('listitem');
  expect(item).toHaveTextContent('Objednat regály');
  expect(item).toHaveTextContent('smazaný');
  expect(within(await dialog()).getByText('1 z 2')).toBeVisible();
  expect(within(await dialog()).queryByRole('textbox')).toBeNull();
});
