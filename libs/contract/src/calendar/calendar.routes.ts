export const calendarRoutes = {
  items: 'GET /calendar',
  renew: 'POST /calendar/subscription',
  turnOff: 'DELETE /calendar/subscription',
} as const;

/** Answers an iCalendar file. */
export const calendarFeedRoute = 'GET /calendar/{token}.ics';
