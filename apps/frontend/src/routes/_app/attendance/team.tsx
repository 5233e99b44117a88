import { createFileRoute } from '@tanstack/react-router';
import { type ChosenPosition, positionIn } from '../../../features/attendance/common/chosen-position';
import { TeamScreen } from '../../../features/attendance/time/team-screen';

export const Route = createFileRoute('/_app/attendance/team')({
  validateSearch: ({ position }: Record<string, unknown>): { position?: ChosenPosition } => ({
    position: positionIn(position),
  }),
  component: TeamScreen,
});
