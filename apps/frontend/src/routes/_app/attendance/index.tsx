import { localDay } from '@gos/domain';
import { createFileRoute } from '@tanstack/react-router';
import { meQuery } from '../../../entities/user/users.api';
import { monthQuery } from '../../../features/attendance/time/attendance.api';
import { monthAt, validateMonthAddress } from '../../../features/attendance/time/month-address';
import { MonthScreen } from '../../../features/attendance/time/month-screen';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';

export const Route = createFileRoute('/_app/attendance/')({
  validateSearch: validateMonthAddress,
  loaderDeps: ({ search }) => validateMonthAddress({ ...search }),
  loader: async ({ context: { queryClient }, deps }) => {
    const { id } = await queryClient.ensureQueryData(meQuery);
    const month = monthAt(deps, localDay(serverNow(), timeZone()));
    void queryClient.prefetchQuery(monthQuery({ userId: deps.userId ?? id, ...month }));
  },
  component: MonthScreen,
});
