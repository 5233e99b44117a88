import { presenceRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

export const presenceKeys = {
  all: ['presence'],
  matching: (q: string) => ['presence', q] as const,
} as const;

/** Who is connected or working, of the people that the reader sees; those whose names match when `q` is given. */
export const presenceQuery = (q = '') =>
  queryOptions({
    queryKey: presenceKeys.matching(q),
    queryFn: ({ signal }) => request(presenceRoutes.list, { query: { pageSize: 100, ...(q !== '' && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });
