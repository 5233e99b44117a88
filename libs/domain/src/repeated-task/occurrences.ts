import { addDays, localDay } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant } from '../kernel/message';
import { deadlineOn, ruleDayAfter } from './recurrence';
import type { RepeatedTask, RepeatedTaskFields } from './repeated-task';

/** An occurrence that is still to be generated. */
export interface Upcoming {
  readonly number: number;
  readonly day: Day;
  readonly deadline: Instant;
}

export type Schedule = RepeatedTaskFields & Pick<RepeatedTask, 'handled' | 'last' | 'early'>;

/** As of a definition of which nothing was generated yet. */
export const untouchedSchedule = (fields: RepeatedTaskFields): Schedule => ({
  ...fields,
  handled: 0,
  last: null,
  early: [],
});

/** The occurrences still to be generated, in order, one after the other: there may be no end of them. */
export function* upcomingOf(one: Schedule): Generator<Upcoming> {
  let number = one.handled;
  for (let day = ruleDayAfter(one, one.last); day !== null; day = ruleDayAfter(one, day)) {
    if (one.endDate !== null && day > one.endDate) return;
    if (one.early.includes(day)) continue;
    number++;
    if (one.repeatCount !== null && number > one.repeatCount) return;
    yield { number, day, deadline: deadlineOn(one, day) };
  }
}

/** The first occurrences that are still to be generated. */
export function firstUpcoming(one: Schedule, count: number): Upcoming[] {
  const found: Upcoming[] = [];
  if (count === 0) return found;
  for (const upcoming of upcomingOf(one)) if (found.push(upcoming) === count) break;
  return found;
}

/** Those whose deadlines have passed. */
export function missedOf(one: Schedule, at: Instant): Upcoming[] {
  const missed: Upcoming[] = [];
  for (const upcoming of upcomingOf(one)) {
    if (upcoming.deadline > at) break;
    missed.push(upcoming);
  }
  return missed;
}

/** What is to be done now: too many missed ones are skipped, then one is generated. */
export interface Due {
  readonly skipped: readonly Upcoming[];
  readonly next: Upcoming;
}

/** The occurrence that has to be generated now: a missed one, or another one ahead. Null: none. */
export function dueOf(one: RepeatedTask, at: Instant): Due | null {
  if (!one.active) return null;
  const missed = missedOf(one, at);
  if (missed.length > 0) {
    const skipped = missed.slice(0, -limits.caughtUp.max);
    return { skipped, next: missed[skipped.length]! };
  }
  const ahead = one.latest.filter((deadline) => deadline > at).length;
  const [next] = ahead < one.generateAhead ? firstUpcoming(one, 1) : [];
  return next === undefined ? null : { skipped: [], next };
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
    const earlier = Date.parse(localDay(firstDeadline, zone)) - Date.parse(localDay(firstPlannedDeadline, zone));
    return addDays(day, -earlier / 86_400_000);
  }
  return showFrom === null ? null : localDay(Date.parse(deadline) - showFrom * 60_000, zone);
}
