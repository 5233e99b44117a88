import type { BoardAnswer, Change, TaskRowAnswer } from '@gos/contract';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { type BoardPlaceId, boardKeys, noBoard } from '../entities/board/boards.api';
import { createLiveCache } from '../lib/live-cache';
import { aBoard, aRow } from '../testing/task-fixtures';
import { liveHandlers } from './live-handlers';

const orlice = { id: 5, name: 'Orlice 2.0' };
const at = (board: number | null, id: number, order: string | null, more: Partial<TaskRowAnswer> = {}) =>
  aRow({ id, order, project: orlice, board: board === null ? null : { id: board, name: '' }, revision: 3, ...more });

function setUp() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(boardKeys.list(5), [aBoard({ id: 8, name: 'Evidence' }), aBoard({ id: 9, order: 'W' })]);
  client.setQueryData(boardKeys.tasks(5, 8), [at(8, 11, 'a'), at(8, 12, 'b')]);
  client.setQueryData(boardKeys.tasks(5, 9), [at(9, 21, 'a')]);
  client.setQueryData(boardKeys.tasks(5, noBoard), [at(null, 91, null)]);
  const cache = createLiveCache(client, liveHandlers);
  const ids = (place: BoardPlaceId) =>
    client.getQueryData<readonly TaskRowAnswer[]>(boardKeys.tasks(5, place))?.map(({ id }) => id);
  const boards = () => client.getQueryData<readonly BoardAnswer[]>(boardKeys.list(5));
  /** Keys of the visible queries that were refetched. */
  const asked: string[] = [];
  function show(...keys: readonly QueryKey[]) {
    for (const queryKey of keys) {
      const queryFn = () => {
        asked.push(JSON.stringify(queryKey));
        return client.getQueryData(queryKey) ?? null;
      };
      onTestFinished(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
    }
  }
  const isAsked = (key: QueryKey) => asked.includes(JSON.stringify(key));
  return { client, cache, ids, boards, show, isAsked };
}

const changed = (doc: TaskRowAnswer): Change => ({
  model: 'task',
  id: doc.id,
  revision: doc.revision,
  position: '9',
  doc,
});
const boardChanged = (board: BoardAnswer): Change => {
  const { can: _, ...doc } = board;
  return { model: 'board', id: board.id, revision: board.revision, position: '9', doc };
};

it('takes a task that another person moved to its new board, at its place', () => {
  const { cache, ids } = setUp();
  cache.changed([changed(at(9, 12, 'A', { revision: 4 }))]);
  expect(ids(8)).toEqual([11]);
  expect(ids(9)).toEqual([12, 21]);
});

it('takes tasks out of their board, to another project and away', () => {
  const { cache, ids } = setUp();
  cache.changed([
    changed(at(null, 12, null, { revision: 4 })),
    changed(aRow({ id: 21, project: { id: 6, name: 'Jiný' }, board: null, revision: 4 })),
    { model: 'task', id: 11, gone: true, position: '9' },
  ]);
  expect(ids(8)).toEqual([]);
  expect(ids(9)).toEqual([]);
  expect(ids(noBoard)).toEqual([12, 91]);
});

it('shows a task that is new in the project, and none of another', () => {
  const { cache, ids } = setUp();
  cache.changed([changed(at(8, 13, 'aV')), changed(aRow({ id: 14, project: null }))]);
  expect(ids(8)).toEqual([11, 13, 12]);
  expect(ids(noBoard)).toEqual([91]);
});

it('keeps what is newer when an older change comes late', () => {
  const { cache, ids } = setUp();
  cache.changed([changed(at(9, 12, 'A', { revision: 4 })), changed(at(8, 12, 'b', { revision: 3 }))]);
  expect(ids(8)).toEqual([11]);
  expect(ids(9)).toEqual([12, 21]);
});

it('moves a board and keeps what the reader may do with it', () => {
  const { cache, boards } = setUp();
  const { can } = boards()![0]!;
  cache.changed([boardChanged(aBoard({ id: 8, name: 'Evidence', section: 'done', order: 'a', revision: 2 }))]);
  expect(boards()?.[0]).toMatchObject({ section: 'done', order: 'a', can });
});

it('asks again for the boards and the loose tasks when a board comes or goes', async () => {
  vi.useFakeTimers();
  const { cache, boards, show, isAsked } = setUp();
  show(boardKeys.list(5), boardKeys.tasks(5, noBoard), boardKeys.tasks(5, 8));
  cache.changed([{ model: 'board', id: 9, gone: true, position: '9' }]);
  expect(boards()?.map(({ id }) => id)).toEqual([8]);
  await vi.advanceTimersByTimeAsync(100);
  expect(isAsked(boardKeys.list(5))).toBe(true);
  expect(isAsked(boardKeys.tasks(5, noBoard))).toBe(true);
  expect(isAsked(boardKeys.tasks(5, 8))).toBe(false);
});

it('asks again for what may be done with the boards when their project changed', async () => {
  vi.useFakeTimers();
  const { client, cache, show, isAsked } = setUp();
  client.setQueryData(boardKeys.detail(8), aBoard({ id: 8 }));
  show(boardKeys.list(5), boardKeys.detail(8), boardKeys.tasks(5, 8));
  cache.changed([{ model: 'project', id: 6, revision: 2, position: '9' }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(isAsked(boardKeys.list(5))).toBe(false);
  cache.changed([{ model: 'project', id: 5, revision: 2, position: '10' }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(isAsked(boardKeys.list(5))).toBe(true);
  expect(isAsked(boardKeys.detail(8))).toBe(true);
  expect(isAsked(boardKeys.tasks(5, 8))).toBe(false);
});

it('asks again for what was on its way when a change came', async () => {
  vi.useFakeTimers();
  const { client, cache, ids } = setUp();
  const answers = [[at(8, 11, 'a'), at(8, 12, 'b')], [at(8, 11, 'a')]];
  const stop = new QueryObserver(client, {
    queryKey: boardKeys.tasks(5, 8),
    queryFn: async () => {
      const answer = answers.shift();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return answer;
    },
    staleTime: 0,
  }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  cache.changed([changed(at(9, 12, 'A', { revision: 4 }))]);
  await vi.advanceTimersByTimeAsync(600);
  expect(ids(8)).toEqual([11]);
  expect(answers).toEqual([]);
  stop();
});

it('leaves boards of other projects alone', async () => {
  vi.useFakeTimers();
  const { cache, boards, show, isAsked } = setUp();
  show(boardKeys.list(5));
  const before = boards();
  cache.changed([boardChanged(aBoard({ id: 8, projectId: 6, name: 'Cizí', revision: 9 }))]);
  expect(boards()).toBe(before);
  await vi.advanceTimersByTimeAsync(100);
  expect(isAsked(boardKeys.list(5))).toBe(false);
});

it('makes boards stale that are not shown', async () => {
  vi.useFakeTimers();
  const { client, cache } = setUp();
  cache.changed([changed(at(9, 12, 'A', { revision: 4 }))]);
  await vi.advanceTimersByTimeAsync(100);
  for (const key of [boardKeys.list(5), boardKeys.tasks(5, 8)])
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});
