import { undoRoutes } from '@gos/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { boardKeys } from '../../entities/board/boards.api';
import { planKeys } from '../../entities/plan/plans.api';
import { projectKeys } from '../../entities/project/projects.api';
import { repeatedTaskKeys } from '../../entities/repeated-task/repeated-tasks.api';
import { taskKeys } from '../../entities/task/tasks.api';
import { workKeys } from '../../entities/work/work.api';
import { request } from '../../lib/request';

/** The reader's last actions, the latest first. */
export const ownActionsQuery = queryOptions({
  queryKey: taskKeys.ownActions,
  queryFn: async ({ signal }) => (await request(undoRoutes.list, { signal })).items,
  placeholderData: undefined,
  staleTime: 0,
});

/** Fetches again everything that an undone action may have changed. */
export function refreshUndone(client: QueryClient): void {
  const keys = [taskKeys, boardKeys, projectKeys, repeatedTaskKeys, planKeys, workKeys];
  for (const { all } of keys) void client.invalidateQueries({ queryKey: all });
}
