import type { TaskGraphAnswer } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

export const graphKeys = {
  all: ['tasks', 'graph'],
  of: (taskId: number) => ['tasks', 'graph', taskId] as const,
} as const;

export const taskGraphQuery = (taskId: number) =>
  queryOptions({
    queryKey: graphKeys.of(taskId),
    queryFn: ({ signal }) => api.get<TaskGraphAnswer>(`/tasks/${taskId}/graph`, { signal }),
    // Another network is no placeholder for this one.
    placeholderData: undefined,
  });
