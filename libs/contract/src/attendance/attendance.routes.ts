export const attendanceRoutes = {
  month: 'GET /attendance/month',
  months: 'GET /attendance/months',
  teamMonth: 'GET /attendance/team-month',
  remind: 'POST /attendance/team-month/reminders',
  vacation: 'GET /attendance/vacation',
  day: 'GET /attendance/day',
  activity: 'GET /attendance/activity',
} as const;
