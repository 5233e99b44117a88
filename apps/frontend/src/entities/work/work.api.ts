import { type WorkEntryAnswer, workRoutes } from '@gos/contract';
import { addDays, type Day, localDay } from '@gos/domain';
import { queryOptions } from '@tanstack/react-query';
import { timeZone } from '../../lib/installation';
import { request } from '../../lib/request';
import { serverNow } from '../../lib/server-clock';
import { everyPage } from '../task/tasks.api';

/** Every key of the cache of work times. */
export const workKeys = {
  all: ['work'],
  active: ['work', 'active'],
  recent: ['work', 'recent'],
  ofTasks: ['work', 'task'],
  ofTask: (taskId: number) => ['work', 'task', taskId] as const,
  days: ['work', 'day'],
  day: (day: Day) => ['work', 'day', day] as const,
  entry: (id: number) => ['work', 'entry', id] as const,
  /** those that make a number */
  entries: (filter: object) => ['work', 'entries', filter] as const,
  sending: ['work-change'],
} as const;

/** What the reader works on; the minutes as they were when it was asked for. */
export const activeWorkQuery = queryOptions({
  queryKey: workKeys.active,
  queryFn: ({ signal }) => request(workRoutes.active, { signal }),
});

const recentDays = 31;

/** The reader's own entries of the last month, the latest first: among them are those that look forgotten. */
export const recentWorkQuery = queryOptions({
  queryKey: workKeys.recent,
  queryFn: async ({ signal }): Promise<readonly WorkEntryAnswer[]> => {
    const from = addDays(localDay(serverNow(), timeZone()), -recentDays);
    return (await request(workRoutes.list, { query: { from, pageSize: 100 }, signal })).items;
  },
});

/** The reader's own entries of a day. */
export const dayWorkQuery = (day: Day) =>
  queryOptions({
    queryKey: workKeys.day(day),
    queryFn: async ({ signal }): Promise<readonly WorkEntryAnswer[]> =>
      (await request(workRoutes.list, { query: { from: day, to: day, pageSize: 100 }, signal })).items,
    placeholderData: undefined,
  });

/** Everybody's entries on a task, with the deleted ones that the reader may bring back. */
export const taskWorkQuery = (taskId: number) =>
  queryOptions({
    queryKey: workKeys.ofTask(taskId),
    queryFn: ({ signal }) =>
      everyPage((page) => request(workRoutes.list, { query: { taskId, deleted: true, page, pageSize: 100 }, signal })),
    // Another task's are no placeholder for these.
    placeholderData: undefined,
  });

export const workEntryQuery = (id: number) =>
  queryOptions({
    queryKey: workKeys.entry(id),
    queryFn: ({ signal }) => request(workRoutes.detail, { id, signal }),
    placeholderData: undefined,
  });
