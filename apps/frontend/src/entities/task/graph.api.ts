import { taskRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

export const graphKeys = {
  all: ['tasks', 'graph'],
  of: (taskId: number, deleted = false) => ['tasks', 'graph', taskId, ...(deleted ? ['deleted'] : [])] as const,
  /** Mutation key of changes in flight. */
  sending: (taskId: number) => ['graph-change', taskId] as const,
} as const;

/** @param deleted the network of a deleted task, with its deleted subtasks, for readers who may read it */
export const taskGraphQuery = (taskId: number, deleted = false) =>
  queryOptions({
    queryKey: graphKeys.of(taskId, deleted),
    queryFn: ({ signal }) => request(taskRoutes.graph, { id: taskId, ...(deleted && { query: { deleted } }), signal }),
    // Another network is no placeholder for this one.
    placeholderData: undefined,
  });
