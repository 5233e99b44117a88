import { availabilityRoutes, type HolidaysAnswer } from '@gos/contract';
import { type Day, years } from '@gos/domain';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { request } from './request';

const holidayKeys = { of: (year: number) => ['holidays', year] as const };

/** The public holidays of a year; the server names them in the language of the reader's profile. */
const holidaysQuery = (year: number) =>
  queryOptions({
    queryKey: holidayKeys.of(year),
    // It is kept when the calendar that waits for it is closed.
    queryFn: () => request(availabilityRoutes.holidays, { query: { year } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Another year is no placeholder for this one.
    placeholderData: undefined,
  });

/** Names by day. */
export type Holidays = ReadonlyMap<Day, string>;

const byDay = (answers: readonly { readonly data: HolidaysAnswer | undefined }[]): Holidays =>
  new Map(answers.flatMap(({ data }) => data?.items ?? []).map(({ date, name }) => [date, name]));

const isKnown = (year: number) => year >= years.business.first && year <= years.business.last;

/** The holidays of the years that hold these days. It has none until they are loaded, and none if that fails. */
export function useHolidays(days: readonly Day[]): Holidays {
  const asked = new Set(days.map((day) => Number(day.slice(0, 4))).filter(isKnown));
  return useQueries({ queries: [...asked].map((year) => holidaysQuery(year)), combine: byDay });
}
