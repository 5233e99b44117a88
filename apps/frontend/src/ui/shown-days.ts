import { businessDays, type Day, isDay, years } from '@gos/domain';

/** Whether screens show the day: they end where people can enter no more. */
export const isShownDay = (value: unknown): value is Day => isDay(value, years.business);

/** For pickers of days. */
export const pickedDays = { minDate: businessDays.first, maxDate: businessDays.last } as const;
