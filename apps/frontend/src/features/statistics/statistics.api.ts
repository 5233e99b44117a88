import { statisticsRoutes } from '@gos/contract';
import type { Day, StatisticsKind, StatisticsPeriod } from '@gos/domain';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { preferenceKeys, preferenceOrNone, savePreference } from '../../lib/preferences';
import { request } from '../../lib/request';
import { type SolverFilter, type StatisticsPreference, statisticsPreferenceOf } from './statistics-search';

/** One number: what it counts, in which days, and of whom. */
export interface NumberOf {
  readonly kind: StatisticsKind;
  readonly from: Day;
  readonly to: Day;
  readonly solver?: SolverFilter;
}

/** Every key of the statistics' cache. */
export const statisticsKeys = {
  project: (projectId: number) => ['statistics', projectId] as const,
  numbers: (projectId: number, period: StatisticsPeriod) => ['statistics', projectId, 'numbers', period] as const,
  items: (projectId: number, number: NumberOf) => ['statistics', projectId, 'items', number] as const,
  preference: preferenceKeys.of('statistics'),
} as const;

/** Deadlines pass without anybody doing anything. */
const passingMs = 5 * 60_000;

export const statisticsQuery = (projectId: number, period: StatisticsPeriod) =>
  queryOptions({
    queryKey: statisticsKeys.numbers(projectId, period),
    queryFn: ({ signal }) => request(statisticsRoutes.statistics, { id: projectId, query: { period }, signal }),
    placeholderData: undefined,
    refetchInterval: passingMs,
  });

const pageSize = 50;

export const statisticsItemsQuery = (projectId: number, number: NumberOf) =>
  infiniteQueryOptions({
    queryKey: statisticsKeys.items(projectId, number),
    queryFn: ({ pageParam, signal }) =>
      request(statisticsRoutes.items, {
        id: projectId,
        query: { ...number, page: pageParam, pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

export const statisticsPreferenceQuery = queryOptions({
  queryKey: statisticsKeys.preference,
  queryFn: ({ signal }) => preferenceOrNone('statistics', statisticsPreferenceOf, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export function rememberStatistics(client: QueryClient, preference: StatisticsPreference): void {
  client.setQueryData(statisticsKeys.preference, preference);
  savePreference('statistics', preference);
}
