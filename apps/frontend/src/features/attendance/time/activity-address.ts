import { addDays, type Day, daysBetween } from '@gos/domain';
import { isShownDay } from '../../../ui/shown-days';
import { whole } from './month-address';

/** Search parameters of the activity overview; invalid parameters are ignored. */
export interface ActivityAddress {
  readonly userId?: number;
  readonly from?: Day;
  /** the last day */
  readonly to?: Day;
}

const longestDays = 366;

/** A span that ends before it begins, or that is longer than a year, is none. */
export function validateActivityAddress({ userId, from, to }: Record<string, unknown>): ActivityAddress {
  const fits = isShownDay(from) && isShownDay(to) && from <= to && daysBetween(from, to) <= longestDays;
  return { userId: whole(userId, 1), ...(fits && { from, to }) };
}

/** The last seven days unless the address says others. */
export const daysAt = ({ from, to }: ActivityAddress, today: Day) => ({
  from: from ?? addDays(today, -6),
  to: to ?? today,
});
