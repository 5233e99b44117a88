import { isInstant } from '../kernel/calendar';
import type { Decider } from '../kernel/decider';
import type { Instant, Message } from '../kernel/message';
import { byRank, type Rank, rankBetween } from '../kernel/rank';
import { type FieldError, type Refusal, type RefusalCode, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { tidy } from '../kernel/text';
import { nameError } from '../project/project.fields';
import { holds } from '../project/project.rights';
import { taskFieldChecks } from '../task/task.fields';
import type { Actor } from '../task/task.rights';

/** In the order of the dashboard; `todo` is shown as in progress. */
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

export interface BoardPlace {
  readonly section: BoardSection;
  readonly order: Rank;
}

export type BoardEdit = {
  [F in keyof BoardFields]: { readonly field: F; readonly from?: BoardFields[F]; readonly to: BoardFields[F] };
}[keyof BoardFields];

/** Events of `board-N`. */
export type BoardEvent =
  | Message<'BoardCreated', BoardFields & BoardPlace & { readonly boardId: number; readonly projectId: number }>
  | Message<'BoardEdited', { readonly changes: readonly BoardEdit[] }>
  | Message<'BoardMoved', { readonly from: BoardPlace; readonly to: BoardPlace }>
  | Message<'BoardDeleted', Record<string, never>>
  | Message<'BoardUndeleted', Record<string, never>>;

export interface Board extends BoardFields, BoardPlace {
  readonly id: number;
  readonly projectId: number;
  /** Counts the events, from 1. */
  readonly revision: number;
  readonly deleted: boolean;
}

export type NewBoard = Pick<BoardFields, 'name'> & Partial<BoardFields> & { readonly section: BoardSection };

export type BoardCommand =
  | { readonly type: 'create'; readonly boardId: number; readonly projectId: number; readonly board: NewBoard }
  | { readonly type: 'edit'; readonly fields: Partial<BoardFields> }
  /** Said as it is meant: ahead of that board, or at the end of the section. */
  | { readonly type: 'move'; readonly section: BoardSection; readonly beforeId?: number | null }
  | { readonly type: 'delete' | 'undelete' };

export interface BoardFacts {
  readonly actor: Actor;
  /** Of the people that the command names, those whom the actor may name: known, active, no auditors. */
  readonly nameable: readonly number[];
  /** The boards of the project that are not deleted. */
  readonly neighbours: readonly Pick<Board, 'id' | 'section' | 'order'>[];
}

/** Keys of a board's `can`; `tasks`: new ones, and those that are moved to it. */
export const boardActions = ['edit', 'move', 'accept', 'delete', 'undelete', 'tasks'] as const;
export type BoardAction = (typeof boardActions)[number];

export function boardStream(id: number): string {
  return `board-${id}`;
}

/** Why an action may not be done by this person, or null. Accepting is open to every member: each task decides for itself. */
export function boardRefusalOf(
  action: BoardAction,
  board: Pick<Board, 'projectId' | 'deleted'>,
  actor: Actor,
  projectActive: boolean,
): RefusalCode | null {
  if (actor.role === 'auditor') return 'task.auditor';
  if (!holds(actor, board.projectId, action === 'accept' ? 'view' : 'edit')) return 'project.forbidden';
  if (board.deleted && action !== 'undelete') return 'board.not-found';
  if (!board.deleted && action === 'undelete') return 'board.not-deleted';
  return action === 'tasks' && !projectActive ? 'project.inactive' : null;
}

/** Every action with true or the code of its refusal. */
export function canOfBoard(
  board: Pick<Board, 'projectId' | 'deleted'>,
  actor: Actor,
  projectActive: boolean,
): Record<BoardAction, true | RefusalCode> {
  return Object.fromEntries(
    boardActions.map((action) => [action, boardRefusalOf(action, board, actor, projectActive) ?? true]),
  ) as Record<BoardAction, true | RefusalCode>;
}

/** The deadline that a board gives to its tasks; a board without one says so. */
export function deadlineOfBoard(board: Pick<BoardFields, 'deadline'>): Instant | Refusal {
  return board.deadline ?? refuse('board.no-date');
}

const utc = (at: Instant | null) => (at !== null && isInstant(at) ? new Date(at).toISOString() : at);

/** The limits of a board's fields, said while typing in the browser and enforced by the server with the same words. */
export const boardFieldChecks = {
  name: (value: string, path = 'name') => nameError(value, path, 'board.name.too-long'),
  description: (value: string, path = 'description') => taskFieldChecks.text(value, path),
  deadline: (value: string, path = 'deadline') => taskFieldChecks.deadline(value, path),
};

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

function tidied(given: Partial<BoardFields>): Partial<BoardFields> {
  return {
    ...given,
    ...(given.name !== undefined && { name: tidy(given.name) }),
    ...(given.description !== undefined && { description: tidy(given.description) }),
    ...(given.deadline !== undefined && { deadline: utc(given.deadline) }),
  };
}

/** A rank ahead of a neighbour and of those equal to it, or at the end; null when it is not in the section any more. */
function placeIn(section: BoardSection, id: number, beforeId: number | null, facts: BoardFacts): Rank | null {
  const others = facts.neighbours.filter((board) => board.section === section && board.id !== id).sort(byRank);
  if (beforeId === null) return rankBetween(others.at(-1)?.order ?? null, null, id);
  const next = others.find((board) => board.id === beforeId);
  if (next === undefined) return null;
  return rankBetween(others.findLast(({ order }) => order < next.order)?.order ?? null, next.order, id);
}

function create(
  { boardId, projectId, board }: Extract<BoardCommand, { type: 'create' }>,
  facts: BoardFacts,
): readonly BoardEvent[] | Refusal {
  const refusedRight = boardRefusalOf('edit', { projectId, deleted: false }, facts.actor, true);
  if (refusedRight) return refuse(refusedRight);
  const { section, ...given } = board;
  const fields = { name: '', description: '', deadline: null, assignedUserId: null, ...tidied(given) };
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
  { section, beforeId = null }: Extract<BoardCommand, { type: 'move' }>,
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

const actionOf = { edit: 'edit', move: 'move', delete: 'delete', undelete: 'undelete' } as const;

export const boardDecider: Decider<Board | null, BoardCommand, BoardEvent, BoardFacts> = {
  initial: null,
  evolve(board, event) {
    if (board === null) {
      if (event.type !== 'BoardCreated') return null;
      const { boardId, ...data } = event.data;
      return { id: boardId, revision: 1, deleted: false, ...data };
    }
    const next = { ...board, revision: board.revision + 1 };
    switch (event.type) {
      case 'BoardEdited':
        return { ...next, ...Object.fromEntries(event.data.changes.map(({ field, to }) => [field, to])) };
      case 'BoardMoved':
        return { ...next, ...event.data.to };
      case 'BoardDeleted':
        return { ...next, deleted: true };
      case 'BoardUndeleted':
        return { ...next, deleted: false };
      default:
        return next;
    }
  },
  decide(board, command, facts): readonly BoardEvent[] | Refusal {
    if (command.type === 'create') return board === null ? create(command, facts) : [];
    if (board === null) return refuse('board.not-found');
    const refused = boardRefusalOf(actionOf[command.type], board, facts.actor, true);
    if (refused) return refuse(refused);
    switch (command.type) {
      case 'edit':
        return edit(board, command.fields, facts);
      case 'move':
        return move(board, command, facts);
      case 'delete':
        return [{ type: 'BoardDeleted', data: {} }];
      case 'undelete':
        return [{ type: 'BoardUndeleted', data: {} }];
    }
  },
};
