import type { LiveHandlers, Stale } from '../../../lib/live-cache';
import { attendanceKeys } from './attendance.api';

const all: readonly Stale[] = [
  { queryKey: attendanceKeys.all, everyMs: 500 },
  { queryKey: attendanceKeys.team, everyMs: 3_000 },
];
/** Names, and what is written and done on tasks. */
const days: readonly Stale[] = [{ queryKey: attendanceKeys.all, everyMs: 5_000 }];

export const attendanceHandlers: LiveHandlers = {
  work: () => all,
  worklog: () => all,
  plan: () => all,
  task: () => days,
  // The beginning of overtime belongs to the person.
  user: () => all,
};
