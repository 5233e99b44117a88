import { createFileRoute } from '@tanstack/react-router';
import { Dashboard } from '../../../../../features/boards/dashboard';

export const Route = createFileRoute('/_app/tasks/project/$projectId/')({
  // Comes with the chunk of the boards, so that other screens do not carry it.
  loader: ({ context, params }) =>
    void import('../../../../../features/boards/load-boards').then(({ loadDashboard }) =>
      loadDashboard(context.queryClient, params.projectId),
    ),
  component: function ProjectDashboard() {
    const { projectId } = Route.useParams();
    return <Dashboard key={projectId} />;
  },
});
