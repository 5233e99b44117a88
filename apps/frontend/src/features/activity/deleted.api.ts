import { deletedRoutes } from '@gos/contract';
import { type DeletedKind, deletedKinds } from '@gos/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageNumber } from '../../lib/page-number';
import { type QueryOf, request } from '../../lib/request';
import { amongst, numberOf } from './activity-address';

/** Search parameters of the list of deleted things; invalid parameters are ignored. */
export interface DeletedAddress {
  readonly kinds?: readonly DeletedKind[];
  readonly by?: number;
  readonly page?: number;
}

export const validateDeletedAddress = (search: Record<string, unknown>): DeletedAddress => ({
  kinds: amongst(deletedKinds, search.kinds),
  by: numberOf(search.by),
  page: pageNumber(search.page),
});

export const deletedPageSize = 25;

const deletedKeys = {
  list: (query: QueryOf<typeof deletedRoutes.list>) => ['deleted', query] as const,
};

export function deletedQuery({ kinds, by, page = 1 }: DeletedAddress) {
  const query = { ...(kinds && { kind: kinds }), ...(by !== undefined && { by }), page, pageSize: deletedPageSize };
  return queryOptions({
    queryKey: deletedKeys.list(query),
    queryFn: ({ signal }) => request(deletedRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export const restoreDeleted = (eventId: string) => request(deletedRoutes.restore, { body: { eventId } });
