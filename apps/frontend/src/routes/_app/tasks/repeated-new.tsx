import { createFileRoute } from '@tanstack/react-router';
import { taskQuery } from '../../../entities/task/tasks.api';
import { NewRepeatedTask } from '../../../features/tasks/repeated/repeated-form-screens';
import { validateFromSearch } from '../../../features/tasks/repeated/repeated-id';

export const Route = createFileRoute('/_app/tasks/repeated-new')({
  validateSearch: validateFromSearch,
  loaderDeps: ({ search: { from } }) => ({ from }),
  // If the requested task is not visible, the form stays empty and says so.
  loader: async ({ context, deps: { from } }) =>
    from === undefined ? null : context.queryClient.ensureQueryData(taskQuery(from)).catch(() => null),
  component: function NewRepeated() {
    const source = Route.useLoaderData();
    return <NewRepeatedTask key={source?.id} source={source} />;
  },
});
