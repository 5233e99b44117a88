import { userRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { userKeys } from '../../entities/user/users.api';
import { type QueryOf, request } from '../../lib/request';

export const usersQuery = (query: QueryOf<typeof userRoutes.list>) =>
  queryOptions({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => request(userRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** What somebody would leave to others; only an admin asks. */
export const holdingsQuery = (id: number) =>
  queryOptions({
    queryKey: userKeys.holdings(id),
    queryFn: ({ signal }) => request(userRoutes.holdings, { id, signal }),
    placeholderData: undefined,
    // One decides by it: it is as it is now.
    staleTime: 0,
  });
