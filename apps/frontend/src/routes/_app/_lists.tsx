import { createFileRoute } from '@tanstack/react-router';
import { TaskLists } from '../../features/tasks/task-list';
import { validateTaskListSearch } from '../../features/tasks/task-search';

/** All lists of tasks are one screen, which stays where it is while one goes from one to another. */
export const Route = createFileRoute('/_app/_lists')({
  validateSearch: validateTaskListSearch,
  component: TaskLists,
});
