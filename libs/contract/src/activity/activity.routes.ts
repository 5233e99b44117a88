export const activityRoutes = {
  search: 'GET /activity',
  sources: 'GET /activity/sources',
  export: 'GET /activity/export',
  ofProject: 'GET /projects/{id}/activity',
} as const;
