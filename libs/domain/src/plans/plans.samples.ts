import type { Samples } from '../kernel/events';
import type { PlanEvent } from './plans';

/** One realistic event of each type; an event type without a sample does not compile. */
export const planSamples = {
  PlanAdded: {
    type: 'PlanAdded',
    data: {
      planId: 31,
      userId: 2,
      type: 'at_work',
      date: '2026-11-23',
      from: '08:00',
      to: '16:30',
      repeatUntil: '2026-12-18',
      excludeWeekends: true,
      weekend: [6, 7],
      location: 'Kancelář Brno',
      positionId: 4,
      kind: null,
      half: null,
      breakMinutes: 30,
      without: [],
      cutFrom: null,
    },
  },
  PlanChanged: {
    type: 'PlanChanged',
    data: {
      planId: 31,
      changes: [
        { field: 'type', from: 'at_work', to: 'day_off' },
        { field: 'date', from: '2026-11-23', to: '2026-11-25' },
        { field: 'location', from: 'Kancelář Brno', to: 'Doma' },
        { field: 'positionId', from: 4, to: null },
        { field: 'kind', from: null, to: 'vacation' },
        { field: 'half', from: null, to: 'morning' },
        { field: 'breakMinutes', from: 30, to: 0 },
      ],
    },
  },
  PlanDayRemoved: { type: 'PlanDayRemoved', data: { planId: 31, day: '2026-12-02' } },
  PlanDayUndeleted: { type: 'PlanDayUndeleted', data: { planId: 31, day: '2026-12-02' } },
  PlanRemoved: { type: 'PlanRemoved', data: { planId: 31, from: '2026-12-07' } },
  PlanUndeleted: { type: 'PlanUndeleted', data: { planId: 31, without: ['2026-12-07'] } },
  AbsenceRequested: { type: 'AbsenceRequested', data: { planId: 31 } },
  AbsenceApproved: { type: 'AbsenceApproved', data: { planId: 31 } },
  AbsenceDeclined: { type: 'AbsenceDeclined', data: { planId: 31, reason: 'V týdnu předání nemůže chybět nikdo.' } },
  AbsenceWithdrawn: { type: 'AbsenceWithdrawn', data: { planId: 31 } },
  UsersNotified: { type: 'UsersNotified', data: { planId: 31, kind: 'absence-requested', userIds: [1] } },
  ActionUndone: {
    type: 'ActionUndone',
    data: { eventId: '7c0e4a52-1f0b-4c6e-9a55-0d3f4b1c2e99', event: 'PlanChanged', revisions: [1], restores: {} },
  },
} satisfies Samples<PlanEvent>;
