import type { BoardAnswer, TaskRowAnswer } from '@gos/contract';
import type { BoardSection } from '@gos/domain';
import { aProject } from './project-fixtures';
import { type Call, type Handlers, jan, json, problem, serve, signedIn } from './server';
import { aBoard, aRow, karla, me, petr } from './task-fixtures';

interface Scene {
  readonly project?: Parameters<typeof aProject>[0];
  readonly boards?: readonly BoardAnswer[];
  readonly tasks?: readonly TaskRowAnswer[];
  readonly handlers?: Handlers;
}

export const inBoard = (boardId: number, given: Partial<TaskRowAnswer>): TaskRowAnswer =>
  aRow({ project: { id: 5, name: 'Orlice 2.0' }, board: { id: boardId, name: '' }, revision: 1, ...given });

export const twoBoards: readonly BoardAnswer[] = [
  aBoard({ id: 8, name: 'Evidence', section: 'todo', order: 'a', assignedUser: karla }),
  aBoard({ id: 9, name: 'Přihlášení', section: 'todo', order: 'b' }),
];

export const fourTasks: readonly TaskRowAnswer[] = [
  inBoard(8, { id: 12, name: 'Migrace karet', order: 'a' }),
  inBoard(8, { id: 13, name: 'Tiskové sestavy', order: 'b', state: 'fulfilled', contractor: me, solver: petr }),
  inBoard(9, { id: 14, name: 'Firemní účet', order: 'a' }),
  inBoard(9, { id: 15, name: 'Obnova hesla', order: 'b', state: 'solved' }),
];

const pageOf = <T>(items: readonly T[], query: URLSearchParams) => {
  const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
  return { items: items.slice((page - 1) * pageSize, page * pageSize), total: items.length, page, pageSize };
};

const numberIn = (path: string) => Number(/\d+/.exec(path)?.[0]);

/** A project's boards and tasks as the server keeps them: what is moved there stays there. */
export function serveBoards({ project = {}, boards = twoBoards, tasks = fourTasks, handlers = {} }: Scene = {}) {
  const kept = {
    project: aProject(project),
    boards: [...boards],
    tasks: [...tasks],
    deleted: [] as BoardAnswer[],
  };
  let position = 100;
  const answer = (id: number, revision = 2) => ({ id, revision, position: String(++position), eventId: 'event-1' });
  /** The lists before the last change, which an undo restores. */
  let before = { boards: kept.boards, tasks: kept.tasks, deleted: kept.deleted };
  const remember = () => {
    before = { boards: [...kept.boards], tasks: [...kept.tasks], deleted: [...kept.deleted] };
  };
  const counted = (board: BoardAnswer): BoardAnswer => {
    const taskCounts = { created: 0, assigned: 0, fulfilled: 0, returned: 0, solved: 0 };
    for (const { board: at, state } of kept.tasks) if (at?.id === board.id) taskCounts[state]++;
    return { ...board, taskCounts };
  };
  const taskLists = ({ query }: Call) => {
    const board = query.get('board');
    if (board === null) return pageOf([], query);
    const rows = kept.tasks.filter(
      (row) =>
        String(row.board?.id ?? 'none') === board &&
        (query.getAll('state').length === 0 || query.getAll('state').includes(row.state)),
    );
    return pageOf(
      rows.toSorted((a, b) => ((a.order ?? '') < (b.order ?? '') ? -1 : 1)),
      query,
    );
  };
  const ordered = (
    body: { readonly beforeId: number | null },
    among: readonly { id: number; order: string | null }[],
  ) => {
    const next = among.find(({ id }) => id === body.beforeId)?.order;
    return next === undefined || next === null ? 'z' : `${String.fromCharCode(next.charCodeAt(0) - 1)}V`;
  };
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, role: 'member' as const }),
    'GET /projects': () => pageOf([kept.project], new URLSearchParams()),
    'GET /projects/:id': () => kept.project,
    'GET /projects/:id/boards': ({ query }) =>
      pageOf(
        [
          ...kept.boards.map(counted),
          ...(query.get('deleted') === 'true'
            ? kept.deleted.map(({ can: _, ...board }) => aBoard({ ...board, deleted: true }))
            : []),
        ],
        query,
      ),
    'GET /boards/:id': ({ path }) => {
      const board = kept.boards.find(({ id }) => id === numberIn(path));
      return board === undefined ? problem(404, 'board.not-found') : counted(board);
    },
    'GET /tasks': taskLists,
    'GET /users': () =>
      pageOf(
        [me, karla, petr].map((user) => ({ ...jan, ...user, email: null, role: 'member' as const })),
        new URLSearchParams(),
      ),
    'PUT /me/preferences/:key': () => ({ value: null }),
    'POST /tasks/:id/move': ({ path, body }) => {
      remember();
      const id = numberIn(path);
      const to = body as { readonly boardId: number | null; readonly beforeId: number | null };
      const row = kept.tasks.find((one) => one.id === id)!;
      const others = kept.tasks.filter((one) => one.id !== id);
      const among = others.filter(({ board }) => (board?.id ?? null) === to.boardId);
      const moved = {
        ...row,
        board: to.boardId === null ? null : { id: to.boardId, name: '' },
        order: to.boardId === null ? null : ordered(to, among),
        revision: row.revision + 1,
      };
      kept.tasks = [...others, moved];
      return answer(id, moved.revision);
    },
    'POST /boards/:id/move': ({ path, body }) => {
      remember();
      const id = numberIn(path);
      const to = body as { readonly section: BoardSection; readonly beforeId: number | null };
      const board = kept.boards.find((one) => one.id === id)!;
      const others = kept.boards.filter((one) => one.id !== id);
      const among = others.filter(({ section }) => section === to.section);
      kept.boards = [...others, { ...board, section: to.section, order: ordered(to, among), revision: 2 }];
      return answer(id);
    },
    'DELETE /boards/:id': ({ path }) => {
      remember();
      const id = numberIn(path);
      kept.deleted.push(...kept.boards.filter((board) => board.id === id));
      kept.boards = kept.boards.filter((board) => board.id !== id);
      return answer(id);
    },
    'POST /undo': () => {
      Object.assign(kept, before);
      return answer(1);
    },
    'POST /boards/:id/undelete': ({ path }) => {
      const id = numberIn(path);
      kept.boards.push(...kept.deleted.filter((board) => board.id === id));
      kept.deleted = kept.deleted.filter((board) => board.id !== id);
      return answer(id);
    },
    'POST /projects/:id/boards': ({ body }) => {
      kept.boards.push(aBoard({ id: 20, ...(body as Partial<BoardAnswer>), order: 'x' }));
      return json(201, answer(20, 1));
    },
    'PATCH /boards/:id': ({ path, body }) => {
      const id = numberIn(path);
      kept.boards = kept.boards.map((board) =>
        board.id === id ? { ...board, ...(body as Partial<BoardAnswer>), revision: 2 } : board,
      );
      return answer(id);
    },
    ...handlers,
  });
  return {
    calls,
    kept,
    sent: (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path),
  };
}
