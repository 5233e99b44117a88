import type { Samples } from '../kernel/events';
import type { DependencyEvent } from './dependencies';

/** One realistic event of each type; an event type without a sample does not compile. */
export const dependencySamples = {
  PredecessorAdded: { type: 'PredecessorAdded', data: { taskId: 12, predecessorId: 11 } },
  PredecessorRemoved: { type: 'PredecessorRemoved', data: { taskId: 12, predecessorId: 11 } },
  ActionUndone: {
    type: 'ActionUndone',
    data: { eventId: '7c0e4a52-1f0b-4c6e-9a55-0d3f4b1c2e99', event: 'PredecessorAdded', revisions: [1], restores: {} },
  },
} satisfies Samples<DependencyEvent>;
