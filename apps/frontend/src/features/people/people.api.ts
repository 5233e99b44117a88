import type { CommandAnswer, Page, UserAnswer } from '@gos/contract';
import type { GlobalRole } from '@gos/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

export const userKeys = { all: ['users'], list: (q: string, page: number) => ['users', 'list', q, page] as const };

export const peoplePageSize = 50;

export const usersQuery = (q: string, page: number) =>
  queryOptions({
    queryKey: userKeys.list(q, page),
    queryFn: ({ signal }) =>
      api.get<Page<UserAnswer>>('/users', {
        params: { page, pageSize: peoplePageSize, ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export interface UserChange {
  readonly role?: GlobalRole;
  readonly active?: boolean;
}

export const changeUser = (id: number, change: UserChange) => api.patch<CommandAnswer>(`/users/${id}`, change);
