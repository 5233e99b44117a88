import { daysFrom, instantAt, instantOf, wallClock, weekdayOf } from '../kernel/calendar';
import { limits } from '../kernel/limits';
import type { Day, Instant } from '../kernel/message';
import type { Plan, PlanFields, PlanType } from './plans';

/** The fields that decide on which days a plan holds. */
export type Spread = Pick<Plan, 'date' | 'repeatUntil' | 'weekend' | 'without'> & { readonly deleted?: boolean };

export const lastDayOf = ({ date, repeatUntil }: Pick<PlanFields, 'date' | 'repeatUntil'>): Day => repeatUntil ?? date;

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

export type Overlapping = Spread & Pick<Plan, 'type' | 'from' | 'to'>;

/**
 * Returns the first of the others that collides with the plan on any of its days; `available` collides with nothing.
 */
export function overlapOf<P extends Overlapping>(plan: Overlapping, others: readonly P[]): P | null {
  if (plan.type === 'available') return null;
  const days = daysOf(plan);
  const isInTheWay = (other: P) =>
    other.type !== 'available' &&
    other.from < plan.to &&
    plan.from < other.to &&
    other.date <= lastDayOf(plan) &&
    plan.date <= lastDayOf(other) &&
    days.some((day) => isDayOf(other, day));
  return others.find(isInTheWay) ?? null;
}

/** The types whose time counts as planned work. */
const counted: ReadonlySet<PlanType> = new Set(['at_work', 'remote_work', 'at_client']);

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

/** Planned work of the day in minutes, of the given plans that hold on it. A holiday counts as a day off. */
export function plannedMinutesOf(
  day: Day,
  plans: readonly (Spread & Pick<Plan, 'type' | 'from' | 'to'>)[],
  { zone, holiday }: { readonly zone: string; readonly holiday: boolean },
): number {
  if (holiday) return 0;
  const minutesOf = ({ from, to }: { readonly from: Instant; readonly to: Instant }) =>
    (Date.parse(to) - Date.parse(from)) / 60_000;
  const work = plans.filter((plan) => counted.has(plan.type) && isDayOf(plan, day));
  return work.reduce((sum, plan) => sum + minutesOf(spanOn(day, plan, zone)), 0);
}
