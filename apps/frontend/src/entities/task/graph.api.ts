import { taskRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

export const graphKeys = {
  all: ['tasks', 'graph'],
  of: (taskId: number) => ['tasks', 'graph', taskId] as const,
  /** Of changes that are being sent. */
  sending: (taskId: number) => ['graph-change', taskId] as const,
} as const;

export const taskGraphQuery = (taskId: number) =>
  queryOptions({
    queryKey: graphKeys.of(taskId),
    queryFn: ({ signal }) => request(taskRoutes.graph, { id: taskId, signal }),
    // Another network is no placeholder for this one.
    placeholderData: undefined,
  });
