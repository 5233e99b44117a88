import { type Day, isDay } from '@gos/domain';
import { whole } from './month-address';

/** What the address of a worked day may say; everything else of it is silently no parameter at all. */
export interface DayAddress {
  readonly date?: Day;
  /** whose day, for who may see it; oneself when absent */
  readonly userId?: number;
}

/** Days that the server can tell of. */
const isShown = (value: unknown): value is Day => isDay(value) && value >= '1970-01-02' && value < '9998-12-31';

export const validateDayAddress = ({ date, userId }: Record<string, unknown>): DayAddress => ({
  date: isShown(date) ? date : undefined,
  userId: whole(userId, 1),
});
