import { type Day, mondayOf } from '@gos/domain';
import { isShownDay } from '../../ui/shown-days';
import { type ChosenPosition, positionIn } from './common/chosen-position';

export const availabilityViews = ['week', 'month'] as const;
export type AvailabilityView = (typeof availabilityViews)[number];

/** The parameters of the availability's address; others are ignored. */
export interface AvailabilityAddress {
  /** the week unless said otherwise */
  readonly view?: 'month';
  /** a day of the days that are shown */
  readonly from?: Day;
  /** people who hold this position, or none */
  readonly position?: ChosenPosition;
}

/** The Monday of the first week. */
export const firstWeek: Day = '2000-01-03';

/** Whether the week of the day is shown. */
export const isShownWeek = (value: unknown): value is Day => isShownDay(value) && mondayOf(value) >= firstWeek;

export const validateAvailabilityAddress = ({
  view,
  from,
  position,
}: Record<string, unknown>): AvailabilityAddress => ({
  view: view === 'month' ? view : undefined,
  from: isShownWeek(from) ? from : undefined,
  position: positionIn(position),
});
