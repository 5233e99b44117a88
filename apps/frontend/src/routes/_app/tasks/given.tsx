import { createFileRoute } from '@tanstack/react-router';
import { loadTaskList } from '../../../features/tasks/load-task-list';
import { TaskList } from '../../../features/tasks/task-list';
import { validateTaskListSearch } from '../../../features/tasks/task-search';

export const Route = createFileRoute('/_app/tasks/given')({
  validateSearch: validateTaskListSearch,
  loaderDeps: ({ search }) => validateTaskListSearch({ ...search }),
  loader: ({ context, deps }) => loadTaskList(context.queryClient, 'given', deps),
  component: () => <TaskList list="given" />,
});
