import { addDays, type Day, localDay } from '@gos/domain';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useReader } from '../../entities/user/use-reader';
import { useHolidays } from '../../lib/holidays';
import { timeZone } from '../../lib/installation';
import { type Days } from '../../ui/day-text';
import { firstWeekday } from '../../ui/moment-format';
import { isShownDay } from '../../ui/shown-days';
import { useNow } from '../../ui/use-now';
import { calendarPreferenceQuery, calendarQuery, rememberCalendar } from './calendar.api';
import { type CalendarAddress, type CalendarView, validateCalendarAddress } from './calendar-address';
import { monthsLater, weekOf, weeksOfMonth } from './calendar-days';
import { entriesByDay } from './calendar-entries';

export const daysOf = (view: CalendarView, date: Day, locale: string): Days =>
  view === 'month' ? weeksOfMonth(date, firstWeekday(locale)) : weekOf(date, firstWeekday(locale));

const stepped = (view: CalendarView, date: Day, by: 1 | -1): Day =>
  view === 'month' ? monthsLater(`${date.slice(0, 7)}-01`, by) : addDays(date, 7 * by);

/** Returns the shown view and date, from the address or the stored preference, with the entries of those days. */
export function useCalendar() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { locale } = useIntl();
  const reader = useReader();
  const now = useNow();
  const today = localDay(now, timeZone());
  const address = useSearch({
    strict: false,
    select: (all) => validateCalendarAddress(all as Record<string, unknown>),
  });
  const { data: preference } = useSuspenseQuery(calendarPreferenceQuery);
  const view = address.view ?? preference.view;
  const date = address.date ?? today;
  const days = useMemo(() => daysOf(view, date, locale), [view, date, locale]);
  const holidays = useHolidays([days.from, days.to]);
  const answer = useQuery(calendarQuery(days));
  const items = answer.data?.items;
  const { show } = preference;
  const entries = useMemo(() => entriesByDay(items ?? [], show, reader, timeZone()), [items, show, reader]);

  // Neighbouring pages are then in the cache when the reader turns to them.
  const settled = answer.isSuccess && !answer.isPlaceholderData;
  useEffect(() => {
    if (!settled) return;
    for (const by of [1, -1] as const) {
      const next = stepped(view, date, by);
      if (isShownDay(next)) void client.prefetchQuery(calendarQuery(daysOf(view, next, locale)));
    }
  }, [client, settled, view, date, locale]);

  const go = useCallback(
    (part: CalendarAddress, replace = false) =>
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...part }), replace }),
    [navigate],
  );

  return {
    address: { view, date },
    days,
    holidays,
    today,
    now,
    answer,
    entries,
    show,
    count: [...entries].reduce((sum, [day, { length }]) => sum + (day >= days.from && day <= days.to ? length : 0), 0),
    go,
    isFirst: !isShownDay(stepped(view, date, -1)),
    isLast: !isShownDay(stepped(view, date, 1)),
    turn: (by: 1 | -1) => {
      const next = stepped(view, date, by);
      if (isShownDay(next)) go({ date: next });
    },
    toToday: () => go({ date: undefined }),
    setView(next: CalendarView) {
      rememberCalendar(client, { view: next });
      go({ view: next });
    },
    setShow: (next: typeof show) => rememberCalendar(client, { show: next }),
  };
}

export type CalendarState = ReturnType<typeof useCalendar>;
