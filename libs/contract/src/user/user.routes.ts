import type { UserBodies } from '@gos/domain';
import type { RoutesOf } from '../kernel/route';

/** The keys of commands are the command types. */
export const userRoutes = {
  list: 'GET /users',
  alike: 'GET /users/alike',
  detail: 'GET /users/{id}',
  names: 'GET /users/{id}/names',
  holdings: 'GET /users/{id}/holdings',
  endSessions: 'DELETE /users/{id}/sessions',
  change: 'PATCH /users/{id}',
  setVacation: 'PUT /users/{id}/vacation',
  setOvertime: 'PUT /users/{id}/overtime',
  export: 'GET /users/{id}/export',
  erase: 'POST /users/{id}/erase',
} as const satisfies RoutesOf<Exclude<keyof UserBodies, 'register' | 'rename' | 'changeEmail'>>;
