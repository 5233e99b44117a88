import { addDays, localDay, mondayOf, spanOfDays } from './calendar';
import type { Day, Instant } from './message';

export const statisticsPeriods = ['day', 'week', 'month'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];
/** The occurrences that statistics count: changes of tasks, and missed deadlines. */
export const statisticsKinds = ['created', 'solved', 'ended', 'returned', 'overdue'] as const;
export type StatisticsKind = (typeof statisticsKinds)[number];

/** A calendar period: first and last day (inclusive), and its start (inclusive) and end (exclusive) as instants. */
export interface CalendarPeriod {
  readonly from: Day;
  readonly to: Day;
  readonly start: Instant;
  readonly end: Instant;
}

function firstDayOf(period: StatisticsPeriod, day: Day): Day {
  if (period === 'day') return day;
  if (period === 'month') return `${day.slice(0, 8)}01`;
  return mondayOf(day);
}

function dayAfter(period: StatisticsPeriod, first: Day): Day {
  if (period !== 'month') return addDays(first, period === 'day' ? 1 : 7);
  return firstDayOf('month', addDays(first, 31));
}

/**
 * The period that contains the instant and the two before it, latest first. Days are local to the zone, weeks start on Monday.
 */
export function periodsAt(
  period: StatisticsPeriod,
  at: Instant | number,
  zone: string,
): [CalendarPeriod, CalendarPeriod, CalendarPeriod] {
  const spanOf = (day: Day): CalendarPeriod => {
    const from = firstDayOf(period, day);
    const to = addDays(dayAfter(period, from), -1);
    return { from, to, ...spanOfDays(from, to, zone) };
  };
  const current = spanOf(localDay(at, zone));
  const previous = spanOf(addDays(current.from, -1));
  return [current, previous, spanOf(addDays(previous.from, -1))];
}
