/** The keys of commands are the command types. */
export const userRoutes = {
  list: 'GET /users',
  detail: 'GET /users/{id}',
  change: 'PATCH /users/{id}',
} as const;
