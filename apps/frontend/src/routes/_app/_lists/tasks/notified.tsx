import { createFileRoute } from '@tanstack/react-router';
import { loadTaskList } from '../../../../features/tasks/load-task-list';
import { validateTaskListSearch } from '../../../../features/tasks/task-search';

export const Route = createFileRoute('/_app/_lists/tasks/notified')({
  loaderDeps: ({ search }) => validateTaskListSearch({ ...search }),
  loader: ({ context, deps }) => loadTaskList(context.queryClient, 'notified', deps),
});
