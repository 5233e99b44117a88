import { createFileRoute } from '@tanstack/react-router';
import { boardsQuery, boardTasksQuery, collapsedQuery, noBoard } from '../../../../../features/boards/boards.api';
import { Dashboard } from '../../../../../features/boards/dashboard';

export const Route = createFileRoute('/_app/tasks/project/$projectId/')({
  loader: ({ context: { queryClient }, params: { projectId } }) => {
    void queryClient.prefetchQuery(boardsQuery(projectId));
    void queryClient.prefetchQuery(collapsedQuery(projectId));
    void queryClient.prefetchQuery(boardTasksQuery(projectId, noBoard));
  },
  component: function ProjectDashboard() {
    const { projectId } = Route.useParams();
    return <Dashboard key={projectId} />;
  },
});
