export const activityRoutes = {
  search: 'GET /activity',
  export: 'GET /activity/export',
  ofProject: 'GET /projects/{id}/activity',
} as const;
