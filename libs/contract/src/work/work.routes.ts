import type { WorklogBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const workRoutes = {
  active: 'GET /work/active',
  list: 'GET /work/entries',
  detail: 'GET /work/entries/{id}',
  start: 'POST /work/start',
  stop: 'POST /work/stop',
  add: 'POST /work/entries',
  change: 'PATCH /work/entries/{id}',
  remove: 'DELETE /work/entries/{id}',
  restore: 'POST /work/entries/{id}/undelete',
  closeMonth: 'POST /attendance/months/close',
  reopenMonth: 'POST /attendance/months/reopen',
} as const satisfies RoutesOf<Exclude<keyof WorklogBodies, 'remind' | 'remindOfDays'>>;
