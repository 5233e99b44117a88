import { createFileRoute } from '@tanstack/react-router';
import { validateTaskListSearch } from '../../entities/task/task-search';
import { TaskLists } from '../../features/tasks/task-list';

/** All lists of tasks are one screen, which stays where it is while one goes from one to another. */
export const Route = createFileRoute('/_app/_lists')({
  validateSearch: validateTaskListSearch,
  component: TaskLists,
});
