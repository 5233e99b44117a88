import { type Day, mondayOf } from '@gos/domain';
import { isShownDay } from '../../ui/shown-days';
import { type ChosenPosition, positionIn } from './common/chosen-position';

/** The parameters of the availability's address; others are ignored. */
export interface WeekAddress {
  /** a day of the week that is shown */
  readonly from?: Day;
  /** people who hold this position, or none */
  readonly position?: ChosenPosition;
}

/** The Monday of the first week. */
export const firstWeek: Day = '2000-01-03';

/** Whether the week of the day is shown. */
export const isShownWeek = (value: unknown): value is Day => isShownDay(value) && mondayOf(value) >= firstWeek;

export function validateWeekAddress({ from, position }: Record<string, unknown>): WeekAddress {
  return { from: isShownWeek(from) ? from : undefined, position: positionIn(position) };
}
