import type { Day } from '../kernel/message';
import { absencesOf } from './absences';
import { daysOf, isDayOf, lastDayOf } from './plan-days';
import type { Plan } from './plans';

/** Days of vacation that a person may take in a year, in halves of days. */
export interface VacationAllowance {
  readonly allowanceDays: number;
  /** Days left from the year before; negative where more was taken. */
  readonly carriedOverDays: number;
}

/** Days of vacation in a year, in halves of days. */
export interface VacationDays {
  /** approved, before today */
  readonly usedDays: number;
  /** approved, today and later */
  readonly plannedDays: number;
  readonly requestedDays: number;
}

/** How the days of a year are counted. */
export interface VacationFacts {
  readonly today: Day;
  /** 1 to 7 from Monday */
  readonly workingDays: readonly number[];
  isHoliday(day: Day): boolean;
}

type DayOff = Pick<
  Plan,
  'date' | 'repeatUntil' | 'weekend' | 'without' | 'deleted' | 'from' | 'kind' | 'half' | 'approval'
>;

/**
 * Counts a person's vacation in a year: on working days that are no holidays, at most one day a day, as `absencesOf` counts.
 * @param plans all of the person's days off; plans of other types count as nothing
 */
export function vacationDaysOf(
  year: number,
  plans: readonly DayOff[],
  { today, workingDays, isHoliday }: VacationFacts,
): VacationDays {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const off = plans.filter(
    (plan) => plan.kind !== null && !plan.deleted && plan.date <= last && lastDayOf(plan) >= first,
  );
  const ofYear = (plan: DayOff) => daysOf(plan).filter((day) => day >= first && day <= last);
  const days = new Set(off.filter(({ kind }) => kind === 'vacation').flatMap(ofYear));
  const sum = { usedDays: 0, plannedDays: 0, requestedDays: 0 };
  for (const day of days) {
    const held = off.filter((plan) => isDayOf(plan, day));
    const requested = held.filter(({ approval }) => approval === 'requested');
    const countedOf = (some: readonly DayOff[]) =>
      absencesOf(day, some, { holiday: isHoliday(day), workingDays }).find(({ kind }) => kind === 'vacation')?.days ??
      0;
    sum[day < today ? 'usedDays' : 'plannedDays'] += countedOf(held);
    sum.requestedDays += countedOf(requested.map((plan) => ({ ...plan, approval: null })));
  }
  return sum;
}

/** The days that the person may still take: requests take their days before they are approved. Negative when more is taken. */
export const vacationLeftOf = (
  { allowanceDays, carriedOverDays }: VacationAllowance,
  { usedDays, plannedDays, requestedDays }: VacationDays,
): number => allowanceDays + carriedOverDays - usedDays - plannedDays - requestedDays;
