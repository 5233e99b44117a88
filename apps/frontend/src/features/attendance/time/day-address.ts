import type { Day } from '@gos/domain';
import { isShownDay } from '../../../ui/shown-days';
import { whole } from './month-address';

/** What the address of a worked day may say; everything else of it is silently no parameter at all. */
export interface DayAddress {
  readonly date?: Day;
  /** whose day, for who may see it; oneself when absent */
  readonly userId?: number;
}

export const validateDayAddress = ({ date, userId }: Record<string, unknown>): DayAddress => ({
  date: isShownDay(date) ? date : undefined,
  userId: whole(userId, 1),
});
