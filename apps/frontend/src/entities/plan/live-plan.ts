import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { planKeys } from './plans.api';

const weeks: readonly Stale[] = [{ queryKey: planKeys.weeks, everyMs: 1_000 }];
const vacations: readonly Stale[] = [{ queryKey: planKeys.vacations, everyMs: 1_000 }];

export const planHandlers: LiveHandlers = {
  plan: () => [
    { queryKey: planKeys.lists },
    { queryKey: planKeys.newest },
    { queryKey: planKeys.requests },
    ...weeks,
    ...vacations,
  ],
  // The weeks show names and the list of people. The allowance of vacation belongs to the person.
  user: () => [...weeks, ...vacations],
};
