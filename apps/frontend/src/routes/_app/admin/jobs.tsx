import { createFileRoute } from '@tanstack/react-router';
import { validateJobsAddress } from '../../../features/admin/jobs-address';
import { JobsScreen } from '../../../features/admin/jobs-screen';

export const Route = createFileRoute('/_app/admin/jobs')({
  validateSearch: validateJobsAddress,
  component: JobsScreen,
});
