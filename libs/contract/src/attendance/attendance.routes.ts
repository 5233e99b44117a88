export const attendanceRoutes = {
  month: 'GET /attendance/month',
  months: 'GET /attendance/months',
  day: 'GET /attendance/day',
  activity: 'GET /attendance/activity',
} as const;
