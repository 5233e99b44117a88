export const statisticsRoutes = {
  statistics: 'GET /projects/{id}/statistics',
  items: 'GET /projects/{id}/statistics/items',
} as const;
