import type { TaskAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Call, type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';
import { aBoard, anItem, aProject, aRow, aTask, karla, me } from '../../testing/task-fixtures';

const answer = { id: 12, revision: 4, position: '100' };
const orlice = { id: 5, name: 'Orlice 2.0' };
const sklad = { id: 6, name: 'Sklad Hradec' };
const evidence = { id: 8, name: 'Evidence' };
const readers = { id: 10, name: 'Mobilní čtečky' };
const placed = { contractor: me, project: orlice, board: evidence, order: 'V00001' } satisfies Partial<TaskAnswer>;

interface Opened {
  readonly task?: Partial<TaskAnswer>;
  readonly handlers?: Handlers;
  readonly language?: 'cs' | 'en';
  readonly address?: string;
}

async function open({ task = {}, handlers = {}, language = 'cs', address = '/tasks?taskId=12' }: Opened = {}) {
  haveSession();
  if (language === 'en') localStorage.setItem('lng', 'en');
  let present = aTask(task);
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member', language, projects: { 5: 'edit', 6: 'edit' } }),
    'GET /tasks': () => pageOf([aRow(task)]),
    'GET /tasks/12': () => present,
    'GET /tasks/12/activity': () => ({ items: [anItem()], total: 1 }),
    'GET /tasks/12/comments': () => pageOf([]),
    'GET /users': () => pageOf([]),
    'GET /projects': ({ query }: Call) =>
      pageOf(query.get('active') === 'false' ? [] : [aProject(orlice), aProject(sklad)]),
    'GET /projects/5': () => aProject(orlice),
    'GET /projects/5/boards': () => pageOf([aBoard({ ...readers, section: 'backlog' }), aBoard(evidence)]),
    'GET /projects/6/boards': () => pageOf([]),
    'GET /boards/8': () => aBoard({ ...evidence, deadline: '2099-05-20T21:59:00.000Z' }),
    ...handlers,
  });
  const app = await renderApp(address);
  const panel = await screen.findByRole('dialog', { name: 'Migrace skladových karet' });
  return {
    ...app,
    panel,
    calls,
    becomes: (next: Partial<TaskAnswer>) => {
      present = aTask({ ...task, ...next });
    },
    moves: () =>
      calls.filter(({ method, path }) => method === 'POST' && path === '/tasks/12/move').map(({ body }) => body),
  };
}

const board = (panel: HTMLElement) => within(panel).getByRole('button', { name: /^Upravit: Nástěnka/ });

it('moves a task to another board at once and offers the way back', async () => {
  let release: (value: unknown) => void = () => undefined;
  const { user, panel, calls, moves, becomes } = await open({
    task: placed,
    handlers: {
      'POST /tasks/12/move': () =>
        new Promise((resolve) => {
          release = resolve;
        }),
      'POST /undo': () => answer,
    },
  });
  await user.click(board(panel));
  await user.keyboard('ctecky{Enter}');
  await waitFor(() => expect(board(panel)).toHaveTextContent('Mobilní čtečky'));
  expect(within(panel).getByRole('link', { name: 'Mobilní čtečky' })).toHaveAttribute(
    'href',
    '/tasks/project/5/board/10',
  );
  expect(moves()).toEqual([{ projectId: 5, boardId: 10 }]);
  becomes({ board: readers });
  release({ ...answer, eventId: 'move' });
  expect((await screen.findAllByText('Úkol #12 přesunut'))[0]).toBeVisible();
  becomes({ board: evidence });
  await user.click(screen.getByRole('button', { name: /^Zpět/ }));
  await waitFor(() => expect(board(panel)).toHaveTextContent('Evidence'));
  expect(calls.filter(({ path }) => path === '/undo').map(({ body }) => body)).toEqual([{ eventId: 'move' }]);
});

it('takes a refused move back and says why', async () => {
  const { user, panel } = await open({
    language: 'en',
    task: placed,
    handlers: { 'POST /tasks/12/move': () => problem(409, 'project.inactive') },
  });
  await user.click(within(panel).getByRole('button', { name: /^Edit: Project/ }));
  await user.click(await screen.findByRole('option', { name: 'Sklad Hradec' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "Task wasn't moved to board The project is not active and takes no new tasks.",
  );
  expect(within(panel).getByRole('button', { name: /^Edit: Project/ })).toHaveTextContent('Orlice 2.0');
  expect(within(panel).getByRole('button', { name: /^Edit: Board/ })).toHaveTextContent('Evidence');
});

it('moves by keyboard alone, project and board in one step', async () => {
  const { user, panel, moves } = await open({
    task: { contractor: me },
    handlers: { 'POST /tasks/12/move': () => answer },
  });
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Přesunout úkol' });
  const chosen = within(dialog).getByRole('button', { name: /^Projekt/ });
  await waitFor(() => expect(chosen).toHaveFocus());
  expect(within(dialog).getByRole('button', { name: 'Přesunout' })).toBeDisabled();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: 'Orlice 2.0' });
  await user.keyboard('orlice{Enter}');
  await waitFor(() => expect(chosen).toHaveTextContent('Orlice 2.0'));
  await user.tab();
  expect(within(dialog).getByRole('button', { name: /^Nástěnka/ })).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: 'Evidence' });
  await user.keyboard('evid{Enter}');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(moves()).toEqual([{ projectId: 5, boardId: 8 }]));
  expect(screen.queryByRole('dialog', { name: 'Přesunout úkol' })).toBeNull();
});

