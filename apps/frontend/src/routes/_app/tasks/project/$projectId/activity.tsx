import { createFileRoute } from '@tanstack/react-router';
import { validateActivityAddress } from '../../../../../features/activity/activity-address';
import { ProjectActivityScreen } from '../../../../../features/activity/activity-screens';

export const Route = createFileRoute('/_app/tasks/project/$projectId/activity')({
  validateSearch: validateActivityAddress,
  component: ProjectActivityScreen,
});
