import { workRoutes } from '@gos/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type QueryOf, request } from '../../lib/request';
import { workKeys } from './work.api';

/** Which entries make a number. */
export type EntryFilter = Pick<
  QueryOf<typeof workRoutes.list>,
  'taskId' | 'projectId' | 'userId' | 'contractId' | 'from' | 'to'
>;

const pageSize = 50;

/** The entries behind a number, the earliest first, page by page. */
export const entriesQuery = (filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: workKeys.entries(filter),
    queryFn: ({ pageParam, signal }) =>
      request(workRoutes.list, { query: { ...filter, sort: 'from', page: pageParam, pageSize }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
    placeholderData: undefined,
  });
