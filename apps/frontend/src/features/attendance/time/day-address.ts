import type { Day } from '@gos/domain';
import { isShownDay } from '../../../ui/shown-days';
import { whole } from './month-address';

/** Search parameters of a worked day; invalid parameters are ignored. */
export interface DayAddress {
  readonly date?: Day;
  /** person to show, for readers who may see them; oneself when absent */
  readonly userId?: number;
}

export const validateDayAddress = ({ date, userId }: Record<string, unknown>): DayAddress => ({
  date: isShownDay(date) ? date : undefined,
  userId: whole(userId, 1),
});
