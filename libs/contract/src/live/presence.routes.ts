export const presenceRoutes = {
  list: 'GET /presence',
} as const;
