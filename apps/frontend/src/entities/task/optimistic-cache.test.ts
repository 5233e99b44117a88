import type { Page, TaskRowAnswer } from '@gos/contract';
import { byRank } from '@gos/domain';
import { QueryClient } from '@tanstack/react-query';
import { aRow, me } from '../../testing/task-fixtures';
import { boardKeys } from '../board/boards.api';
import { placingOf, showChange, showUntilSettled, takeBack } from './optimistic-cache';
import type { TaskChange } from './task-changes';
import { type TaskListQuery, taskKeys } from './tasks.api';

const reader = { ...me, role: 'member' as const, projects: {} };
const orlice = { id: 5, name: 'Orlice 2.0' };
const sklad = { id: 6, name: 'Sklad Hradec' };
const evidence = { id: 8, name: 'Evidence' };
const readers = { id: 10, name: 'Mobilní čtečky' };

const row = (id: number, board: typeof evidence | null, order: string | null) =>
  aRow({ id, project: orlice, board, order });
const first = row(1, evidence, 'V00000V');
const second = row(2, evidence, 'V00001V');
const third = row(3, readers, 'V00000V');
const loose = row(4, null, null);

const ofBoard = (board: number | 'none', more: Partial<TaskListQuery> = {}): TaskListQuery => ({
  list: 'all',
  page: 1,
  pageSize: 100,
  sort: 'order',
  board,
  ...more,
});

function setUp() {
  const client = new QueryClient();
  const page = (...items: TaskRowAnswer[]): Page<TaskRowAnswer> => ({
    items,
    total: items.length,
    page: 1,
    pageSize: 100,
  });
  const put = (query: TaskListQuery, ...items: TaskRowAnswer[]) =>
    client.setQueryData(taskKeys.list(query), page(...items));
  put(ofBoard(8), first, second);
  put(ofBoard(10), third);
  put(ofBoard('none', { project: 5, sort: 'id' }), loose);
  put({ list: 'all', page: 1, pageSize: 25, project: 5 }, first, second, third, loose);
  client.setQueryData(boardKeys.tasks(5, 8), [first, second]);
  client.setQueryData(boardKeys.tasks(5, 10), [third]);
  client.setQueryData(boardKeys.tasks(5, 'none'), [loose]);
  const ids = (query: TaskListQuery) =>
    client.getQueryData<Page<TaskRowAnswer>>(taskKeys.list(query))?.items.map(({ id }) => id);
  const cards = (board: number | 'none') =>
    client.getQueryData<readonly TaskRowAnswer[]>(boardKeys.tasks(5, board))?.map(({ id }) => id);
  const move = (id: number, to: Omit<Extract<TaskChange, { kind: 'move' }>, 'kind'>) =>
    showChange(client, id, { kind: 'move', ...to }, reader);
  return { client, ids, cards, move, all: { list: 'all', page: 1, pageSize: 25, project: 5 } as const };
}

it('moves a task from one board to the end of another', () => {
  const { ids, cards, move, all } = setUp();
  move(1, { project: orlice, board: readers });
  expect(ids(ofBoard(8))).toEqual([2]);
  expect(ids(ofBoard(10))).toEqual([3, 1]);
  expect(ids(all)).toEqual([1, 2, 3, 4]);
  expect([cards(8), cards(10)]).toEqual([[2], [3, 1]]);
});

it('puts it ahead of the task that was named, between its neighbours', () => {
  const { client, cards, move } = setUp();
  move(3, { project: orlice, board: evidence, beforeId: 2 });
  expect(cards(8)).toEqual([1, 3, 2]);
  const rows = client.getQueryData<readonly TaskRowAnswer[]>(boardKeys.tasks(5, 8)) ?? [];
  const ranked = rows.map(({ id, order }) => ({ id, order: order ?? '' }));
  expect([...ranked].sort(byRank)).toEqual(ranked);
});

it('re-orders within a board', () => {
  const { ids, cards, move } = setUp();
  move(2, { project: orlice, board: evidence, beforeId: 1 });
  expect(ids(ofBoard(8))).toEqual([2, 1]);
  expect(cards(8)).toEqual([2, 1]);
});

it('takes it out of its board, and out of its project', () => {
  const { ids, cards, move, all } = setUp();
  move(2, { project: orlice, board: null });
  expect(ids(ofBoard(8))).toEqual([1]);
  expect(cards('none')).toEqual([4, 2]);
  move(2, { project: sklad, board: null });
  expect(ids(all)).toEqual([1, 3, 4]);
  expect(cards('none')).toEqual([4]);
});

it('takes a refused move back everywhere', () => {
  const { client, ids, cards, move } = setUp();
  takeBack(client, move(1, { project: orlice, board: readers }));
  expect([ids(ofBoard(8)), ids(ofBoard(10))]).toEqual([[1, 2], [3]]);
  expect([cards(8), cards(10)]).toEqual([[1, 2], [3]]);
});

it('knows where a task came from, down to its neighbour', () => {
  const { client } = setUp();
  expect(placingOf(client, 1)).toEqual({ project: orlice, board: evidence, beforeId: 2 });
  expect(placingOf(client, 2)).toEqual({ project: orlice, board: evidence, beforeId: null });
  expect(placingOf(client, 4)).toEqual({ project: orlice, board: null });
  expect(placingOf(client, 99)).toBeNull();
});

it('leaves lists alone that do not hold all of their rows or look for words', () => {
  const { client, ids, move } = setUp();
  const searched = ofBoard(10, { q: 'karty' });
  client.setQueryData(taskKeys.list(searched), { items: [third], total: 1, page: 1, pageSize: 100 });
  const partial = ofBoard(10, { pageSize: 1 });
  client.setQueryData(taskKeys.list(partial), { items: [third], total: 7, page: 1, pageSize: 1 });
  move(1, { project: orlice, board: readers });
  expect([ids(searched), ids(partial)]).toEqual([[3], [3]]);
});

describe('two changes that are not settled yet', () => {
  const named = (name: string, revision = 3) => ({ kind: 'edit', fields: { name }, revision }) as const;
  const urgent = { kind: 'edit', fields: { priority: 9 }, revision: 3 } as const;

  function both() {
    const { client, all } = setUp();
    const shown = () => {
      const rows = client.getQueryData<Page<TaskRowAnswer>>(taskKeys.list(all))?.items ?? [];
      return rows.slice(0, 2).map(({ name, priority }) => [name, priority]);
    };
    const before = shown();
    const show = (id: number, change: TaskChange) => showUntilSettled(client, id, change, reader);
    return { shown, before, show };
  }

  it('are both gone when both are refused, in whatever order', () => {
    for (const order of [(a: () => void, b: () => void) => [a, b], (a: () => void, b: () => void) => [b, a]]) {
      const { shown, before, show } = both();
      const [name, priority] = [show(1, named('Jiný název')), show(1, urgent)];
      for (const refuse of order(name.takeBack, priority.takeBack)) refuse();
      expect(shown()).toEqual(before);
    }
  });

  it('stay apart: the second one is still shown when the first one is refused, of this task and of another', () => {
    const { shown, before, show } = both();
    const name = show(1, named('Jiný název'));
    show(1, urgent);
    show(2, named('Druhý název')).keep();
    name.takeBack();
    expect(shown()).toEqual([
      [before[0]?.[0], 9],
      ['Druhý název', before[1]?.[1]],
    ]);
  });
});
