import { createFileRoute } from '@tanstack/react-router';
import { loadTaskList } from '../../../features/tasks/load-task-list';
import { TaskList } from '../../../features/tasks/task-list';
import { validateTaskListSearch } from '../../../features/tasks/task-search';

export const Route = createFileRoute('/_app/tasks/to-accept')({
  validateSearch: validateTaskListSearch,
  loaderDeps: ({ search }) => validateTaskListSearch({ ...search }),
  loader: ({ context, deps }) => loadTaskList(context.queryClient, 'to-accept', deps),
  component: () => <TaskList list="to-accept" />,
});
