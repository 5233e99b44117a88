/** Commands are called by their types. */
export const userRoutes = {
  list: 'GET /users',
  detail: 'GET /users/{id}',
  change: 'PATCH /users/{id}',
} as const;
