import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Instant, Message } from '../kernel/message';
import type { Rank } from '../kernel/rank';
import { type Refusal, refuse } from '../kernel/refusal';
import type { ActionUndone } from '../kernel/undo';

/** In the order in which the dashboard shows them; `todo` is called "in progress" there. */
export const boardSections = ['backlog', 'todo', 'done'] as const;
export type BoardSection = (typeof boardSections)[number];

export interface BoardFields {
  readonly name: string;
  /** plain text */
  readonly description: string;
  readonly deadline: Instant | null;
  /** the default solver of tasks created in the board */
  readonly assignedUserId: number | null;
}
export const boardFields = [
  'name',
  'description',
  'deadline',
  'assignedUserId',
] as const satisfies readonly (keyof BoardFields)[];

export interface BoardSlot {
  readonly section: BoardSection;
  readonly order: Rank;
}

export type BoardEdit = {
  [F in keyof BoardFields]: { readonly field: F; readonly from?: BoardFields[F]; readonly to: BoardFields[F] };
}[keyof BoardFields];

/** Events of `board-N`. */
export type BoardEvent =
  | Message<'BoardCreated', BoardFields & BoardSlot & { readonly boardId: number; readonly projectId: number }>
  | Message<'BoardEdited', { readonly changes: readonly BoardEdit[] }>
  | Message<'BoardMoved', { readonly from: BoardSlot; readonly to: BoardSlot }>
  | Message<'BoardDeleted', Record<string, never>>
  | Message<'BoardUndeleted', Record<string, never>>
  | ActionUndone;

export interface Board extends BoardFields, BoardSlot {
  readonly id: number;
  readonly projectId: number;
  /** The number of events so far. */
  readonly revision: number;
  readonly deleted: boolean;
}

export function boardStream(id: number): string {
  return `board-${id}`;
}

/** The deadline for tasks created in the board, or the refusal when the board has none. */
export function deadlineOfBoard(board: Pick<BoardFields, 'deadline'>): Instant | Refusal {
  return board.deadline ?? refuse('board.no-date');
}

const boardEvents: EventTable<Board, BoardEvent> = {
  BoardCreated: {
    begins: ({ data: { boardId, ...data } }) => ({ id: boardId, revision: 1, deleted: false, ...data }),
  },
  BoardEdited: {
    fold: (board, { data }) => ({ ...board, ...Object.fromEntries(data.changes.map(({ field, to }) => [field, to])) }),
  },
  BoardMoved: { fold: (board, { data }) => ({ ...board, ...data.to }) },
  BoardDeleted: { fold: (board) => ({ ...board, deleted: true }) },
  BoardUndeleted: { fold: (board) => ({ ...board, deleted: false }) },
  ActionUndone: { fold: (board) => board },
};

export const evolveBoard = revisionedEvolveOf(boardEvents);
