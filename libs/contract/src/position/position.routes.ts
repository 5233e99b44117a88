import type { PositionBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const positionRoutes = {
  list: 'GET /positions',
  detail: 'GET /positions/{id}',
  create: 'POST /positions',
  edit: 'PATCH /positions/{id}',
  delete: 'DELETE /positions/{id}',
} as const satisfies RoutesOf<keyof PositionBodies>;
