import { createFileRoute } from '@tanstack/react-router';
import { projectPageQuery } from '../../../entities/project/projects.api';
import { ProjectList } from '../../../features/projects/project-list';
import { projectPageOf, validateProjectListSearch } from '../../../features/projects/project-search';

export const Route = createFileRoute('/_app/tasks/projects')({
  validateSearch: validateProjectListSearch,
  loaderDeps: ({ search }) => validateProjectListSearch({ ...search }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(projectPageQuery(projectPageOf(deps))),
  component: ProjectList,
});
