export const meRoutes = {
  changes: 'GET /me/changes',
} as const;
