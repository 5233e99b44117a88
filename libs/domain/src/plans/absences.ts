import { weekdayOf } from '../kernel/calendar';
import type { Day } from '../kernel/message';
import { isDayOf, type Spread } from './plan-days';
import { type AbsenceKind, type DayHalf, dayHalves, type Plan, type PlanFields } from './plans';

type Times = Pick<PlanFields, 'from' | 'to'>;

export const wholeDay: Times = { from: '00:00', to: '24:00' };
const halfDays: Readonly<Record<DayHalf, Times>> = {
  morning: { from: '00:00', to: '12:00' },
  afternoon: { from: '12:00', to: '24:00' },
};

/** From when to when a half of a day, or a whole day for null, lasts. */
export const timesOfHalf = (half: DayHalf | null): Times => (half === null ? wholeDay : halfDays[half]);

/** Days off of one kind on one day: 0.5 or 1. */
export interface Absence {
  readonly kind: AbsenceKind;
  readonly days: number;
}

/**
 * Whether the plans of a day take all of it off: a day off without a half, or both halves. A request counts once it is approved.
 */
export function isWholeDayOff(plans: readonly Pick<Plan, 'kind' | 'half' | 'approval'>[]): boolean {
  const off = plans.filter(({ kind, approval }) => kind !== null && approval !== 'requested');
  const halves = off.map(({ half }) => half);
  return halves.includes(null) || new Set(halves).size === dayHalves.length;
}

/** How absences of a day are counted: never on a holiday, and only on working days (1 to 7 from Monday). */
export interface CountedDay {
  readonly holiday: boolean;
  readonly workingDays: readonly number[];
}

/**
 * Returns the absences of a day by kind, of one person's plans, in the order of their times. Together they are at most one day: a day off
 * without a half counts as a whole day, whatever its times. A
 * request counts once it is approved.
 */
export function absencesOf(
  day: Day,
  plans: readonly (Spread & Pick<Plan, 'from' | 'kind' | 'half' | 'approval'>)[],
  { holiday, workingDays }: CountedDay,
): Absence[] {
  if (holiday || !workingDays.includes(weekdayOf(day))) return [];
  const off = plans
    .filter((plan) => plan.kind !== null && plan.approval !== 'requested' && isDayOf(plan, day))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const kinds = dayHalves.flatMap((half) => off.find((plan) => plan.half === null || plan.half === half)?.kind ?? []);
  return [...new Set(kinds)].map((kind) => ({ kind, days: kinds.filter((one) => one === kind).length / 2 }));
}

/** Absences of several days by kind, in the order in which the kinds appear. */
export function sumOfAbsences(absences: readonly Absence[]): Absence[] {
  const days = new Map<AbsenceKind, number>();
  for (const { kind, days: some } of absences) days.set(kind, (days.get(kind) ?? 0) + some);
  return [...days].map(([kind, sum]) => ({ kind, days: sum }));
}
