import { createFileRoute } from '@tanstack/react-router';
import { OfferedScreen } from '../../../entities/user/offers';
import { loadStart, validateNewTaskSearch } from '../../../features/tasks/form/asked-place';
import { NewTask } from '../../../features/tasks/task-form';

export const Route = createFileRoute('/_app/tasks/new')({
  validateSearch: validateNewTaskSearch,
  loaderDeps: ({ search }) => validateNewTaskSearch({ ...search }),
  loader: ({ context, deps }) => loadStart(context.queryClient, deps),
  component: () => {
    const { projectId, boardId, deadline, from, shared } = Route.useSearch();
    return (
      <OfferedScreen part="work">
        <NewTask key={`${projectId}/${boardId}/${deadline}/${from}/${shared}`} {...Route.useLoaderData()} />
      </OfferedScreen>
    );
  },
});
