import type { Change, Page, TaskRowAnswer } from '@gos/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { meQuery, userKeys } from '../entities/user/users.api';
import { createLiveCache } from '../lib/live-cache';
import { jan } from '../testing/server';
import { aRow, karla, me } from '../testing/task-fixtures';
import { activeSince, anEntry } from '../testing/work-fixtures';
import { liveHandlers } from './live-handlers';

const row = (id: number, more: Partial<TaskRowAnswer> = {}): TaskRowAnswer =>
  aRow({ id, name: `Task ${id}`, contractor: me, ...more });

const page = (...items: TaskRowAnswer[]): Page<TaskRowAnswer> => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 25,
});
const listKey = ['tasks', 'list', { list: 'given', page: 1, pageSize: 25 }];
const changed = (doc: TaskRowAnswer, position = '9'): Change => ({
  model: 'task',
  id: doc.id,
  revision: doc.revision,
  position,
  doc,
});

function setUp() {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(meQuery.queryKey, jan);
  client.setQueryData(listKey, page(row(1), row(2)));
  const names = () => client.getQueryData<Page<TaskRowAnswer>>(listKey)?.items.map(({ name }) => name);
  const stale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  return { client, cache: createLiveCache(client, liveHandlers), names, stale };
}

it('shows a newer row at once, in its place', () => {
  const { cache, names } = setUp();
  cache.changed([changed(row(2, { name: 'Renamed', revision: 4 }))]);
  expect(names()).toEqual(['Task 1', 'Renamed']);
});

it('keeps the row that is shown when an older one comes late', () => {
  const { cache, names } = setUp();
  cache.changed([changed(row(1, { name: 'Old', revision: 2 }))]);
  expect(names()).toEqual(['Task 1', 'Task 2']);
});

it('leaves pages alone that do not hold the task', () => {
  const { client, cache } = setUp();
  const before = client.getQueryData(listKey);
  cache.changed([changed(row(77))]);
  expect(client.getQueryData(listKey)).toBe(before);
});

it('takes a row away that may not be seen any more', () => {
  const { client, cache, names } = setUp();
  client.setQueryData(['tasks', 'detail', 1], row(1));
  cache.changed([{ model: 'task', id: 1, gone: true, position: '9' }]);
  expect(names()).toEqual(['Task 2']);
  expect(client.getQueryData(['tasks', 'detail', 1])).toBeUndefined();
});

it('asks again once for many changes, and only for what is looked at', async () => {
  const { client, cache, stale } = setUp();
  const other = ['tasks', 'list', { list: 'planned', page: 1, pageSize: 25 }];
  client.setQueryData(other, page());
  client.setQueryData(['tasks', 'counts'], {});
  const fetchList = vi.fn(async () => page(row(1), row(2)));
  const stop = new QueryObserver(client, { queryKey: listKey, queryFn: fetchList }).subscribe(() => undefined);
  for (let revision = 4; revision < 24; revision++) cache.changed([changed(row(1, { revision }))]);
  expect(fetchList).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(fetchList).toHaveBeenCalledOnce();
  expect(stale(other)).toBe(true);
  expect(stale(['tasks', 'counts'])).toBe(true);
  stop();
});

it('asks again for the task that changed and for no other', async () => {
  const { client, cache, stale } = setUp();
  for (const id of [1, 2]) {
    client.setQueryData(['tasks', 'activity', id], { items: [], total: 0 });
    client.setQueryData(['tasks', 'comments', id], { items: [], total: 0, deleted: 0 });
  }
  client.setQueryData(['tasks', 'detail', 1], row(1));
  cache.changed([changed(row(1, { revision: 4 }))]);
  await vi.advanceTimersByTimeAsync(100);
  expect(stale(['tasks', 'detail', 1])).toBe(true);
  expect(stale(['tasks', 'activity', 1])).toBe(true);
  expect(stale(['tasks', 'comments', 1])).toBe(true);
  expect(stale(['tasks', 'activity', 2])).toBe(false);
  expect(stale(['tasks', 'comments', 2])).toBe(false);
});

it('lets an answer come before it asks again, however fast the changes are', async () => {
  const { client, cache } = setUp();
  const slow = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return page(row(1));
  });
  const stop = new QueryObserver(client, { queryKey: listKey, queryFn: slow }).subscribe(() => undefined);
  for (let tick = 0; tick < 100; tick++) {
    cache.changed([changed(row(1, { revision: 4 + tick }))]);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(client.getQueryData<Page<TaskRowAnswer>>(listKey)?.total).toBe(1);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(slow).toHaveBeenCalledTimes(3);
  stop();
});

