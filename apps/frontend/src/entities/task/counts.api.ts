import { taskRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';
import { taskKeys } from './tasks.api';

export const countsQuery = queryOptions({
  queryKey: taskKeys.counts,
  queryFn: ({ signal }) => request(taskRoutes.counts, { signal }),
});
