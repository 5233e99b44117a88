export const searchRoutes = {
  find: 'GET /search',
} as const;
