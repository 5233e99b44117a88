import { localDay, mondayOf } from '@gos/domain';
import { createFileRoute } from '@tanstack/react-router';
import { weekQuery } from '../../../entities/plan/plans.api';
import { AvailabilityScreen } from '../../../features/attendance/availability-screen';
import { validateWeekAddress } from '../../../features/attendance/week-address';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';

export const Route = createFileRoute('/_app/attendance/availability')({
  validateSearch: validateWeekAddress,
  loaderDeps: ({ search }) => validateWeekAddress({ ...search }),
  loader: ({ context: { queryClient }, deps: { from, position } }) => {
    const monday = mondayOf(from ?? localDay(serverNow(), timeZone()));
    void queryClient.prefetchQuery(weekQuery(monday, position ?? null));
  },
  component: AvailabilityScreen,
});