it('says of a task in no project that it is in none, where a board would be chosen', async () => {
  const { user, panel, moves } = await open({ task: { contractor: me } });
  await user.click(board(panel));
  const group = await screen.findByRole('group', { name: 'Úkol není v žádném projektu.' });
  await user.click(within(group).getByRole('option', { name: 'Vybrat projekt…' }));
  expect(await screen.findByRole('option', { name: 'Sklad Hradec' })).toBeVisible();
  expect(moves()).toEqual([]);
});

it('leads to project and board, and says why they may not be changed', async () => {
  const { user, panel } = await open({ task: { ...placed, contractor: karla } });
  expect(within(panel).queryByRole('button', { name: /^Upravit: (Projekt|Nástěnka)/ })).toBeNull();
  for (const [name, href] of [
    ['Orlice 2.0', '/tasks/project/5'],
    ['Evidence', '/tasks/project/5/board/8'],
  ] as const) {
    for (const link of within(panel).getAllByRole('link', { name })) expect(link).toHaveAttribute('href', href);
  }
  await user.click(within(panel).getByRole('button', { name: 'Další akce' }));
  expect(
    await screen.findByRole('menuitem', { name: /^Přesunout do projektu nebo na nástěnku… Vaše role/ }),
  ).toHaveAttribute('aria-disabled', 'true');
});

it("takes over the board's deadline", async () => {
  const { user, panel, calls } = await open({ task: placed, handlers: { 'POST /tasks/12/deadline': () => answer } });
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Termín/ }));
  const choice = await screen.findByRole('button', { name: /^Termín nástěnky/ });
  await waitFor(() => expect(choice).toHaveTextContent('2099'));
  await user.click(choice);
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/tasks/12/deadline')?.body).toEqual({
      deadline: '2099-05-20T21:59:00.000Z',
    }),
  );
});

it.each([
  ['edit', { name: 'Export karet', projectId: 5, boardId: 8 }],
  ['view', { name: 'Export karet' }],
] as const)('puts a subtask beside its task for whoever has `%s` as they may', async (held, body) => {
  const { user, panel, calls } = await open({
    task: placed,
    handlers: {
      'GET /projects/5': () => aProject(orlice, held),
      'POST /tasks/12/subtasks': () => ({ ...answer, subtaskId: 13 }),
    },
  });
  await user.click(within(panel).getByRole('button', { name: /Přidat podúkol/ }));
  await user.keyboard('Export karet{Enter}');
  await waitFor(() => expect(calls.find(({ path }) => path === '/tasks/12/subtasks')?.body).toEqual(body));
});

it('shows where the task was at a moment, and what changed since', async () => {
  const past = { ...placed, board: readers };
  const { user, panel } = await open({
    task: placed,
    handlers: {
      'GET /tasks/12': ({ query }: Call) => aTask(query.has('at') ? past : placed),
      'GET /tasks/12/diff': () => ({ from: '', to: '', changes: [{ field: 'board', from: readers, to: evidence }] }),
    },
  });
  await user.click(await within(panel).findByRole('button', { name: 'Ukázat úkol v tomto okamžiku' }));
  const moment = await within(panel).findByRole('region', { name: 'Úkol v minulosti' });
  expect(await within(moment).findByText('Evidence')).toBeVisible();
  expect(within(moment).getByText('Mobilní čtečky')).toBeVisible();
  const properties = within(panel).getByText('Nástěnka', { selector: 'dt' }).parentElement!;
  expect(await within(properties).findByRole('link', { name: 'Mobilní čtečky' })).toBeVisible();
});

it('closes what stands above the task by Escape, and only then the task', async () => {
  const { user, panel } = await open({ task: placed });
  await waitFor(() => expect(panel).toHaveFocus());
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Přesunout úkol' });
  await waitFor(() => expect(within(dialog).getByRole('button', { name: /^Projekt/ })).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Přesunout úkol' })).toBeNull());
  await user.click(within(panel).getByRole('button', { name: /^Upravit: Termín/ }));
  await user.click(await screen.findByRole('button', { name: 'Další měsíc' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Další měsíc' })).toBeNull());
  expect(panel).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Migrace skladových karet' })).toBeNull());
});
