import type { FieldError } from '../kernel/refusal';
import { isWork, type PlanFields, type TimeOfDay } from './plans';

type Timed = Pick<PlanFields, 'type' | 'from' | 'to'>;

/** The installation's usual break of plans: its minutes, and the hours of work beyond which a plan has it. */
export interface BreakRule {
  readonly breakMinutes: number;
  readonly breakAfterHours: number;
}

/** The minutes of the day before a time. */
const minuteOf = (time: TimeOfDay): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Minutes between two times of a day by the clock on the wall. */
export const lengthOf = ({ from, to }: Pick<PlanFields, 'from' | 'to'>): number => minuteOf(to) - minuteOf(from);

/** Returns the break in minutes of a plan of this length in minutes: none where it would leave no work. */
export const breakOfLength = (length: number, { breakMinutes, breakAfterHours }: BreakRule): number =>
  length > breakAfterHours * 60 && breakMinutes < length ? breakMinutes : 0;

/** Returns the break in minutes of a plan for which none was chosen. */
export const usualBreakOf = (plan: Timed, rule: BreakRule): number =>
  isWork(plan.type) ? breakOfLength(lengthOf(plan), rule) : 0;

/** A break is shorter than its plan, and only planned work has one. Times in the wrong order are another error. */
export function breakError(
  { type, breakMinutes, ...times }: Timed & Pick<PlanFields, 'breakMinutes'>,
  path = 'breakMinutes',
): FieldError | null {
  if (breakMinutes === 0) return null;
  if (!isWork(type)) return { path, code: 'plan.break.no-work' };
  return times.from < times.to && breakMinutes >= lengthOf(times) ? { path, code: 'plan.break' } : null;
}
