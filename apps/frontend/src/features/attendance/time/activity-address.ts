import { addDays, type Day, isDay } from '@gos/domain';
import { whole } from './month-address';

/** What the address of the activity overview may say; everything else of it is silently no parameter at all. */
export interface ActivityAddress {
  readonly userId?: number;
  readonly from?: Day;
  /** the last day */
  readonly to?: Day;
}

const longestDays = 366;
const isShown = (value: unknown): value is Day => isDay(value) && value >= '1970-01-02' && value < '9998-01-01';

/** A span that ends before it begins, or that is longer than a year, is none. */
export function validateActivityAddress({ userId, from, to }: Record<string, unknown>): ActivityAddress {
  const fits = isShown(from) && isShown(to) && from <= to && to <= addDays(from, longestDays);
  return { userId: whole(userId, 1), ...(fits && { from, to }) };
}

/** The last seven days unless the address says others. */
export const daysAt = ({ from, to }: ActivityAddress, today: Day) => ({
  from: from ?? addDays(today, -6),
  to: to ?? today,
});
