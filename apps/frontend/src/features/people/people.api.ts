import { userRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { userKeys } from '../../entities/user/users.api';
import { request } from '../../lib/request';

export const peoplePageSize = 50;

export const usersQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: userKeys.list(q, page),
    queryFn: ({ signal }) =>
      request(userRoutes.list, {
        query: { page, pageSize: peoplePageSize, ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
