import type { TaskCounts } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { taskKeys } from './tasks.api';

export const countsQuery = queryOptions({
  queryKey: taskKeys.counts,
  queryFn: ({ signal }) => api.get<TaskCounts>('/tasks/counts', { signal }),
});
