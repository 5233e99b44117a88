import type { AttendanceMonth, AttendanceMonthDay, WorkedOn } from '@gos/contract';
import { weekdayOf } from '@gos/domain';

export const dayFilters = ['working', 'weekends', 'none', 'all'] as const;
export type DayFilter = (typeof dayFilters)[number];

/** A public holiday is no working day; both filters together show every day. */
export function shownDays(
  days: readonly AttendanceMonthDay[],
  filter: DayFilter,
  workingDays: readonly number[],
): readonly AttendanceMonthDay[] {
  if (filter === 'all') return days;
  if (filter === 'none') return [];
  const isWorking = ({ date, holiday }: AttendanceMonthDay) =>
    holiday === null && workingDays.includes(weekdayOf(date));
  return days.filter((day) => isWorking(day) === (filter === 'working'));
}

export const keyOf = ({ id, project, contractId }: WorkedOn) => `${id} ${project?.id} ${contractId}`;

/** The month by task and contract, the longest first. */
export function tasksOfMonth({ days }: Pick<AttendanceMonth, 'days'>): readonly WorkedOn[] {
  const sums = new Map<string, WorkedOn>();
  for (const task of days.flatMap(({ tasks }) => tasks)) {
    const key = keyOf(task);
    sums.set(key, { ...task, minutes: task.minutes + (sums.get(key)?.minutes ?? 0) });
  }
  return [...sums.values()].sort((a, b) => b.minutes - a.minutes);
}

/** Returns the sum of corrections after a month was closed. */
export const adjustedBy = ({ adjustments }: Pick<AttendanceMonth, 'adjustments'>): number =>
  adjustments.reduce((sum, { was, is }) => sum + is - was, 0);
