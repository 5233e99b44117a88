import { createFileRoute } from '@tanstack/react-router';
import { validateActivityAddress } from '../../../features/attendance/time/activity-address';
import { ActivityScreen } from '../../../features/attendance/time/activity-screen';

export const Route = createFileRoute('/_app/attendance/activity')({
  validateSearch: validateActivityAddress,
  component: ActivityScreen,
});
