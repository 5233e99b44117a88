import type { Samples } from '../kernel/events';
import type { WorklogEvent } from './worklog';

const place = { projectId: 5, contractId: 'S-2026-14' };
const rate = { amount: '850.00', currency: 'CZK' };
const worked = { from: '2026-11-18T08:02:11.000Z', to: '2026-11-18T10:47:39.000Z' };
const started = { entryId: 41, taskId: 12, ...place, from: worked.from, rate };
const added = {
  entryId: 42,
  taskId: 12,
  ...place,
  from: '2026-11-17T13:00:00.000Z',
  to: '2026-11-17T14:30:00.000Z',
  rate,
};

/** One realistic event of each type; an event type without a sample does not compile. */
export const worklogSamples = {
  WorkStarted: { type: 'WorkStarted', data: started },
  WorkEnded: { type: 'WorkEnded', data: { ...started, to: worked.to } },
  TimeAdded: { type: 'TimeAdded', data: { ...added, note: 'schůzka u zákazníka' } },
  TimeChanged: {
    type: 'TimeChanged',
    data: {
      ...started,
      from: '2026-11-18T08:00:00.000Z',
      to: '2026-11-18T10:30:00.000Z',
      note: 'zapomenuté vypnutí',
      was: { ...worked, rate, ...place },
    },
  },
  TimeRemoved: { type: 'TimeRemoved', data: added },
  TimeRestored: { type: 'TimeRestored', data: added },
  MonthClosed: {
    type: 'MonthClosed',
    data: { month: '2026-11', start: '2026-10-31T23:00:00.000Z', end: '2026-11-30T23:00:00.000Z' },
  },
  MonthReopened: { type: 'MonthReopened', data: { month: '2026-11' } },
  UsersNotified: {
    type: 'UsersNotified',
    data: { kind: 'work-forgotten', userIds: [2], entryId: 41, taskId: 12 },
  },
  ActionUndone: {
    type: 'ActionUndone',
    data: { eventId: '7c0e4a52-1f0b-4c6e-9a55-0d3f4b1c2e99', event: 'TimeRemoved', revisions: [1], restores: {} },
  },
} satisfies Samples<WorklogEvent>;
