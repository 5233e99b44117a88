import { createFileRoute } from '@tanstack/react-router';
import { whole } from '../../../features/attendance/time/month-address';
import { TeamScreen } from '../../../features/attendance/time/team-screen';

export const Route = createFileRoute('/_app/attendance/team')({
  validateSearch: ({ position }: Record<string, unknown>): { position?: number } => ({ position: whole(position, 1) }),
  component: TeamScreen,
});
