import type { BoardBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const boardRoutes = {
  list: 'GET /projects/{id}/boards',
  detail: 'GET /boards/{id}',
  create: 'POST /projects/{id}/boards',
  edit: 'PATCH /boards/{id}',
  move: 'POST /boards/{id}/move',
  delete: 'DELETE /boards/{id}',
  undelete: 'POST /boards/{id}/undelete',
  accept: 'POST /boards/{id}/accept',
} as const satisfies RoutesOf<keyof BoardBodies>;
