import { createFileRoute } from '@tanstack/react-router';
import { EventLine } from '../../../../../features/activity/said';
import { ReplayScreen } from '../../../../../features/boards/replay/replay-screen';
import { type ReplaySearch, validateReplaySearch } from '../../../../../features/boards/replay/replay-search';

export const Route = createFileRoute('/_app/tasks/project/$projectId/replay')({
  validateSearch: validateReplaySearch,
  component: function ProjectReplay() {
    const search = Route.useSearch();
    const navigate = Route.useNavigate();
    const change = (part: Partial<ReplaySearch>) =>
      void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true });
    return <ReplayScreen search={search} onChange={change} sentence={EventLine} />;
  },
});
