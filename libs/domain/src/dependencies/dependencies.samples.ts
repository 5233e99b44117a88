import type { Samples } from '../kernel/events';
import type { DependencyEvent } from './dependencies';

/** One realistic event of each type; an event type without a sample does not compile. */
export const dependencySamples = {
  PredecessorAdded: { type: 'PredecessorAdded', data: { taskId: 12, predecessorId: 11 } },
  PredecessorRemoved: { type: 'PredecessorRemoved', data: { taskId: 12, predecessorId: 11 } },
} satisfies Samples<DependencyEvent>;
