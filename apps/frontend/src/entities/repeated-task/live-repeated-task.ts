import type { LiveHandlers, Stale } from '../../lib/live-cache';
import { repeatedTaskKeys } from './repeated-tasks.api';

const everywhere: readonly Stale[] = [{ queryKey: repeatedTaskKeys.lists }, { queryKey: repeatedTaskKeys.details }];

export const repeatedTaskHandlers: LiveHandlers = {
  'repeated-task': ({ id }) => [...everywhere, { queryKey: repeatedTaskKeys.activity(id) }],
  // A definition shows the names, deadlines and solvers of its tasks.
  task: () => [{ queryKey: repeatedTaskKeys.details, everyMs: 1_000 }],
  position: () => everywhere,
};
