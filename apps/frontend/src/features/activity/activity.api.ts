import { activityRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { type QueryOf, request } from '../../lib/request';
import { type ActivityAddress, type ActivityQuery, activityPageSize, filtersOf } from './activity-address';

type SourcesQuery = QueryOf<typeof activityRoutes.sources>;

export const activityKeys = {
  all: ['activity'],
  sources: (query: SourcesQuery) => ['activity-sources', query] as const,
  list: (projectId: number | null, query: ActivityQuery) => ['activity', projectId, query] as const,
};

/** A page of all events, or of a project's. Each search is an event of its own, so it is repeated only when a person wants it. */
export function activityQuery(address: ActivityAddress, projectId: number | null) {
  // Members of a project see no tokens or webhooks.
  const shown = projectId === null ? address : { ...address, token: undefined, webhook: undefined };
  const query = { ...filtersOf(shown), page: address.page ?? 1, pageSize: activityPageSize };
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

/** API tokens and webhooks that events came through, to filter by. */
export const sourcesQuery = (query: SourcesQuery) =>
  queryOptions({
    queryKey: activityKeys.sources(query),
    queryFn: ({ signal }) => request(activityRoutes.sources, { query, signal }),
    staleTime: 60_000,
  });
