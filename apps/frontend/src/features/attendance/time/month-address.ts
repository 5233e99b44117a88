import { addDays, type Day, years } from '@gos/domain';

/** Search parameters of the monthly overview; invalid parameters are ignored. */
export interface MonthAddress {
  readonly userId?: number;
  /** 1 to 12 */
  readonly month?: number;
  readonly year?: number;
}

/** A whole number within bounds, as an address names it. */
export function whole(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most
    ? number
    : undefined;
}

export const validateMonthAddress = ({ userId, month, year }: Record<string, unknown>): MonthAddress => ({
  userId: whole(userId, 1),
  month: whole(month, 1, 12),
  year: whole(year, years.business.first, years.business.last),
});

export interface MonthOfYear {
  readonly month: number;
  readonly year: number;
}

/** Returns the month of an address; missing parts are those of today. */
export const monthAt = ({ month, year }: MonthAddress, today: Day): MonthOfYear => ({
  month: month ?? Number(today.slice(5, 7)),
  year: year ?? Number(today.slice(0, 4)),
});

export const monthLater = ({ month, year }: MonthOfYear, by: 1 | -1): MonthOfYear => ({
  month: ((month - 1 + by + 12) % 12) + 1,
  year: year + (month + by === 13 ? 1 : month + by === 0 ? -1 : 0),
});

/** Whether the month before or after has a year that is shown. */
export function canTurn(one: MonthOfYear, by: 1 | -1): boolean {
  const { year } = monthLater(one, by);
  return year >= years.business.first && year <= years.business.last;
}

export const firstOf = ({ month, year }: MonthOfYear): Day =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;

export const lastOf = (one: MonthOfYear): Day => addDays(firstOf(monthLater(one, 1)), -1);
