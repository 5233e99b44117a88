import { activityRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';
import { type ActivityAddress, type ActivityQuery, activityPageSize, filtersOf } from './activity-address';

export const activityKeys = {
  all: ['activity'],
  list: (projectId: number | null, query: ActivityQuery) => ['activity', projectId, query] as const,
};

/** A page of all events, or of a project's. Each search is an event of its own, so it is repeated only when a person wants it. */
export function activityQuery(address: ActivityAddress, projectId: number | null) {
  const query = { ...filtersOf(address), page: address.page ?? 1, pageSize: activityPageSize };
  return queryOptions({
    queryKey: activityKeys.list(projectId, query),
    queryFn: ({ signal }) =>
      projectId === null
        ? request(activityRoutes.search, { query, signal })
        : request(activityRoutes.ofProject, { id: projectId, query, signal }),
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
}
