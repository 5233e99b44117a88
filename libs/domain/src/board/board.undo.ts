import { refuse } from '../kernel/refusal';
import { keysOf } from '../kernel/tables';
import { editsBack, type Undoing } from '../kernel/undo';
import { same } from '../kernel/values';
import { type Board, type BoardEdit, type BoardEvent, evolveBoard } from './board';
import type { BoardFacts } from './board.facts';
import { boardRightRefusalOf } from './board.rights';

const deletionBack = {
  opposite(_: unknown, before: Board, now: Board): readonly BoardEvent[] {
    if (before.deleted === now.deleted) return [];
    return [{ type: before.deleted ? 'BoardDeleted' : 'BoardUndeleted', data: {} }];
  },
};

/** How actions on a board are undone. */
export const boardUndoing: Undoing<Board, BoardEvent, BoardFacts> = {
  initial: null,
  evolve: evolveBoard,
  table: {
    BoardCreated: { opposite: () => [{ type: 'BoardDeleted', data: {} }] },
    BoardEdited: {
      opposite: ({ data }, before, now) => [
        { type: 'BoardEdited', data: { changes: editsBack(data.changes, before, now) as BoardEdit[] } },
      ],
    },
    BoardMoved: {
      opposite: (_, { section, order }, now) => [
        { type: 'BoardMoved', data: { from: { section: now.section, order: now.order }, to: { section, order } } },
      ],
    },
    BoardDeleted: deletionBack,
    BoardUndeleted: deletionBack,
    ActionUndone: { opposite: () => [] },
  },
  changedBy: (_, before, after) =>
    keysOf(after).filter((field) => field !== 'revision' && !same(before[field], after[field])),
  rightRefusalOf: (_, __, { projectId }, { actor }) =>
    boardRightRefusalOf('edit', { projectId, deleted: false }, actor),
  stateRefusalOf: ({ concerned, steps }, { deleted }) =>
    deleted && !concerned.has('deleted') && steps[0]!.before !== null ? 'board.is-deleted' : null,
  refusalOf(undone, _, { assignedUserId }, { nameable, actor }) {
    const back = undone.assignedUserId;
    const known = back === null || back === assignedUserId || back === actor.id || nameable.includes(back);
    return known ? null : refuse('undo.person-gone');
  },
};
