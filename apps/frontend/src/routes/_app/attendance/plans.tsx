import { createFileRoute } from '@tanstack/react-router';
import { PlansScreen } from '../../../features/attendance/plans-screen';
import { whole } from '../../../features/attendance/time/month-address';

export const Route = createFileRoute('/_app/attendance/plans')({
  validateSearch: ({ userId }: Record<string, unknown>): { userId?: number } => ({ userId: whole(userId, 1) }),
  component: PlansScreen,
});
