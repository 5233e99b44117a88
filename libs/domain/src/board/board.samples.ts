import type { Samples } from '../kernel/events';
import type { BoardEvent } from './board';

/** One realistic event of each type; an event type without a sample does not compile. */
export const boardSamples = {
  BoardCreated: {
    type: 'BoardCreated',
    data: {
      boardId: 8,
      projectId: 5,
      name: 'Košík a platby',
      description: 'Od košíku po potvrzení objednávky.',
      deadline: '2026-12-18T16:00:00.000Z',
      assignedUserId: 2,
      section: 'backlog',
      order: 'V000008V',
    },
  },
  BoardEdited: {
    type: 'BoardEdited',
    data: {
      changes: [
        { field: 'name', from: 'Košík a platby', to: 'Platby' },
        { field: 'description', to: 'Jen platby.' },
        { field: 'deadline', from: '2026-12-18T16:00:00.000Z', to: null },
        { field: 'assignedUserId', from: 2, to: 3 },
      ],
    },
  },
  BoardMoved: {
    type: 'BoardMoved',
    data: { from: { section: 'backlog', order: 'V000008V' }, to: { section: 'todo', order: 'V000018V' } },
  },
  BoardDeleted: { type: 'BoardDeleted', data: {} },
  BoardUndeleted: { type: 'BoardUndeleted', data: {} },
  ActionUndone: {
    type: 'ActionUndone',
    data: { eventId: '7c0e4a52-1f0b-4c6e-9a55-0d3f4b1c2e99', event: 'BoardEdited', revisions: [1], restores: {} },
  },
} satisfies Samples<BoardEvent>;
