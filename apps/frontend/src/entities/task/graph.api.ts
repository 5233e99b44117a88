import { taskRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';

export const graphKeys = {
  all: ['tasks', 'graph'],
  of: (taskId: number) => ['tasks', 'graph', taskId] as const,
  ofDeleted: (taskId: number) => ['tasks', 'graph', taskId, 'deleted'] as const,
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

/** The network of a deleted task, with its deleted subtasks, for readers who may read it. */
export const deletedTaskGraphQuery = (taskId: number) =>
  queryOptions({
    queryKey: graphKeys.ofDeleted(taskId),
    queryFn: ({ signal }) => request(taskRoutes.graph, { id: taskId, query: { deleted: true }, signal }),
    placeholderData: undefined,
  });
