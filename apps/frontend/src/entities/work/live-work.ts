import type { LiveTakers, Stale } from '../../lib/live-cache';
import { meQuery } from '../user/users.api';
import { activeWorkQuery, workKeys } from './work.api';

const own: readonly Stale[] = [
  { queryKey: workKeys.active },
  { queryKey: workKeys.recent },
  { queryKey: workKeys.flagged },
  { queryKey: workKeys.days },
];

export const workTakers: LiveTakers = {
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
  /** Its name, and whether one may work on it. */
  task({ id }, client) {
    const active = client.getQueryData(activeWorkQuery.queryKey)?.entry.task.id;
    return active === id ? [{ queryKey: workKeys.active }] : [];
  },
};
