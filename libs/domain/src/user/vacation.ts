import { type Actor } from '../kernel/actor';
import { type Refusal, type RefusalCode, refuseField } from '../kernel/refusal';
import type { VacationAllowance, VacationDays } from '../plans/vacation';
import { keepsAttendance } from '../worklog/attendance.rights';
import type { User, UserEvent } from './user';
import type { UserBodies } from './user.bodies';

/** Why the actor may not set the balances of people, or null. */
export const balanceRefusalOf = (actor: Actor): RefusalCode | null =>
  keepsAttendance(actor) ? null : 'user.balance.forbidden';

const sumOf = ({ allowanceDays, carriedOverDays }: VacationAllowance) => allowanceDays + carriedOverDays;

/**
 * Sets what a person may take in a year, or takes it away. Lowering it below the approved days is refused. It may stay below them,
 * because days off beyond it are allowed.
 * @param taken the person's vacation in that year
 */
export function setVacation(
  { vacation }: User,
  { year, allowanceDays, carriedOverDays }: UserBodies['setVacation'],
  { usedDays, plannedDays }: Pick<VacationDays, 'usedDays' | 'plannedDays'>,
): readonly UserEvent[] | Refusal {
  const was = vacation[year] ?? null;
  if (allowanceDays === null) {
    if (was === null) return [];
    return [{ type: 'VacationAllowanceSet', data: { year, allowanceDays: null, carriedOverDays: null } }];
  }
  const is: VacationAllowance = { allowanceDays, carriedOverDays };
  if (was?.allowanceDays === allowanceDays && was.carriedOverDays === carriedOverDays) return [];
  const isLower = was === null || sumOf(is) < sumOf(was);
  return isLower && sumOf(is) < usedDays + plannedDays
    ? refuseField('allowanceDays', 'user.vacation.below-taken', { used: usedDays, planned: plannedDays })
    : [{ type: 'VacationAllowanceSet', data: { year, ...is } }];
}
