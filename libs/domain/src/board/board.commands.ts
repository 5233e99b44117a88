import type { Actor } from '../kernel/actor';
import { aggregate, type CommandTable } from '../kernel/aggregate';
import { inUtc } from '../kernel/calendar';
import { byRank, type Rank, rankBetween } from '../kernel/rank';
import { type FieldError, type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { tidy } from '../kernel/text';
import { projectRightRefusalOf } from '../project/project.rights';
import {
  type Board,
  type BoardEdit,
  type BoardEvent,
  type BoardFields,
  type BoardSection,
  boardFields,
  boardSections,
  evolveBoard,
} from './board';
import type { BoardBodies } from './board.bodies';
import { boardFieldChecks } from './board.fields';
import { type BoardAction, boardRightRefusalOf, boardStateRefusalOf } from './board.rights';

export interface BoardFacts {
  readonly actor: Actor;
  /** The ids in the command that the actor may name: people who are known and active, no auditors. */
  readonly nameable: readonly number[];
  /** The boards of the project, without deleted ones. */
  readonly neighbours: readonly Pick<Board, 'id' | 'section' | 'order'>[];
}

function fieldErrors(fields: Partial<BoardFields>, facts: BoardFacts): (FieldError | null)[] {
  const { name, description, deadline, assignedUserId } = fields;
  const unknown =
    typeof assignedUserId === 'number' && assignedUserId !== facts.actor.id && !facts.nameable.includes(assignedUserId);
  return [
    name === undefined ? null : boardFieldChecks.name(name),
    description === undefined ? null : boardFieldChecks.description(description),
    deadline ? boardFieldChecks.deadline(deadline) : null,
    unknown ? { path: 'assignedUserId', code: 'board.assigned.unknown' } : null,
  ];
}

function tidied<F extends Partial<BoardFields>>(given: F): F {
  return {
    ...given,
    ...(given.name !== undefined && { name: tidy(given.name) }),
    ...(given.description !== undefined && { description: tidy(given.description) }),
    ...(given.deadline !== undefined && { deadline: inUtc(given.deadline) }),
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
  const refused = refuseFields(fieldErrors(fields, facts));
  if (refused) return refused;
  const order = placeIn(section, boardId, null, facts)!;
  return [{ type: 'BoardCreated', data: { boardId, projectId, ...fields, section, order } }];
}

function edit(board: Board, given: Partial<BoardFields>, facts: BoardFacts): readonly BoardEvent[] | Refusal {
  const fields = tidied(given);
  const changed = boardFields.filter((field) => fields[field] !== undefined && fields[field] !== board[field]);
  const refused = refuseFields(
    fieldErrors(Object.fromEntries(changed.map((field) => [field, fields[field]])) as Partial<BoardFields>, facts),
  );
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
  if (!boardSections.includes(section)) return refuseField('section', 'validation.choice');
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

const boardCommands: CommandTable<BoardBodies, Board, BoardEvent, BoardFacts, BoardAction> = {
  create: {
    rightRefusalOf: ({ projectId }, { actor }) => projectRightRefusalOf('boards', projectId, actor),
    begins: create,
  },
  edit: { right: 'edit', edits: fieldsOf, decide: edit },
  move: { right: 'move', decide: move },
  delete: { right: 'delete', decide: () => [{ type: 'BoardDeleted', data: {} }] },
  undelete: { right: 'undelete', decide: () => [{ type: 'BoardUndeleted', data: {} }] },
};

export const boardAggregate = aggregate({
  name: 'board',
  initial: null,
  evolve: evolveBoard,
  commands: boardCommands,
  missing: 'board.not-found',
  rightRefusalOf: (right, board, { actor }) => boardRightRefusalOf(right, board, actor),
  stateRefusal(right, board) {
    const refused = boardStateRefusalOf(right, board, true);
    return refused && refuse(refused);
  },
  revisionOf: ({ revision }) => revision,
  fields: fieldsOf,
});
