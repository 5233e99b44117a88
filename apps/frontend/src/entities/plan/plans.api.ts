import { attendanceRoutes, availabilityRoutes, planRoutes, userRoutes } from '@gos/contract';
import { type Approval, addDays, type Day, isWork, planTypes } from '@gos/domain';
import { queryOptions } from '@tanstack/react-query';
import type { ChangeOptions } from '../../lib/api';
import { type BodyOf, type QueryOf, request } from '../../lib/request';

/** Those of today and later, or those that are over. */
export type PlanTime = 'ahead' | 'over';

/** Every key of the cache of plans. */
export const planKeys = {
  all: ['plans'],
  lists: ['plans', 'list'],
  list: (userId: number, time: PlanTime, today: Day, page: number) =>
    ['plans', 'list', userId, time, today, page] as const,
  newest: ['plans', 'newest'],
  newestOf: (userId: number) => ['plans', 'newest', userId] as const,
  requests: ['plans', 'requests'],
  /** null for everybody's */
  requestsOf: (approval: Approval, userId: number | null) => ['plans', 'requests', approval, userId] as const,
  vacations: ['plans', 'vacation'],
  vacation: (userId: number, year: number) => ['plans', 'vacation', userId, year] as const,
  weeks: ['plans', 'week'],
  months: ['plans', 'month'],
  month: (year: number, month: number, position: number | 'none' | null) =>
    ['plans', 'month', year, month, position] as const,
  week: (monday: Day, position: number | 'none' | null) => ['plans', 'week', monday, position] as const,
} as const;

export const plansPageSize = 25;

/** A person's plans of today and later by their days, or those that are over, the last first. */
export const plansOfTime = (userId: number, time: PlanTime, today: Day) => ({
  user: userId,
  ...(time === 'ahead' ? { from: today } : { to: addDays(today, -1), sort: '-date,-from' as const }),
});

export const fetchPlans = (query: QueryOf<typeof planRoutes.list>, signal?: AbortSignal) =>
  request(planRoutes.list, { query, signal });

export const plansQuery = (userId: number, time: PlanTime, today: Day, page: number) =>
  queryOptions({
    queryKey: planKeys.list(userId, time, today, page),
    queryFn: ({ signal }) => fetchPlans({ ...plansOfTime(userId, time, today), page, pageSize: plansPageSize }, signal),
  });

/** Enough for both parts of a plan over midnight, which are added among the parts of other days. */
const newestPageSize = 15;

/** A person's plans of work, the one that was added last first. */
export const newestPlansQuery = (userId: number) =>
  queryOptions({
    queryKey: planKeys.newestOf(userId),
    queryFn: ({ signal }) =>
      request(planRoutes.list, {
        query: { user: userId, type: planTypes.filter(isWork), sort: '-id', pageSize: newestPageSize },
        signal,
      }),
    // Another person is no placeholder for this one.
    placeholderData: undefined,
  });

/** The largest number of requests that are shown at once; others come when these are decided. */
const requestsPageSize = 25;

/** Days off that wait for a decision, or were declined, the earliest first. */
export const requestsQuery = (approval: 'requested' | 'declined', today: Day, userId: number | null = null) =>
  queryOptions({
    queryKey: planKeys.requestsOf(approval, userId),
    queryFn: ({ signal }) =>
      request(planRoutes.list, {
        query: {
          approval,
          pageSize: requestsPageSize,
          ...(userId !== null && { user: userId }),
          ...(approval === 'declined' && { deleted: true, from: today }),
        },
        signal,
      }),
  });

/** People and their plans of the week that begins on this Monday. */
export const weekQuery = (monday: Day, position: number | 'none' | null = null) =>
  queryOptions({
    queryKey: planKeys.week(monday, position),
    queryFn: ({ signal }) =>
      request(availabilityRoutes.week, { query: { from: monday, ...(position !== null && { position }) }, signal }),
    // Another week is no placeholder for this one.
    placeholderData: undefined,
  });

/** People and their plans of a month of 1 to 12. */
export const monthQuery = (
  { month, year }: { readonly month: number; readonly year: number },
  position: number | 'none' | null = null,
) =>
  queryOptions({
    queryKey: planKeys.month(year, month, position),
    queryFn: ({ signal }) =>
      request(availabilityRoutes.month, { query: { month, year, ...(position !== null && { position }) }, signal }),
    // Another month is no placeholder for this one.
    placeholderData: undefined,
  });

/** A person's vacation of a year. */
export const vacationQuery = (userId: number, year: number) =>
  queryOptions({
    queryKey: planKeys.vacation(userId, year),
    queryFn: ({ signal }) => request(attendanceRoutes.vacation, { query: { userId, year }, signal }),
    // Another person or year is no placeholder for this one.
    placeholderData: undefined,
  });

export type VacationBody = BodyOf<typeof userRoutes.setVacation>;
export const setVacation = (id: number, body: VacationBody) => request(userRoutes.setVacation, { id, body });

export type PlanBody = BodyOf<typeof planRoutes.add>;
export type PlanChange = BodyOf<typeof planRoutes.change>;

export const readPlan = (id: number) => request(planRoutes.detail, { id });
export const addPlan = (body: PlanBody, options?: ChangeOptions) => request(planRoutes.add, { body, ...options });
export const changePlan = (id: number, body: PlanChange, options?: ChangeOptions) =>
  request(planRoutes.change, { id, body, ...options });
export const removePlan = (id: number, onlyDate?: Day, options?: ChangeOptions) =>
  request(planRoutes.remove, { id, query: onlyDate === undefined ? {} : { onlyDate }, ...options });
export const approvePlan = (id: number) => request(planRoutes.approve, { id });
export const declinePlan = (id: number, reason: string) => request(planRoutes.decline, { id, body: { reason } });
export const withdrawPlan = (id: number) => request(planRoutes.withdraw, { id });
