import { type CalendarPart, calendarParts, calendarRoutes } from '@gos/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { taskKeys } from '../../entities/task/tasks.api';
import { preferenceKeys, preferenceOrNone, savePreference } from '../../lib/preferences';
import { request } from '../../lib/request';
import type { Days } from '../../ui/day-text';
import type { CalendarView } from './calendar-address';

/** Among the lists of tasks, so that every change of a task is seen in the calendar too. */
const calendarKeys = {
  days: ({ from, to }: Days) => [...taskKeys.lists, { list: 'calendar', from, to }] as const,
  preference: preferenceKeys.of('calendar'),
} as const;

/** My tasks with something on these days. */
export const calendarQuery = (days: Days) =>
  queryOptions({
    queryKey: calendarKeys.days(days),
    queryFn: ({ signal }) => request(calendarRoutes.items, { query: { ...days }, signal }),
    placeholderData: keepPreviousData,
  });

export interface CalendarPreference {
  /** Which of the reader's parts in tasks are shown. */
  readonly show: readonly CalendarPart[];
  readonly view: CalendarView;
}

function preferenceOf(value: unknown): CalendarPreference {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const show = Array.isArray(kept.show) ? kept.show : calendarParts;
  return { show: calendarParts.filter((part) => show.includes(part)), view: kept.view === 'week' ? 'week' : 'month' };
}

export const calendarPreferenceQuery = queryOptions({
  queryKey: calendarKeys.preference,
  queryFn: ({ signal }) => preferenceOrNone('calendar', preferenceOf, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export function rememberCalendar(client: QueryClient, part: Partial<CalendarPreference>): void {
  const next = { ...preferenceOf(client.getQueryData(calendarKeys.preference)), ...part };
  client.setQueryData(calendarKeys.preference, next);
  savePreference('calendar', next);
}

/** A new address of the feed; the old one leads nowhere from then on. */
export const renewCalendarUrl = () => request(calendarRoutes.renew);

export const turnCalendarOff = () => request(calendarRoutes.turnOff);
