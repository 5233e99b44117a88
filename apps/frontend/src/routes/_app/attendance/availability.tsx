import { localDay, mondayOf } from '@gos/domain';
import { createFileRoute } from '@tanstack/react-router';
import { monthQuery, weekQuery } from '../../../entities/plan/plans.api';
import { validateAvailabilityAddress } from '../../../features/attendance/availability-address';
import { AvailabilityScreen } from '../../../features/attendance/availability-screen';
import { monthAt } from '../../../features/attendance/time/month-address';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';

export const Route = createFileRoute('/_app/attendance/availability')({
  validateSearch: validateAvailabilityAddress,
  loaderDeps: ({ search }) => validateAvailabilityAddress({ ...search }),
  loader: ({ context: { queryClient }, deps: { view, from, position = null } }) => {
    const day = from ?? localDay(serverNow(), timeZone());
    if (view === 'month') void queryClient.prefetchQuery(monthQuery(monthAt({}, day), position));
    else void queryClient.prefetchQuery(weekQuery(mondayOf(day), position));
  },
  component: AvailabilityScreen,
});
