import type { Day } from '@gos/domain';
import { isShownDay } from '../../ui/shown-days';

export const calendarViews = ['month', 'week'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Search parameters of the calendar; others are ignored. */
export interface CalendarAddress {
  readonly view?: CalendarView;
  readonly date?: Day;
}

export function validateCalendarAddress({ view, date }: Record<string, unknown>): CalendarAddress {
  return { view: calendarViews.find((one) => one === view), date: isShownDay(date) ? date : undefined };
}
