export const compareRoutes = {
  task: 'GET /tasks/{id}/compare',
  project: 'GET /projects/{id}/compare',
  board: 'GET /boards/{id}/compare',
  month: 'GET /attendance/month/compare',
} as const;
