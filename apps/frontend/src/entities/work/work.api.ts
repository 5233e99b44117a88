import { type WorkEntryAnswer, workRoutes } from '@gos/contract';
import { addDays, type Day, localDay } from '@gos/domain';
import { queryOptions } from '@tanstack/react-query';
import { everyPage, everyPageSize } from '../../lib/every-page';
import { timeZone } from '../../lib/installation';
import { request } from '../../lib/request';
import { serverNow } from '../../lib/server-clock';

/** Every key of the cache of work times. */
export const workKeys = {
  all: ['work'],
  active: ['work', 'active'],
  recent: ['work', 'recent'],
  flagged: ['work', 'flagged'],
  ofTasks: ['work', 'task'],
  ofTask: (taskId: number) => ['work', 'task', taskId] as const,
  days: ['work', 'day'],
  day: (day: Day) => ['work', 'day', day] as const,
  entry: (id: number) => ['work', 'entry', id] as const,
  /** those that make a number */
  entries: (filter: object) => ['work', 'entries', filter] as const,
  sending: ['work-change'],
} as const;

/** The reader's running work; its minutes are from the time of the request. */
export const activeWorkQuery = queryOptions({
  queryKey: workKeys.active,
  queryFn: ({ signal }) => request(workRoutes.active, { signal }),
});

/** The reader's own entries since some days ago, the latest first. */
async function ownSince(days: number, signal: AbortSignal, more: { readonly flagged?: boolean } = {}) {
  const from = addDays(localDay(serverNow(), timeZone()), -days);
  const { items } = await request(workRoutes.list, { query: { from, pageSize: 100, ...more }, signal });
  return items as readonly WorkEntryAnswer[];
}

/** The reader's own entries of today and yesterday. */
export const recentWorkQuery = queryOptions({
  queryKey: workKeys.recent,
  queryFn: ({ signal }) => ownSince(1, signal),
});

/** Those of the last month that look forgotten. */
export const flaggedWorkQuery = queryOptions({
  queryKey: workKeys.flagged,
  queryFn: ({ signal }) => ownSince(31, signal, { flagged: true }),
});

/** The reader's own entries of a day. */
export const dayWorkQuery = (day: Day) =>
  queryOptions({
    queryKey: workKeys.day(day),
    queryFn: async ({ signal }): Promise<readonly WorkEntryAnswer[]> =>
      (await request(workRoutes.list, { query: { from: day, to: day, pageSize: 100 }, signal })).items,
    placeholderData: undefined,
  });

/** Everybody's entries on a task, with the deleted ones that the reader may read. */
export const taskWorkQuery = (taskId: number) =>
  queryOptions({
    queryKey: workKeys.ofTask(taskId),
    queryFn: ({ signal }) =>
      everyPage((page) =>
        request(workRoutes.list, { query: { taskId, deleted: true, page, pageSize: everyPageSize }, signal }),
      ),
    // Another task's are no placeholder for these.
    placeholderData: undefined,
  });

export const workEntryQuery = (id: number) =>
  queryOptions({
    queryKey: workKeys.entry(id),
    queryFn: ({ signal }) => request(workRoutes.detail, { id, signal }),
    placeholderData: undefined,
  });
