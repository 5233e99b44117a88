import { localDay } from '@gos/domain';
import { createFileRoute } from '@tanstack/react-router';
import { calendarPreferenceQuery, calendarQuery } from '../../../features/calendar/calendar.api';
import { validateCalendarAddress } from '../../../features/calendar/calendar-address';
import { CalendarScreen } from '../../../features/calendar/calendar-screen';
import { daysOf } from '../../../features/calendar/use-calendar';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';

export const Route = createFileRoute('/_app/tasks/calendar')({
  validateSearch: validateCalendarAddress,
  loaderDeps: ({ search }) => validateCalendarAddress({ ...search }),
  loader: async ({ context: { queryClient }, deps }) => {
    const preference = await queryClient.ensureQueryData(calendarPreferenceQuery);
    const date = deps.date ?? localDay(serverNow(), timeZone());
    const days = daysOf(deps.view ?? preference.view, date, document.documentElement.lang);
    void queryClient.prefetchQuery(calendarQuery(days));
  },
  component: CalendarScreen,
});
