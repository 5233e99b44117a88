import type { WorkEntryAnswer } from '@gos/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { meQuery } from '../user/users.api';
import { activeWorkQuery, workKeys } from './work.api';

const own: readonly Stale[] = [
  { queryKey: workKeys.active },
  { queryKey: workKeys.recent },
  { queryKey: workKeys.flagged },
  { queryKey: workKeys.days },
];

/** Whether there is an own entry of the task; null: of a hidden one. */
const isListed = (client: QueryClient, taskId: number | null) =>
  [workKeys.recent, workKeys.flagged, workKeys.days].some((queryKey) =>
    client
      .getQueriesData<readonly WorkEntryAnswer[]>({ queryKey })
      .some(([, entries]) => entries?.some(({ task }) => task.id === taskId)),
  );

export const workHandlers: LiveHandlers = {
  work(change, client) {
    const doc = 'gone' in change ? undefined : change.doc;
    const entry = { queryKey: workKeys.entry(change.id) };
    if (doc === undefined) return [...own, { queryKey: workKeys.ofTasks }, entry];
    const active = client.getQueryData(activeWorkQuery.queryKey)?.entry.task.id;
    const mine = doc.user.id === client.getQueryData(meQuery.queryKey)?.id;
    return [
      // Somebody else's counts in the total time of what one works on.
      ...(mine ? own : doc.task.id === active ? [{ queryKey: workKeys.active }] : []),
      { queryKey: doc.task.id === null ? workKeys.ofTasks : workKeys.ofTask(doc.task.id) },
      entry,
    ];
  },
  /** Its name, whether one may work on it, and whether one sees it: of a hidden one the own entries have no name. */
  task(change, client) {
    const { id } = change;
    const isGone = 'gone' in change;
    const active = client.getQueryData(activeWorkQuery.queryKey)?.entry.task.id;
    return [
      ...(active === id ? [{ queryKey: workKeys.active }] : []),
      ...(isListed(client, isGone ? id : null) ? own : []),
      ...(isGone ? [{ queryKey: workKeys.ofTask(id) }] : []),
    ];
  },
};
