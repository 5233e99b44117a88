import { localDay } from '@gos/domain';
import { createFileRoute } from '@tanstack/react-router';
import { meQuery } from '../../../entities/user/users.api';
import { dayQuery } from '../../../features/attendance/time/attendance.api';
import { validateDayAddress } from '../../../features/attendance/time/day-address';
import { DayScreen } from '../../../features/attendance/time/day-screen';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';

export const Route = createFileRoute('/_app/attendance/worked')({
  validateSearch: validateDayAddress,
  loaderDeps: ({ search }) => validateDayAddress({ ...search }),
  loader: async ({ context: { queryClient }, deps: { date, userId } }) => {
    const { id } = await queryClient.ensureQueryData(meQuery);
    void queryClient.prefetchQuery(dayQuery(userId ?? id, date ?? localDay(serverNow(), timeZone())));
  },
  component: DayScreen,
});
