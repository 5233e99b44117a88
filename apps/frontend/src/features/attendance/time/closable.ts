import type { TeamMonth } from '@gos/contract';
import { addDays, type Day } from '@gos/domain';
import { firstOf, lastOf, type MonthOfYear } from './month-address';

/** The last day up to which a month can be closed now: its last one, or yesterday while it runs. Null when no day of it is over. */
export function closableTo(month: MonthOfYear, today: Day): Day | null {
  const last = lastOf(month);
  if (last < today) return last;
  const yesterday = addDays(today, -1);
  return yesterday < firstOf(month) ? null : yesterday;
}

/** Whether the person can still fill a missing day. */
export const hasDaysToFill = ({ missingDays, closedTo }: Pick<TeamMonth, 'missingDays' | 'closedTo'>): boolean =>
  missingDays.some((day) => closedTo === null || day > closedTo);

/** Whether closing up to a day closes more than is closed already. */
export const closesMore = ({ closedTo }: Pick<TeamMonth, 'closedTo'>, upTo: Day | null): upTo is Day =>
  upTo !== null && (closedTo === null || closedTo < upTo);
