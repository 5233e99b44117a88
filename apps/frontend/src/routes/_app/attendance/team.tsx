import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '../../../features/attendance/time/team-screen';
import { type ChosenPosition, positionIn } from '../../../features/attendance/week-address';

export const Route = createFileRoute('/_app/attendance/team')({
  validateSearch: ({ position }: Record<string, unknown>): { position?: ChosenPosition } => ({
    position: positionIn(position),
  }),
  component: TeamScreen,
});
