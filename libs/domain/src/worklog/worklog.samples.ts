import type { Samples } from '../kernel/events';
import type { WorklogEvent } from './worklog';

/** One realistic event of each type; an event type without a sample does not compile. */
export const worklogSamples = {
  WorkStarted: { type: 'WorkStarted', data: { entryId: 41, taskId: 12, from: '2026-11-18T08:02:11.000Z' } },
  WorkEnded: { type: 'WorkEnded', data: { entryId: 41, taskId: 12, to: '2026-11-18T10:47:39.000Z' } },
  TimeAdded: {
    type: 'TimeAdded',
    data: {
      entryId: 42,
      taskId: 12,
      from: '2026-11-17T13:00:00.000Z',
      to: '2026-11-17T14:30:00.000Z',
      note: 'schůzka u zákazníka',
    },
  },
  TimeChanged: {
    type: 'TimeChanged',
    data: {
      entryId: 41,
      taskId: 12,
      was: { from: '2026-11-18T08:02:11.000Z', to: '2026-11-18T10:47:39.000Z' },
      from: '2026-11-18T08:00:00.000Z',
      to: '2026-11-18T10:30:00.000Z',
      note: 'zapomenuté vypnutí',
    },
  },
  TimeRemoved: { type: 'TimeRemoved', data: { entryId: 42, taskId: 12 } },
} satisfies Samples<WorklogEvent>;
