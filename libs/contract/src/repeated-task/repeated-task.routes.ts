import type { RepeatedTaskBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types; `generate` is the system's own. */
export const repeatedTaskRoutes = {
  list: 'GET /repeated-tasks',
  detail: 'GET /repeated-tasks/{id}',
  activity: 'GET /repeated-tasks/{id}/activity',
  preview: 'POST /repeated-tasks/preview',
  create: 'POST /repeated-tasks',
  edit: 'PATCH /repeated-tasks/{id}',
  activate: 'POST /repeated-tasks/{id}/activate',
  deactivate: 'POST /repeated-tasks/{id}/deactivate',
  skip: 'POST /repeated-tasks/{id}/skip',
  generateEarly: 'POST /repeated-tasks/{id}/occurrences',
} as const satisfies RoutesOf<Exclude<keyof RepeatedTaskBodies, 'generate'>>;