it('asks again for the people when one changed, not for the tasks', async () => {
  const { client, cache, stale } = setUp();
  client.setQueryData(['users', 'list'], page());
  cache.changed([{ model: 'user', id: 1, revision: 2, position: '9' }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(stale(['users', 'list'])).toBe(true);
  expect(stale(listKey)).toBe(false);
});

it('asks again for projects when one changed, and for the tasks in which its name stands', async () => {
  const { client, cache, stale } = setUp();
  client.setQueryData(['projects', 'detail', 5], { id: 5 });
  client.setQueryData(['projects', 'list', 'active'], [{ id: 5 }, { id: 6 }]);
  cache.changed([{ model: 'project', id: 5, revision: 2, position: '9' }]);
  await vi.advanceTimersByTimeAsync(100);
  expect(stale(['projects', 'detail', 5])).toBe(true);
  expect(stale(['projects', 'list', 'active'])).toBe(true);
  expect(stale(listKey)).toBe(true);
});

it('takes a project that may not be seen any more out of the menus at once', () => {
  const { client, cache } = setUp();
  client.setQueryData(['projects', 'detail', 5], { id: 5 });
  client.setQueryData(['projects', 'list', 'active'], [{ id: 5 }, { id: 6 }]);
  cache.changed([{ model: 'project', id: 5, gone: true, position: '9' }]);
  expect(client.getQueryData(['projects', 'list', 'active'])).toEqual([{ id: 6 }]);
  expect(client.getQueryData(['projects', 'detail', 5])).toBeUndefined();
});

it('asks again for everything after a gap that cannot be told', () => {
  const { cache, stale } = setUp();
  cache.resync();
  expect(stale(listKey)).toBe(true);
});

describe('lists of a board', () => {
  const evidence = { id: 8, name: 'Evidence' };
  const board = (id: number, number: number, order: string) =>
    row(id, { board: { ...evidence, id: number }, project: { id: 5, name: 'Orlice' }, order });
  const key = (number: number) => [
    'tasks',
    'list',
    { list: 'all', board: number, sort: 'order', page: 1, pageSize: 100 },
  ];

  function withBoards() {
    const { client, cache } = setUp();
    client.setQueryData(key(8), page(board(1, 8, 'V1'), board(2, 8, 'V2')));
    client.setQueryData(key(9), page(board(3, 9, 'V2')));
    const ids = (number: number) => client.getQueryData<Page<TaskRowAnswer>>(key(number))?.items.map(({ id }) => id);
    return { cache, ids };
  }

  it('follow a task that somebody moves to another board', () => {
    const { cache, ids } = withBoards();
    cache.changed([changed({ ...board(1, 9, 'V1'), revision: 4 })]);
    expect([ids(8), ids(9)]).toEqual([[2], [1, 3]]);
  });

  it('follow a new order, which is no new revision', () => {
    const { cache, ids } = withBoards();
    cache.changed([changed(board(1, 8, 'V3'))]);
    expect(ids(8)).toEqual([2, 1]);
  });

  it('do not go back to an older state', () => {
    const { cache, ids } = withBoards();
    cache.changed([changed({ ...board(1, 9, 'V1'), revision: 2 })]);
    expect([ids(8), ids(9)]).toEqual([[1, 2], [3]]);
  });
});

describe('work', () => {
  const active = ['work', 'active'];
  const ofTask = (id: number) => ['work', 'task', id];
  const work = (given: Parameters<typeof anEntry>[0] = {}): Change => {
    const doc = anEntry(given);
    return { model: 'work', id: doc.id, revision: doc.revision, position: '9', doc };
  };
  async function after(change: Change) {
    const { client, cache, stale } = setUp();
    client.setQueryData(active, activeSince(5));
    for (const id of [12, 13]) client.setQueryData(ofTask(id), []);
    cache.changed([change]);
    await vi.advanceTimersByTimeAsync(100);
    return { active: stale(active), task12: stale(ofTask(12)), task13: stale(ofTask(13)) };
  }

  it("of one's own in another window asks again what is active", async () => {
    expect(await after(work({ task: { id: 13, name: 'Školení' } }))).toEqual({
      active: true,
      task12: false,
      task13: true,
    });
  });

  it("of others asks again what is active only where it counts in that task's time", async () => {
    expect((await after(work({ user: karla }))).active).toBe(true);
    expect((await after(work({ user: karla, task: { id: 13, name: 'Školení' } }))).active).toBe(false);
  });

  it('on a task that is hidden, or shown again, has a name or none', async () => {
    const { client, cache, stale } = setUp();
    const recent = ['work', 'recent'];
    const told = async (change: Change, of: { id: number | null; name: string | null }) => {
      client.setQueryData(recent, [anEntry({ task: of })]);
      cache.changed([change]);
      await vi.advanceTimersByTimeAsync(100);
      return stale(recent);
    };
    const gone: Change = { model: 'task', id: 12, gone: true, position: '9' };
    const shown: Change = { model: 'task', id: 12, revision: 9, position: '9' };
    const here = { id: 12, name: 'Migrace' };
    expect(await told(gone, here)).toBe(true);
    expect(await told(gone, { id: 13, name: 'Školení' })).toBe(false);
    expect(await told(shown, { id: null, name: null })).toBe(true);
    expect(await told(shown, here)).toBe(false);
  });

  it('that is not told asks again for all', async () => {
    const change: Change = { model: 'work', id: 31, gone: true, position: '9' };
    expect(await after(change)).toEqual({ active: true, task12: true, task13: true });
  });
});

it.each([
  ['a collaborator', 'collaborator', true],
  ['everybody else', 'member', false],
] as const)('asks for pictures again when a task may bring other people, for %s', async (_, role, asked) => {
  const { client, cache, stale } = setUp();
  client.setQueryData(meQuery.queryKey, { ...jan, role });
  client.setQueryData(userKeys.avatars, { items: [] });
  cache.changed([changed(row(1, { revision: 4 }))]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stale(userKeys.avatars)).toBe(asked);
});

it('asks for pictures again when somebody has changed', async () => {
  const { client, cache, stale } = setUp();
  client.setQueryData(userKeys.avatars, { items: [] });
  cache.changed([{ model: 'user', id: 2, revision: 1, position: '9' }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stale(userKeys.avatars)).toBe(true);
});
