export const availabilityRoutes = {
  week: 'GET /attendance/availability',
  month: 'GET /attendance/availability/month',
  holidays: 'GET /attendance/holidays',
} as const;
