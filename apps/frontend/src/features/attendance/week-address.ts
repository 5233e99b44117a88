import { type Day, mondayOf } from '@gos/domain';
import { isShownDay } from '../../ui/shown-days';

/** What the address of the availability may say; everything else of it is silently no parameter at all. */
export interface WeekAddress {
  /** a day of the week that is shown */
  readonly from?: Day;
  /** of whoever holds this position */
  readonly position?: number;
}

/** The Monday of the first week. */
export const firstWeek: Day = '2000-01-03';

/** Whether the week of the day is shown. */
export const isShownWeek = (value: unknown): value is Day => isShownDay(value) && mondayOf(value) >= firstWeek;

export function validateWeekAddress({ from, position }: Record<string, unknown>): WeekAddress {
  const id = Number(position);
  return { from: isShownWeek(from) ? from : undefined, position: Number.isSafeInteger(id) && id > 0 ? id : undefined };
}
