import type { CommentAnswer, Page, TaskAnswer, TaskCounts, TaskRowAnswer } from '@gos/contract';
import { byRank, type Day, localDay, type Rank, rankBetween } from '@gos/domain';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { timeZone } from '../../lib/installation';
import { type BoardPlaceId, boardKeys, noBoard } from '../board/boards.api';
import type { Reader } from '../user/use-reader';
import { graphKeys } from './graph.api';
import { rowAfter, taskAfter } from './optimistic-task';
import type { TaskChange, TaskPlacing } from './task-changes';
import { belongsToList } from './task-lists';
import { type PlacedQuery, rowsWith } from './task-places';
import { type TaskListQuery, taskKeys } from './tasks.api';

export type CacheSnapshot = readonly (readonly [QueryKey, unknown])[];

/** The day that the server's lists go by. */
const presentDay = (): Day => localDay(Date.now(), timeZone());

function pageAfter(
  page: Page<TaskRowAnswer>,
  key: QueryKey,
  taskId: number,
  change: TaskChange,
  before: TaskRowAnswer | undefined,
  readerId: number,
): Page<TaskRowAnswer> {
  if (change.kind === 'move') return before ? rowsWith(page, key[2] as TaskListQuery, rowAfter(before, change)) : page;
  if (!page.items.some(({ id }) => id === taskId)) return page;
  const { list } = key[2] as TaskListQuery;
  const today = presentDay();
  const items = page.items.flatMap((row) => {
    if (row.id !== taskId) return [row];
    if (change.kind === 'delete') return [];
    const next = rowAfter(row, change);
    return belongsToList(list, next, readerId, today) === false ? [] : [next];
  });
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

/** The tasks of a board, or those of a project that are in none, after a change. All of them are held, not a page. */
function boardAfter(
  rows: readonly TaskRowAnswer[],
  key: QueryKey,
  taskId: number,
  change: TaskChange,
  before: TaskRowAnswer | undefined,
): readonly TaskRowAnswer[] {
  if (before === undefined) return rows;
  if (change.kind === 'delete') return rows.filter(({ id }) => id !== taskId);
  const [project, board] = [key[2] as number, key[3] as BoardPlaceId];
  const asked: PlacedQuery = { list: 'all', ...(board === noBoard ? { project, board } : { board, sort: 'order' }) };
  const page = { items: rows, total: rows.length };
  return rowsWith(page, asked, rowAfter(before, change)).items;
}

/** Moves the numbers in the sidebar together with the row. */
function countsAfter(counts: TaskCounts, before: TaskRowAnswer, after: TaskRowAnswer | null, readerId: number) {
  const today = presentDay();
  const next: Record<string, number> = { ...counts };
  for (const list of Object.keys(counts)) {
    const was = belongsToList(list, before, readerId, today) ?? false;
    const is = after !== null && (belongsToList(list, after, readerId, today) ?? false);
    next[list] = Math.max(0, (next[list] ?? 0) + Number(is) - Number(was));
  }
  return next as TaskCounts;
}

function commentsAfter(
  comments: readonly CommentAnswer[],
  change: TaskChange,
  reader: Reader,
): readonly CommentAnswer[] {
  if (change.kind === 'removeComment' || change.kind === 'restoreComment') {
    const deleted = change.kind === 'removeComment';
    return comments.map((comment) => (comment.id === change.commentId ? { ...comment, deleted } : comment));
  }
  if (change.kind !== 'comment') return comments;
  const sent: CommentAnswer = {
    // Below every real number until the answer brings the true one.
    id: -1 - comments.length,
    at: new Date().toISOString(),
    by: { id: reader.id, name: reader.name },
    text: change.text,
    rating: null,
    costReduction: null,
  };
  return [...comments, sent];
}

const listedRows = (client: QueryClient): TaskRowAnswer[] => [
  ...client.getQueriesData<Page<TaskRowAnswer>>({ queryKey: taskKeys.lists }).flatMap(([, page]) => page?.items ?? []),
  ...client
    .getQueriesData<readonly TaskRowAnswer[]>({ queryKey: boardKeys.taskLists })
    .flatMap(([, rows]) => rows ?? []),
];

type RankedRow = TaskRowAnswer & { readonly order: Rank };

/** The tasks of a board, as far as they are known here, in their order. */
function tasksOfBoard(client: QueryClient, boardId: number): RankedRow[] {
  const rows = listedRows(client).filter((row): row is RankedRow => row.board?.id === boardId && row.order !== null);
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort(byRank);
}

const known = (client: QueryClient, taskId: number): TaskRowAnswer | undefined =>
  listedRows(client).find(({ id }) => id === taskId) ?? client.getQueryData<TaskAnswer>(taskKeys.detail(taskId));

/** Where a task stands, so that it can come back there; null when it isn't known here. */
export function placingOf(client: QueryClient, taskId: number): TaskPlacing | null {
  const row = known(client, taskId);
  if (row === undefined) return null;
  const { project, board } = row;
  if (board === null) return { project, board };
  const tasks = tasksOfBoard(client, board.id);
  const at = tasks.findIndex(({ id }) => id === taskId);
  return { project, board, beforeId: at < 0 ? null : (tasks[at + 1]?.id ?? null) };
}

/** A move with the rank that the server will give, as far as the neighbours are known here. */
function ranked(client: QueryClient, taskId: number, change: TaskChange): TaskChange {
  if (change.kind !== 'move' || change.board === null) return change;
  const others = tasksOfBoard(client, change.board.id).filter(({ id }) => id !== taskId);
  const before = change.beforeId ?? null;
  const found = before === null ? -1 : others.findIndex(({ id }) => id === before);
  const at = found < 0 ? others.length : found;
  return { ...change, order: rankBetween(others[at - 1]?.order ?? null, others[at]?.order ?? null, taskId) };
}

/** Shows a change everywhere at once and answers what was there before. */
export function showChange(client: QueryClient, taskId: number, given: TaskChange, reader: Reader): CacheSnapshot {
  const change = ranked(client, taskId, given);
  const snapshot: [QueryKey, unknown][] = [
    ...client.getQueriesData<unknown>({ queryKey: taskKeys.lists }),
    ...client.getQueriesData<unknown>({ queryKey: boardKeys.taskLists }),
    [taskKeys.counts, client.getQueryData(taskKeys.counts)],
    [taskKeys.detail(taskId), client.getQueryData(taskKeys.detail(taskId))],
    [taskKeys.comments(taskId), client.getQueryData(taskKeys.comments(taskId))],
  ];
  const listed = listedRows(client).find(({ id }) => id === taskId);
  const detail = client.getQueryData<TaskAnswer>(taskKeys.detail(taskId));
  const before = detail ?? listed;
  if (before !== undefined) {
    const after = change.kind === 'delete' ? null : rowAfter(before, change);
    client.setQueryData<TaskCounts>(
      taskKeys.counts,
      (counts) => counts && countsAfter(counts, before, after, reader.id),
    );
  }
  for (const [key, page] of client.getQueriesData<Page<TaskRowAnswer>>({ queryKey: taskKeys.lists })) {
    if (page !== undefined) {
      client.setQueryData(key, pageAfter(page, key, taskId, change, listed ?? detail, reader.id));
    }
  }
  for (const [key, rows] of client.getQueriesData<readonly TaskRowAnswer[]>({ queryKey: boardKeys.taskLists })) {
    if (rows !== undefined) client.setQueryData(key, boardAfter(rows, key, taskId, change, listed ?? detail));
  }
  client.setQueryData<TaskAnswer>(taskKeys.detail(taskId), (task) => task && taskAfter(task, change, reader));
  client.setQueryData<readonly CommentAnswer[]>(
    taskKeys.comments(taskId),
    (comments) => comments && commentsAfter(comments, change, reader),
  );
  return snapshot;
}

export function takeBack(client: QueryClient, snapshot: CacheSnapshot): void {
  for (const [key, data] of snapshot) if (data !== undefined) client.setQueryData(key, data);
}

interface Shown {
  readonly taskId: number;
  readonly change: TaskChange;
  readonly reader: Reader;
  snapshot: CacheSnapshot;
  settled: boolean;
}

/** In the order in which they were shown; the first one is not settled yet. */
const shownChanges = new WeakMap<QueryClient, Shown[]>();

function settle(shown: Shown[]): void {
  while (shown[0]?.settled) shown.shift();
}

/**
 * Shows a change before the server has answered. `takeBack` is for its refusal: it is removed, and those shown after it are applied
 * again.
 */
export function showUntilSettled(client: QueryClient, taskId: number, change: TaskChange, reader: Reader) {
  const all = shownChanges.get(client) ?? [];
  shownChanges.set(client, all);
  const one: Shown = { taskId, change, reader, snapshot: showChange(client, taskId, change, reader), settled: false };
  all.push(one);
  return {
    keep() {
      one.settled = true;
      settle(all);
    },
    takeBack() {
      const [, ...later] = all.splice(all.indexOf(one));
      takeBack(client, one.snapshot);
      for (const next of later) {
        next.snapshot = showChange(client, next.taskId, next.change, next.reader);
        all.push(next);
      }
      settle(all);
    },
  };
}

/** Asks the server for everything that a change of this task may have moved. */
export function refreshTask(client: QueryClient, taskId: number): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: taskKeys.detail(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.activity(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.comments(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.lists }),
    client.invalidateQueries({
      queryKey: boardKeys.taskLists,
      predicate: ({ state }) =>
        (state.data as readonly TaskRowAnswer[] | undefined)?.some(({ id }) => id === taskId) ?? false,
    }),
    client.invalidateQueries({ queryKey: graphKeys.all }),
    client.invalidateQueries({ queryKey: taskKeys.picks }),
    client.invalidateQueries({ queryKey: taskKeys.counts }),
  ]);
}
