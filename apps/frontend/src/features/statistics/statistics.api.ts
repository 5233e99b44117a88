import { statisticsRoutes } from '@gos/contract';
import type { StatisticsPeriod } from '@gos/domain';
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { preferenceOrNone, savePreference } from '../../lib/preferences';
import { request } from '../../lib/request';
import { type NumberOf, statisticsKeys } from './statistics-keys';
import { type StatisticsPreference, statisticsPreferenceOf } from './statistics-search';

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
