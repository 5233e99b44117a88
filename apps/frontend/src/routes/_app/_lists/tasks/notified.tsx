import { createFileRoute } from '@tanstack/react-router';
import { validateTaskListSearch } from '../../../../entities/task/task-search';
import { loadTaskList } from '../../../../features/tasks/load-task-list';

export const Route = createFileRoute('/_app/_lists/tasks/notified')({
  loaderDeps: ({ search }) => validateTaskListSearch({ ...search }),
  loader: ({ context, deps }) => loadTaskList(context.queryClient, 'notified', deps),
});
