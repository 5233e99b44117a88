import type { CommentAnswer, Page, TaskAnswer, TaskCounts, TaskRowAnswer } from '@gos/projections';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Reader, rowAfter, taskAfter } from './optimistic-task';
import type { TaskChange } from './task-changes';
import { belongsToList } from './task-lists';
import { type TaskListQuery, taskKeys } from './tasks.api';

export type CacheSnapshot = readonly (readonly [QueryKey, unknown])[];

function localToday(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function pageAfter(
  page: Page<TaskRowAnswer>,
  key: QueryKey,
  taskId: number,
  change: TaskChange,
  readerId: number,
): Page<TaskRowAnswer> {
  if (!page.items.some(({ id }) => id === taskId)) return page;
  const { list } = key[2] as TaskListQuery;
  const today = localToday();
  const items = page.items.flatMap((row) => {
    if (row.id !== taskId) return [row];
    if (change.kind === 'delete') return [];
    const next = rowAfter(row, change);
    return belongsToList(list, next, readerId, today) === false ? [] : [next];
  });
  return { ...page, items, total: page.total - (page.items.length - items.length) };
}

/** Moves the numbers in the sidebar together with the row. */
function countsAfter(counts: TaskCounts, before: TaskRowAnswer, after: TaskRowAnswer | null, readerId: number) {
  const today = localToday();
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
  if (change.kind === 'remove-comment') return comments.filter(({ id }) => id !== change.commentId);
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

/** Shows a change everywhere at once and answers what was there before. */
export function showChange(client: QueryClient, taskId: number, change: TaskChange, reader: Reader): CacheSnapshot {
  const snapshot: [QueryKey, unknown][] = [
    ...client.getQueriesData<unknown>({ queryKey: taskKeys.lists }),
    [taskKeys.counts, client.getQueryData(taskKeys.counts)],
    [taskKeys.detail(taskId), client.getQueryData(taskKeys.detail(taskId))],
    [taskKeys.comments(taskId), client.getQueryData(taskKeys.comments(taskId))],
  ];
  const listed = client
    .getQueriesData<Page<TaskRowAnswer>>({ queryKey: taskKeys.lists })
    .flatMap(([, page]) => page?.items ?? [])
    .find(({ id }) => id === taskId);
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
    if (page !== undefined) client.setQueryData(key, pageAfter(page, key, taskId, change, reader.id));
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

/** Asks the server for everything that a change of this task may have moved. */
export function refreshTask(client: QueryClient, taskId: number): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: taskKeys.detail(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.activity(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.comments(taskId) }),
    client.invalidateQueries({ queryKey: taskKeys.lists }),
    client.invalidateQueries({ queryKey: taskKeys.counts }),
  ]);
}
