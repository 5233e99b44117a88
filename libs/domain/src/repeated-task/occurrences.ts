import { daysBetween, daysLater, instantAt, localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant } from '../kernel/message';
import { dayAfterIn, deadlineOn, dueDayOf, farthestMoveDays, type IsDayOff, noDaysOff } from './recurrence';
import type { RepeatedTask, RepeatedTaskFields } from './repeated-task';

/** An occurrence that is still to be generated. */
export interface Upcoming {
  readonly number: number;
  /** of the rule */
  readonly day: Day;
  /** on the day, or on the working day to which it moves */
  readonly deadline: Instant;
}

/** An occurrence to come with the day on which it is due. */
interface UpcomingDay extends Omit<Upcoming, 'deadline'> {
  readonly on: Day;
}

export type Schedule = RepeatedTaskFields & Pick<RepeatedTask, 'handled' | 'last' | 'early'>;

/** The schedule of a definition that has not generated anything yet. */
export const untouchedSchedule = (fields: RepeatedTaskFields): Schedule => ({
  ...fields,
  handled: 0,
  last: null,
  early: [],
});

/** A rule whose days are off so many times in a row, such as each Sunday, has no further occurrence. */
const mostLeftOut = 20;

/** The numbers and days of the occurrences still to be generated, in order: as many as the calendar has. */
export function* upcomingDaysOf(one: Schedule, isDayOff: IsDayOff): Generator<UpcomingDay> {
  const dayAfter = dayAfterIn(one);
  const early = new Set(one.early);
  let number = one.handled;
  let leftOut = 0;
  for (let day = dayAfter(one.last); day !== null; day = dayAfter(day)) {
    if (one.endDate !== null && day > one.endDate) return;
    if (early.has(day)) continue;
    const on = dueDayOf(one, day, isDayOff);
    if (on === null && ++leftOut > mostLeftOut) return;
    if (on === null) continue;
    leftOut = 0;
    number++;
    if (one.repeatCount !== null && number > one.repeatCount) return;
    yield { number, day, on };
  }
}

/** The first occurrences that are still to be generated. */
export function firstUpcoming(one: Schedule, count: number, isDayOff: IsDayOff): Upcoming[] {
  const found: Upcoming[] = [];
  if (count === 0) return found;
  for (const { number, day, on } of upcomingDaysOf(one, isDayOff)) {
    if (found.push({ number, day, deadline: deadlineOn(one, on) }) === count) break;
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
export function missedOf(one: Schedule, at: Instant, kept: number, isDayOff: IsDayOff): Missed {
  const today = localDay(at, one.zone);
  // Only the days are counted: deadlines are computed for the last ones alone. One more, as that of today may be to come.
  const most = kept + 2;
  const days: UpcomingDay[] = [];
  let from: Day | null = null;
  let count = 0;
  for (const upcoming of upcomingDaysOf(one, isDayOff)) {
    if (upcoming.on > today) break;
    from ??= upcoming.day;
    count++;
    days.push(upcoming);
    if (days.length > most) days.shift();
  }
  const missed = days
    .map(({ number, day, on }): Upcoming => ({ number, day, deadline: deadlineOn(one, on) }))
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
export function dueOf(one: RepeatedTask, at: Instant, isDayOff: IsDayOff): Due | null {
  if (!one.active) return null;
  const { passed, latest } = missedOf(one, at, limits.caughtUp.max, isDayOff);
  if (latest.length > 0) return { skipped: passed, next: latest[0]! };
  const ahead = one.latest.filter((deadline) => deadline > at).length;
  const [next] = ahead < one.generateAhead ? firstUpcoming(one, 1, isDayOff) : [];
  return next === undefined ? null : { skipped: null, next };
}

/**
 * From when on another occurrence may have to be generated; null: none ever, as it is now. Days off are not known here: one that may
 * move back counts from the earliest day on, and the generation decides by the calendar.
 */
export function nextAtOf(one: RepeatedTask): Instant | null {
  const [next] = one.active ? firstUpcoming(one, 1, noDaysOff) : [];
  if (next === undefined) return null;
  const roomAt = one.latest.at(-one.generateAhead);
  if (roomAt === undefined) return atOnce;
  const movedBack = one.onDayOff === 'previous' ? farthestMoveDays * 86_400_000 : 0;
  const dueAt = instantAt(Date.parse(next.deadline) - movedBack);
  return roomAt < dueAt ? roomAt : dueAt;
}
const atOnce: Instant = '1970-01-01T00:00:00.000Z';

/** The day from which on the task of an occurrence is shown; null: at once. */
export function shownDateOf(
  { firstDeadline, firstPlannedDeadline, showFrom, zone }: RepeatedTaskFields,
  deadline: Instant,
): Day | null {
  if (firstPlannedDeadline !== null) {
    const later = daysBetween(localDay(firstDeadline, zone), localDay(firstPlannedDeadline, zone));
    return daysLater(localDay(deadline, zone), later);
  }
  return showFrom === null ? null : localDay(Date.parse(deadline) - showFrom * 60_000, zone);
}
