import { daysFrom, instantAt, instantOf, wallClock, weekdayOf } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant } from '../kernel/message';
import { isWork, type Plan, type PlanFields } from './plans';

/** The fields that decide on which days a plan holds. */
export type Spread = Pick<Plan, 'date' | 'repeatUntil' | 'weekend' | 'without'> & { readonly deleted?: boolean };

export const lastDayOf = ({ date, repeatUntil }: Pick<PlanFields, 'date' | 'repeatUntil'>): Day => repeatUntil ?? date;

/** Returns the weekdays (Monday is 1) that are not working days. */
export const weekdaysOff = (workingDays: readonly number[]): number[] =>
  [1, 2, 3, 4, 5, 6, 7].filter((weekday) => !workingDays.includes(weekday));

/** Whether the plan holds on the day. A plan of one day holds on a weekend too. */
export function isDayOf(plan: Spread, day: Day): boolean {
  if (plan.deleted || day < plan.date || day > lastDayOf(plan)) return false;
  return !plan.without.includes(day) && (plan.repeatUntil === null || !plan.weekend.includes(weekdayOf(day)));
}

/** The days on which the plan holds, in order. */
export function daysOf(plan: Spread): Day[] {
  const { date, repeatUntil } = plan;
  const days = repeatUntil === null ? [date] : daysFrom(date, repeatUntil, limits.planRepeat.maxDays + 1);
  return days.filter((day) => isDayOf(plan, day));
}

export type Overlapping = Spread &
  Pick<Plan, 'type' | 'from' | 'to'> &
  Partial<Pick<Plan, 'approval' | 'replacesWork'>>;

/** Work stays where a day off that will take its place is not approved yet. */
const staysNextTo = (work: Overlapping, off: Overlapping) =>
  isWork(work.type) && off.type === 'day_off' && off.replacesWork === true && off.approval === 'requested';

/**
 * Returns the first of the others that collides with the plan on any of its days. `available` collides with nothing, and
 * work not with a day off that is requested in its place.
 */
export function overlapOf<P extends Overlapping>(plan: Overlapping, others: readonly P[]): P | null {
  if (plan.type === 'available') return null;
  const days = daysOf(plan);
  const isInTheWay = (other: P) =>
    other.type !== 'available' &&
    !staysNextTo(plan, other) &&
    !staysNextTo(other, plan) &&
    other.from < plan.to &&
    plan.from < other.to &&
    other.date <= lastDayOf(plan) &&
    plan.date <= lastDayOf(other) &&
    days.some((day) => isDayOf(other, day));
  return others.find(isInTheWay) ?? null;
}

interface PlanSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/** Spans by zone, day and times: many people plan the same hours, and each takes a dozen conversions of the time zone. */
const spans = new Map<string, PlanSpan>();
const mostSpans = 5_000;

/**
 * From when to when a plan is on one of its days. A start that daylight saving skips moves on by the length of the gap, and the end
 * with it where it would not come after; of a time that is there twice the first counts.
 */
export function spanOn(day: Day, { from, to }: Pick<PlanFields, 'from' | 'to'>, zone: string): PlanSpan {
  const key = `${zone} ${day} ${from} ${to}`;
  const known = spans.get(key);
  if (known) return known;
  if (spans.size >= mostSpans) spans.clear();
  const span = computedSpan(day, { from, to }, zone);
  spans.set(key, span);
  return span;
}

function computedSpan(day: Day, { from, to }: Pick<PlanFields, 'from' | 'to'>, zone: string): PlanSpan {
  const start = Date.parse(instantOf(day, from, zone));
  const end = Date.parse(instantOf(day, to, zone));
  const skipped = wallClock(start, zone) - Date.parse(`${day}T${from}:00Z`);
  return { from: instantAt(start), to: instantAt(end > start ? end : Math.max(start, end + skipped)) };
}

type Planned = Spread & Pick<Plan, 'type' | 'from' | 'to' | 'breakMinutes'>;

const workOf = (day: Day, plans: readonly Planned[], holiday: boolean) =>
  holiday ? [] : plans.filter((plan) => isWork(plan.type) && isDayOf(plan, day));

/**
 * Returns the planned work of the day in minutes without breaks, of the given plans that hold on it. A holiday counts as a day off.
 */
export function plannedMinutesOf(
  day: Day,
  plans: readonly Planned[],
  { zone, holiday }: { readonly zone: string; readonly holiday: boolean },
): number {
  const minutesOf = ({ from, to }: PlanSpan) => (Date.parse(to) - Date.parse(from)) / 60_000;
  return workOf(day, plans, holiday).reduce(
    (sum, plan) => sum + Math.max(0, minutesOf(spanOn(day, plan, zone)) - plan.breakMinutes),
    0,
  );
}

/** Returns the minutes of breaks that `plannedMinutesOf` leaves out. */
export const breakMinutesOf = (
  day: Day,
  plans: readonly Planned[],
  { holiday }: { readonly holiday: boolean },
): number => workOf(day, plans, holiday).reduce((sum, { breakMinutes }) => sum + breakMinutes, 0);
