import type { Samples } from '../kernel/events';
import { plainInitials } from '../task/task.fields';
import type { RepeatedTaskEvent } from './repeated-task';

/** One realistic event of each type; an event type without a sample does not compile. */
export const repeatedTaskSamples = {
  RepeatedTaskCreated: {
    type: 'RepeatedTaskCreated',
    data: {
      repeatedTaskId: 6,
      name: 'Uzávěrka mezd',
      active: true,
      firstDeadline: '2026-11-30T15:00:00.000Z',
      zone: 'Europe/Prague',
      repeat: 'monthly',
      period: 'month',
      repeatDay: 31,
      endRepeat: 'after',
      repeatCount: 24,
      endDate: null,
      showFrom: 2 * 24 * 60,
      firstPlannedDeadline: null,
      generateAhead: 2,
      createFor: 'position',
      solverId: null,
      positionId: 4,
      template: {
        name: null,
        description: '<p>Podklady jsou ve složce.</p>',
        ...plainInitials,
        priority: 7,
        tags: ['mzdy'],
        contractorId: 1,
        projectId: 5,
        boardId: 8,
        estimateMinutes: 90,
        budget: { amount: '1200.00', currency: 'CZK' },
        acknowledged: [3],
        passive: [4],
        files: [],
      },
    },
  },
  RepeatedTaskEdited: {
    type: 'RepeatedTaskEdited',
    data: {
      changes: [
        { field: 'name', from: 'Uzávěrka mezd', to: 'Mzdy' },
        { field: 'repeatDay', from: 31, to: 28 },
        { field: 'template.priority', from: 7, to: 8 },
        { field: 'template.description', to: '<p>Podklady jsou v systému.</p>' },
      ],
      updateGenerated: true,
      rearranged: {
        last: '2026-12-28',
        latest: ['2026-11-28T15:00:00.000Z', '2026-12-28T15:00:00.000Z'],
        occurrences: [
          { number: 1, deadline: '2026-11-28T15:00:00.000Z' },
          { number: 2, deadline: '2026-12-28T15:00:00.000Z' },
        ],
      },
    },
  },
  RepeatedTaskActivated: { type: 'RepeatedTaskActivated', data: {} },
  RepeatedTaskDeactivated: { type: 'RepeatedTaskDeactivated', data: {} },
  OccurrenceGenerated: {
    type: 'OccurrenceGenerated',
    data: {
      number: 1,
      day: '2026-11-30',
      deadline: '2026-11-30T15:00:00.000Z',
      early: false,
      shownDate: '2026-11-28',
      projectId: 5,
      boardId: 8,
      acknowledged: [3],
      passive: [4],
      tasks: [
        { taskId: 51, solverId: 2, order: 'V00000' },
        { taskId: 52, solverId: 7, order: 'V00001' },
      ],
    },
  },
  OccurrenceSkipped: {
    type: 'OccurrenceSkipped',
    data: {
      number: 2,
      deadline: '2026-12-31T15:00:00.000Z',
      early: false,
      count: 1,
      from: '2026-12-31',
      to: '2026-12-31',
      reason: 'project-inactive',
      taskIds: [],
    },
  },
  ActionUndone: {
    type: 'ActionUndone',
    data: {
      eventId: '7c0e4a52-1f0b-4c6e-9a55-0d3f4b1c2e99',
      event: 'RepeatedTaskEdited',
      revisions: [1],
      restores: {},
    },
  },
} satisfies Samples<RepeatedTaskEvent>;
