import type { Page, TaskAnswer, TaskRowAnswer } from '@gos/contract';
import { byRank } from '@gos/domain';
import { QueryClient } from '@tanstack/react-query';
import { aRow, aTask, karla, me } from '../../testing/task-fixtures';
import { boardKeys } from '../board/boards.api';
import { showNew } from './change-layer';
import { loadDecisions, showChange } from './shown-changes';
import { addSubtask, editOf, moveTo, type TaskChange, type TaskPlacing, waitFor } from './task-changes';
import { placeRow, placingOf } from './task-copies';
import { type Discussion, type TaskListQuery, taskKeys } from './tasks.api';

beforeAll(loadDecisions);

const reader = { ...me, role: 'member' as const, projects: { 5: 'edit' as const, 6: 'edit' as const } };
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
  const move = (id: number, to: TaskPlacing) => showChange(client, id, moveTo(to), reader);
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
  expect(cards('none')).toEqual([2, 4]);
  move(2, { project: sklad, board: null });
  expect(ids(all)).toEqual([1, 3, 4]);
  expect(cards('none')).toEqual([4]);
});

it('takes a refused move back everywhere', () => {
  const { ids, cards, move } = setUp();
  move(1, { project: orlice, board: readers }).takeBack();
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

describe('changes that are not settled yet', () => {
  const named = (name: string) => editOf({ name }, 3);
  const urgent = editOf({ priority: 9 }, 3);

  function both() {
    const { client, all } = setUp();
    const shown = () => {
      const rows = client.getQueryData<Page<TaskRowAnswer>>(taskKeys.list(all))?.items ?? [];
      return rows.slice(0, 2).map(({ name, priority }) => [name, priority]);
    };
    const before = shown();
    const show = (id: number, change: TaskChange) => showChange(client, id, change, reader);
    return { client, all, shown, before, show };
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

  it('lie over what somebody else changes meanwhile, which stays when they are refused', () => {
    const { client, shown, before, show } = both();
    const name = show(1, named('Jiný název'));
    placeRow(client, { ...first, priority: 8, revision: 4 });
    expect(shown()[0]).toEqual(['Jiný název', 8]);
    name.takeBack();
    expect(shown()[0]).toEqual([before[0]?.[0], 8]);
  });

  it('lie over what is asked for meanwhile, whether or not it holds them already', () => {
    const { client, all, shown, show } = both();
    const name = show(1, named('Jiný název'));
    const answer = (row: TaskRowAnswer) =>
      client.setQueryData(taskKeys.list(all), { items: [row, second], total: 2, page: 1, pageSize: 25 });
    answer({ ...first, priority: 7, revision: 4 });
    expect(shown()[0]).toEqual(['Jiný název', 7]);
    answer({ ...first, name: 'Jiný název', priority: 7, revision: 5 });
    expect(shown()[0]).toEqual(['Jiný název', 7]);
    name.keep();
    expect(shown()[0]).toEqual(['Jiný název', 7]);
  });

  it('come back when a fetch that began before them is given up', async () => {
    const { client, all, shown, show } = both();
    const given = client.fetchQuery({
      queryKey: taskKeys.list(all),
      queryFn: () => new Promise<never>(() => undefined),
    });
    given.catch(() => undefined);
    show(1, named('Jiný název'));
    await client.cancelQueries({ queryKey: taskKeys.list(all) });
    expect(shown()[0]?.[0]).toBe('Jiný název');
  });

  it('leave what is stale stale', async () => {
    const { client, all, show } = both();
    await client.invalidateQueries({ queryKey: taskKeys.list(all) });
    show(1, named('Jiný název')).keep();
    expect(client.getQueryState(taskKeys.list(all))?.isInvalidated).toBe(true);
  });

  it('show nothing of what the domain refuses, and are sent all the same', () => {
    const { client, shown, before } = both();
    showChange(client, 1, named('Jiný název'), { ...reader, projects: {} });
    expect(shown()).toEqual(before);
  });
});

describe('the open task', () => {
  function open(given: Partial<TaskAnswer> = {}) {
    const client = new QueryClient();
    client.setQueryData(taskKeys.detail(1), aTask({ ...first, ...given }, 'member', reader.projects));
    client.setQueryData(taskKeys.comments(1), { items: [], total: 0, deleted: 0 });
    client.setQueryData(taskKeys.counts, { 'to-complete': 1, given: 0, 'to-accept': 0, notified: 0, planned: 0 });
    const detail = () => client.getQueryData<TaskAnswer>(taskKeys.detail(1))!;
    const comments = () => client.getQueryData<Discussion>(taskKeys.comments(1))!.items;
    return { client, detail, comments, show: (change: TaskChange) => showChange(client, 1, change, reader) };
  }

  it('offers after a change what the server will offer, and moves the numbers', () => {
    const { client, detail, show } = open();
    show({ type: 'complete', body: { result: ' Hotovo ' } });
    expect(detail()).toMatchObject({
      state: 'fulfilled',
      result: 'Hotovo',
      can: { complete: 'task.already-fulfilled' },
    });
    expect(client.getQueryData(taskKeys.counts)).toMatchObject({ 'to-complete': 0 });
  });

  it('shows a comment once, also when its answer comes after the comment itself', () => {
    const { client, comments, show } = open();
    const sent = show({ type: 'comment', body: { text: 'Jdu na to' } });
    expect(comments()).toMatchObject([{ id: -1, text: 'Jdu na to', by: me }]);
    const told = {
      id: 1,
      at: '2026-11-21T12:00:00.000Z',
      by: me,
      text: 'Jdu na to',
      rating: null,
      costReduction: null,
    };
    client.setQueryData(taskKeys.comments(1), { items: [told], total: 1, deleted: 0 });
    expect(comments()).toEqual([told]);
    sent.keep();
    expect(comments()).toEqual([told]);
  });

  it('shows the comment of an acceptance with its rating', () => {
    const { comments, show } = open({ contractor: me, state: 'fulfilled' });
    show({ type: 'accept', body: { comment: 'Díky', rating: 5 } });
    expect(comments()).toMatchObject([{ text: 'Díky', rating: 5 }]);
  });

  it('counts a subtask once, also when it comes before its answer', () => {
    const { client, detail, show } = open();
    const sent = show(addSubtask({ name: 'Příprava' }));
    expect(detail()).toMatchObject({ openSubtasks: 1, subtasks: [{ id: -1, name: 'Příprava', state: 'created' }] });
    const told = { id: 90, name: 'Příprava', state: 'created' as const, solver: null };
    client.setQueryData(taskKeys.detail(1), { ...aTask(first), openSubtasks: 1, subtasks: [told] });
    sent.keep();
    expect(detail()).toMatchObject({ openSubtasks: 1, subtasks: [told] });
  });

  it('waits for a predecessor, and no longer without one', () => {
    const { detail, show } = open();
    show(waitFor({ id: 40, name: 'Smlouva', state: 'assigned' })).keep();
    expect(detail()).toMatchObject({ waiting: true, predecessors: [{ id: 40 }], can: { complete: 'task.waiting' } });
    show({ type: 'removePredecessor', body: { taskId: 40 } });
    expect(detail()).toMatchObject({ waiting: false, predecessors: [], can: { complete: true } });
  });
});

it('makes the row of a task that was just created as the server will', async () => {
  const { client, cards } = setUp();
  const body = { name: 'Nový', projectId: 5, boardId: 8 };
  showNew(
    client,
    { id: 50, revision: 1, position: '9' },
    body,
    { project: orlice, board: evidence, person: karla },
    reader,
  );
  expect(cards(8)).toEqual([1, 2, 50]);
  const row = client.getQueryData<readonly TaskRowAnswer[]>(boardKeys.tasks(5, 8))?.at(-1);
  expect(row).toMatchObject({
    name: 'Nový',
    contractor: me,
    solver: karla,
    state: 'assigned',
    priority: 5,
    revision: 1,
  });
});
