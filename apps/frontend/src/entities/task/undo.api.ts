import { undoRoutes } from '@gos/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/request';
import { refreshTask } from './shown-changes';
import { taskKeys } from './tasks.api';

/** The reader's last actions, the latest first. */
export const ownActionsQuery = queryOptions({
  queryKey: taskKeys.ownActions,
  queryFn: async ({ signal }) => (await request(undoRoutes.list, { signal })).items,
  placeholderData: undefined,
  staleTime: 0,
});

/** Undoes an action, and shows the task as it is afterwards. */
export async function undoAction(client: QueryClient, taskId: number, eventId: string): Promise<void> {
  try {
    await request(undoRoutes.undo, { body: { eventId } });
  } finally {
    void refreshTask(client, taskId);
  }
}
