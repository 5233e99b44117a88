import { daysBetween, daysLater, localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant } from '../kernel/message';
import { dayAfterIn, deadlineOn } from './recurrence';
import type { RepeatedTask, RepeatedTaskFields } from './repeated-task';

/** An occurrence that is still to be generated. */
export interface Upcoming {
  readonly number: number;
  readonly day: Day;
  readonly deadline: Instant;
}

export type Schedule = RepeatedTaskFields & Pick<RepeatedTask, 'handled' | 'last' | 'early'>;

/** The schedule of a definition that has not generated anything yet. */
export const untouchedSchedule = (fields: RepeatedTaskFields): Schedule => ({
  ...fields,
  handled: 0,
  last: null,
  early: [],
});

/** The numbers and days of the occurrences still to be generated, in order: as many as the calendar has. */
export function* upcomingDaysOf(one: Schedule): Generator<Omit<Upcoming, 'deadline'>> {
  const dayAfter = dayAfterIn(one);
  const early = new Set(one.early);
  let number = one.handled;
  for (let day = dayAfter(one.last); day !== null; day = dayAfter(day)) {
    if (one.endDate !== null && day > one.endDate) return;
    if (early.has(day)) continue;
    number++;
    if (one.repeatCount !== null && number > one.repeatCount) return;
    yield { number, day };
  }
}

/** The first occurrences that are still to be generated. */
export function firstUpcoming(one: Schedule, count: number): Upcoming[] {
  const found: Upcoming[] = [];
  if (count === 0) return found;
  for (const { number, day } of upcomingDaysOf(one)) {
    if (found.push({ number, day, deadline: deadlineOn(one, day) }) === count) break;
  }
  return found;
}

/** Occurrences that are skipped together. */
export interface Passed {
  readonly count: number;
  readonly from: Day;
  readonly last: Upcoming;
}

/** Occurrences whose deadlines have passed. */
export interface Missed {
  /** All but the latest ones; null when there are no others. */
  readonly passed: Passed | null;
  /** The latest ones, in order. */
  readonly latest: readonly Upcoming[];
}

/** @param kept how many of the latest ones are returned one by one */
export function missedOf(one: Schedule, at: Instant, kept: number): Missed {
  const today = localDay(at, one.zone);
  // Only the days are counted: deadlines are computed for the last ones alone. One more, as that of today may be to come.
  const most = kept + 2;
  const days: Omit<Upcoming, 'deadline'>[] = [];
  let from: Day | null = null;
  let count = 0;
  for (const upcoming of upcomingDaysOf(one)) {
    if (upcoming.day > today) break;
    from ??= upcoming.day;
    count++;
    days.push(upcoming);
    if (days.length > most) days.shift();
  }
  const missed = days
    .map(({ number, day }): Upcoming => ({ number, day, deadline: deadlineOn(one, day) }))
    .filter(({ deadline }) => deadline <= at);
  const latest = missed.slice(Math.max(0, missed.length - kept));
  const last = missed.at(-kept - 1);
  const toCome = days.length - missed.length;
  return {
    passed: from === null || last === undefined ? null : { count: count - toCome - latest.length, from, last },
    latest,
  };
}

/** The next steps: too many missed occurrences are skipped, then one is generated. */
export interface Due {
  readonly skipped: Passed | null;
  readonly next: Upcoming;
}

/** The occurrence that has to be generated now: a missed one, or another one ahead. Null: none. */
export function dueOf(one: RepeatedTask, at: Instant): Due | null {
  if (!one.active) return null;
  const { passed, latest } = missedOf(one, at, limits.caughtUp.max);
  if (latest.length > 0) return { skipped: passed, next: latest[0]! };
  const ahead = one.latest.filter((deadline) => deadline > at).length;
  const [next] = ahead < one.generateAhead ? firstUpcoming(one, 1) : [];
  return next === undefined ? null : { skipped: null, next };
}

/** From when on another occurrence has to be generated; null: none ever, as it is now. */
export function nextAtOf(one: RepeatedTask): Instant | null {
  const [next] = one.active ? firstUpcoming(one, 1) : [];
  if (next === undefined) return null;
  const roomAt = one.latest.at(-one.generateAhead);
  return roomAt !== undefined && roomAt < next.deadline ? roomAt : roomAt === undefined ? atOnce : next.deadline;
}
const atOnce: Instant = '1970-01-01T00:00:00.000Z';

/** The day from which on the task of an occurrence is shown; null: at once. */
export function shownDateOf(
  { firstDeadline, firstPlannedDeadline, showFrom, zone }: RepeatedTaskFields,
  { day, deadline }: Pick<Upcoming, 'day' | 'deadline'>,
): Day | null {
  if (firstPlannedDeadline !== null) {
    const later = daysBetween(localDay(firstDeadline, zone), localDay(firstPlannedDeadline, zone));
    return daysLater(day, later);
  }
  return showFrom === null ? null : localDay(Date.parse(deadline) - showFrom * 60_000, zone);
}
