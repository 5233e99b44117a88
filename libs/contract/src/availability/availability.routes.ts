export const availabilityRoutes = {
  week: 'GET /attendance/availability',
} as const;
