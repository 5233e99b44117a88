import { createFileRoute } from '@tanstack/react-router';
import { projectQuery } from '../../../../../entities/project/projects.api';
import { projectIdOf } from '../../../../../features/projects/project-id';
import { ProjectLayout, ProjectNotFound } from '../../../../../features/projects/project-layout';

export const Route = createFileRoute('/_app/tasks/project/$projectId')({
  params: {
    parse: ({ projectId }) => ({ projectId: projectIdOf(projectId) }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(projectQuery(params.projectId)),
  component: function Project() {
    return <ProjectLayout projectId={Route.useParams().projectId} />;
  },
  notFoundComponent: ProjectNotFound,
});
