import { type Day, isDay } from '@gos/domain';

/** What the address of the availability may say; everything else of it is silently no parameter at all. */
export interface WeekAddress {
  /** a day of the week that is shown */
  readonly from?: Day;
  /** of whoever holds this position */
  readonly position?: number;
}

/** Weeks outside of these years are not asked for. */
const isShown = (value: unknown): value is Day => isDay(value) && value >= '1970-01-05' && value < '2200-01-01';

export function validateWeekAddress({ from, position }: Record<string, unknown>): WeekAddress {
  const id = Number(position);
  return { from: isShown(from) ? from : undefined, position: Number.isSafeInteger(id) && id > 0 ? id : undefined };
}
