import type { Samples } from '../kernel/events';
import type { WorklogEvent } from './worklog';

const place = { projectId: 5, contractId: 'S-2026-14' };
const rate = { amount: '850.00', currency: 'CZK' };

/** One realistic event of each type; an event type without a sample does not compile. */
export const worklogSamples = {
  WorkStarted: {
    type: 'WorkStarted',
    data: { entryId: 41, taskId: 12, ...place, from: '2026-11-18T08:02:11.000Z', rate },
  },
  WorkEnded: {
    type: 'WorkEnded',
    data: {
      entryId: 41,
      taskId: 12,
      ...place,
      from: '2026-11-18T08:02:11.000Z',
      to: '2026-11-18T10:47:39.000Z',
      rate,
    },
  },
  TimeAdded: {
    type: 'TimeAdded',
    data: {
      entryId: 42,
      taskId: 12,
      ...place,
      from: '2026-11-17T13:00:00.000Z',
      to: '2026-11-17T14:30:00.000Z',
      rate,
      note: 'schůzka u zákazníka',
    },
  },
  TimeChanged: {
    type: 'TimeChanged',
    data: {
      entryId: 41,
      taskId: 12,
      ...place,
      from: '2026-11-18T08:00:00.000Z',
      to: '2026-11-18T10:30:00.000Z',
      rate,
      note: 'zapomenuté vypnutí',
      was: { from: '2026-11-18T08:02:11.000Z', to: '2026-11-18T10:47:39.000Z', rate, ...place },
    },
  },
  TimeRemoved: {
    type: 'TimeRemoved',
    data: {
      entryId: 42,
      taskId: 12,
      ...place,
      from: '2026-11-17T13:00:00.000Z',
      to: '2026-11-17T14:30:00.000Z',
      rate,
    },
  },
  TimeRestored: {
    type: 'TimeRestored',
    data: {
      entryId: 42,
      taskId: 12,
      ...place,
      from: '2026-11-17T13:00:00.000Z',
      to: '2026-11-17T14:30:00.000Z',
      rate,
    },
  },
  MonthClosed: {
    type: 'MonthClosed',
    data: { month: '2026-11', start: '2026-10-31T23:00:00.000Z', end: '2026-11-30T23:00:00.000Z' },
  },
  MonthReopened: { type: 'MonthReopened', data: { month: '2026-11' } },
} satisfies Samples<WorklogEvent>;
