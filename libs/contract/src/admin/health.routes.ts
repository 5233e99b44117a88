export const healthRoutes = {
  live: 'GET /health/live',
  ready: 'GET /health/ready',
} as const;
