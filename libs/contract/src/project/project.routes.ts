import type { ProjectBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const projectRoutes = {
  list: 'GET /projects',
  detail: 'GET /projects/{id}',
  members: 'GET /projects/{id}/members',
  create: 'POST /projects',
  edit: 'PATCH /projects/{id}',
  addMember: 'POST /projects/{id}/members',
  changeMember: 'PATCH /projects/{id}/members/{userId}',
  removeMember: 'DELETE /projects/{id}/members/{userId}',
} as const satisfies RoutesOf<keyof ProjectBodies>;
