import { type Day, mondayOf } from '@gos/domain';
import { isShownDay } from '../../ui/shown-days';

/** A position by its id, or `none` for people who hold no position. */
export type ChosenPosition = number | 'none';

export function positionIn(value: unknown): ChosenPosition | undefined {
  const id = Number(value);
  return value === 'none' ? value : Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** What the address of the availability may say; everything else of it is silently no parameter at all. */
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
