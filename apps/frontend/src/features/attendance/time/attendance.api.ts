import { attendanceRoutes, userRoutes, workRoutes } from '@gos/contract';
import type { Day } from '@gos/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BodyOf, type QueryOf, request } from '../../../lib/request';
import { lastOf, type MonthOfYear } from './month-address';

export interface AskedMonth {
  readonly userId: number;
  readonly month: number;
  readonly year: number;
}

export interface AskedDays {
  readonly userId: number;
  readonly from: Day;
  readonly to: Day;
}

type TeamMonthQuery = QueryOf<typeof attendanceRoutes.teamMonth>;

/** Among the work times, so that whatever renews those renews these. */
export const attendanceKeys = {
  all: ['work', 'attendance'],
  month: ({ userId, year, month }: AskedMonth) => ['work', 'attendance', 'month', userId, year, month] as const,
  days: ['work', 'attendance', 'day'],
  day: (userId: number, date: Day) => ['work', 'attendance', 'day', userId, date] as const,
  /** Apart from the work times: it costs more, and is renewed at longer intervals. */
  team: ['team-month'],
  teamMonth: (asked: TeamMonthQuery) => ['team-month', asked] as const,
  activity: ({ userId, from, to }: AskedDays) => ['work', 'attendance', 'activity', userId, from, to] as const,
} as const;

export const teamMonthQuery = (asked: TeamMonthQuery) =>
  queryOptions({
    queryKey: attendanceKeys.teamMonth(asked),
    queryFn: ({ signal }) => request(attendanceRoutes.teamMonth, { query: asked, signal }),
    // Another month is no placeholder for this one.
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1] as TeamMonthQuery | undefined;
      return before?.month === asked.month && before?.year === asked.year ? previous : undefined;
    },
  });

export const monthQuery = (asked: AskedMonth) =>
  queryOptions({
    queryKey: attendanceKeys.month(asked),
    queryFn: ({ signal }) => request(attendanceRoutes.month, { query: { ...asked }, signal }),
    // Another month is no placeholder for this one.
    placeholderData: undefined,
  });

export const dayQuery = (userId: number, date: Day) =>
  queryOptions({
    queryKey: attendanceKeys.day(userId, date),
    queryFn: ({ signal }) => request(attendanceRoutes.day, { query: { userId, date }, signal }),
    placeholderData: undefined,
  });

export const activityQuery = (asked: AskedDays) =>
  queryOptions({
    queryKey: attendanceKeys.activity(asked),
    queryFn: ({ signal }) => request(attendanceRoutes.activity, { query: { ...asked }, signal }),
    placeholderData: keepPreviousData,
  });

/** @param upTo the last day that is closed */
export const closeMonth = (asked: AskedMonth, upTo: Day) =>
  request(workRoutes.closeMonth, { body: { ...asked, ...(upTo < lastOf(asked) && { upTo }) } });

export const remindOfMissingDays = (asked: MonthOfYear, userIds: readonly number[]) =>
  request(attendanceRoutes.remind, { body: { ...asked, userIds } });

export const reopenMonth = (asked: AskedMonth, reason: string) =>
  request(workRoutes.reopenMonth, { body: { ...asked, reason } });

export type OvertimeBody = BodyOf<typeof userRoutes.setOvertime>;
export const setOvertime = (id: number, body: OvertimeBody) => request(userRoutes.setOvertime, { id, body });
