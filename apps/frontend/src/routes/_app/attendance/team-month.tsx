import { localDay } from '@gos/domain';
import { createFileRoute } from '@tanstack/react-router';
import { isOffered } from '../../../entities/user/offers';
import { meQuery } from '../../../entities/user/users.api';
import { teamMonthQuery } from '../../../features/attendance/time/attendance.api';
import { monthAt } from '../../../features/attendance/time/month-address';
import { teamQueryOf, validateTeamMonthAddress } from '../../../features/attendance/time/team-month-address';
import { TeamMonthScreen } from '../../../features/attendance/time/team-month-screen';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';

export const Route = createFileRoute('/_app/attendance/team-month')({
  validateSearch: validateTeamMonthAddress,
  loaderDeps: ({ search }) => validateTeamMonthAddress({ ...search }),
  loader: async ({ context: { queryClient }, deps }) => {
    if (!isOffered(await queryClient.ensureQueryData(meQuery), 'attendance')) return;
    const month = monthAt(deps, localDay(serverNow(), timeZone()));
    void queryClient.prefetchQuery(teamMonthQuery(teamQueryOf(deps, month)));
  },
  component: TeamMonthScreen,
});
