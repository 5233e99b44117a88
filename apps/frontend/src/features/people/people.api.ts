import { userRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { userKeys } from '../../entities/user/users.api';
import { type QueryOf, request } from '../../lib/request';

/** How many names of a person stand on a page. */
export const namesOnPage = 10;

export const usersQuery = (query: QueryOf<typeof userRoutes.list>) =>
  queryOptions({
    queryKey: userKeys.list(query),
    queryFn: ({ signal }) => request(userRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** What somebody is and was called; only auditors and admins ask. */
export const namesQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: userKeys.names(id, page),
    queryFn: ({ signal }) => request(userRoutes.names, { id, query: { page, pageSize: namesOnPage }, signal }),
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
