import type { QueryClient } from '@tanstack/react-query';
import type { TaskListName } from '../../entities/task/task-lists';
import { type TaskListSearch, viewOf } from '../../entities/task/task-search';
import { listPreferenceQuery, listQueryOf, taskListQuery } from '../../entities/task/tasks.api';

/** Starts the request of a list before its screen has loaded; the screen never waits for the rows. */
export async function loadTaskList(client: QueryClient, list: TaskListName, search: TaskListSearch): Promise<void> {
  const preference = await client.ensureQueryData(listPreferenceQuery(list));
  void client.prefetchQuery(taskListQuery(listQueryOf(list, viewOf(preference, search))));
}
