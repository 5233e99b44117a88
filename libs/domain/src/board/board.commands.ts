import { aggregate, type CommandTable } from '../kernel/aggregate';
import { byRank, type Rank, rankBetween } from '../kernel/rank';
import { type Refusal, refuse, refuseField } from '../kernel/refusal';
import { normalizeText } from '../kernel/text';
import { decideUndo } from '../kernel/undo';
import { projectRightRefusalOf } from '../project/project.rights';
import {
  type Board,
  type BoardEdit,
  type BoardEvent,
  type BoardFields,
  type BoardSection,
  boardFields,
  evolveBoard,
} from './board';
import type { BoardBodies } from './board.bodies';
import type { BoardFacts } from './board.facts';
import { type BoardAction, boardRightRefusalOf, boardStateRefusalOf } from './board.rights';
import { boardUndoing } from './board.undo';

function assignedRefusalOf({ assignedUserId }: Partial<BoardFields>, { actor, nameable }: BoardFacts): Refusal | null {
  const known = typeof assignedUserId !== 'number' || assignedUserId === actor.id || nameable.includes(assignedUserId);
  return known ? null : refuseField('assignedUserId', 'board.assigned.unknown');
}

function tidied<F extends Partial<BoardFields>>(given: F): F {
  return {
    ...given,
    ...(given.name !== undefined && { name: normalizeText(given.name) }),
    ...(given.description !== undefined && { description: normalizeText(given.description) }),
  };
}

/**
 * The rank ahead of board `beforeId` (and of all with an equal rank), or at the end of the section; null when that board has left
 * the section.
 */
function placeIn(section: BoardSection, id: number, beforeId: number | null, facts: BoardFacts): Rank | null {
  const others = facts.neighbours.filter((board) => board.section === section && board.id !== id).sort(byRank);
  if (beforeId === null) return rankBetween(others.at(-1)?.order ?? null, null, id);
  const next = others.find((board) => board.id === beforeId);
  if (next === undefined) return null;
  return rankBetween(others.findLast(({ order }) => order < next.order)?.order ?? null, next.order, id);
}

function create(
  boardId: number,
  { projectId, section, description, deadline = null, assignedUserId = null, ...given }: BoardBodies['create'],
  facts: BoardFacts,
): readonly BoardEvent[] | Refusal {
  const fields = tidied({ ...given, description: description ?? '', deadline, assignedUserId });
  const refused = assignedRefusalOf(fields, facts);
  if (refused) return refused;
  const order = placeIn(section, boardId, null, facts)!;
  return [{ type: 'BoardCreated', data: { boardId, projectId, ...fields, section, order } }];
}

function edit(board: Board, given: Partial<BoardFields>, facts: BoardFacts): readonly BoardEvent[] | Refusal {
  const fields = tidied(given);
  const changed = boardFields.filter((field) => fields[field] !== undefined && fields[field] !== board[field]);
  const refused = changed.includes('assignedUserId') ? assignedRefusalOf(fields, facts) : null;
  if (refused) return refused;
  const changes = changed.map(
    (field) => ({ field, ...(field !== 'description' && { from: board[field] }), to: fields[field] }) as BoardEdit,
  );
  return changes.length === 0 ? [] : [{ type: 'BoardEdited', data: { changes } }];
}

function move(
  board: Board,
  { section, beforeId = null }: BoardBodies['move'],
  facts: BoardFacts,
): readonly BoardEvent[] | Refusal {
  if (beforeId === board.id) return board.section === section ? [] : refuse('board.neighbour-moved');
  const others = facts.neighbours.filter((other) => other.section === section && other.id !== board.id);
  const following = others.filter((other) => byRank(board, other) < 0).sort(byRank);
  if (board.section === section && (following[0]?.id ?? null) === beforeId) return [];
  const order = placeIn(section, board.id, beforeId, facts);
  if (order === null) return refuse('board.neighbour-moved');
  return [
    { type: 'BoardMoved', data: { from: { section: board.section, order: board.order }, to: { section, order } } },
  ];
}

function fieldsOf(board: Board) {
  const { name, description, deadline, assignedUserId, section, order, deleted } = board;
  return { name, description, deadline, assignedUserId, section, order, deleted };
}

const boardCommands: CommandTable<BoardBodies, Board, BoardEvent, BoardFacts, BoardAction | 'undo'> = {
  create: {
    rightRefusalOf: ({ projectId }, { actor }) => projectRightRefusalOf('boards', projectId, actor),
    begins: create,
  },
  edit: { right: 'edit', edits: fieldsOf, decide: edit },
  move: { right: 'move', decide: move },
  delete: { right: 'delete', decide: () => [{ type: 'BoardDeleted', data: {} }] },
  undelete: { right: 'undelete', decide: () => [{ type: 'BoardUndeleted', data: {} }] },
  undo: { right: 'undo', decide: (board, body, facts) => decideUndo(boardUndoing, board, body, facts) },
};

export const boardAggregate = aggregate({
  name: 'board',
  initial: null,
  evolve: evolveBoard,
  commands: boardCommands,
  missing: 'board.not-found',
  // An undo checks the right to the action.
  rightRefusalOf: (right, board, { actor }) => (right === 'undo' ? null : boardRightRefusalOf(right, board, actor)),
  stateRefusal(right, board) {
    const refused = right === 'undo' ? null : boardStateRefusalOf(right, board, true);
    return refused && refuse(refused);
  },
  revisionOf: ({ revision }) => revision,
  fields: fieldsOf,
});
