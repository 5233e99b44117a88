import { userRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { userKeys } from '../../entities/user/users.api';
import { type QueryOf, request } from '../../lib/request';

/** Names per page. */
export const namesOnPage = 10;

export const usersQuery = (query: QueryOf<typeof userRoutes.list>) =>
  queryOptions({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => request(userRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Names of a person over time; only for auditors and admins. */
export const namesQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: userKeys.names(id, page),
    queryFn: ({ signal }) => request(userRoutes.names, { id, query: { page, pageSize: namesOnPage }, signal }),
  });

/** Work and projects of a person that need a handover; only for admins. */
export const holdingsQuery = (id: number) =>
  queryOptions({
    queryKey: userKeys.holdings(id),
    queryFn: ({ signal }) => request(userRoutes.holdings, { id, signal }),
    placeholderData: undefined,
    // One decides by it: it is as it is now.
    staleTime: 0,
  });
