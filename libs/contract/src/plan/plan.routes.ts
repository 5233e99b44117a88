import type { PlanBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const planRoutes = {
  list: 'GET /plans',
  detail: 'GET /plans/{id}',
  add: 'POST /plans',
  change: 'PATCH /plans/{id}',
  remove: 'DELETE /plans/{id}',
  undelete: 'POST /plans/{id}/undelete',
  approve: 'POST /plans/{id}/approve',
  decline: 'POST /plans/{id}/decline',
  withdraw: 'POST /plans/{id}/withdraw',
} as const satisfies RoutesOf<keyof PlanBodies>;
