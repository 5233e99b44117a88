import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { planKeys } from './plans.api';

const overviews: readonly Stale[] = [
  { queryKey: planKeys.weeks, everyMs: 1_000 },
  { queryKey: planKeys.months, everyMs: 1_000 },
];
const vacations: readonly Stale[] = [{ queryKey: planKeys.vacations, everyMs: 1_000 }];

export const planHandlers: LiveHandlers = {
  plan: () => [
    { queryKey: planKeys.lists },
    { queryKey: planKeys.newest },
    { queryKey: planKeys.requests },
    ...overviews,
    ...vacations,
  ],
  // The overviews show names and the list of people. The allowance of vacation belongs to the person.
  user: () => [...overviews, ...vacations],
};
