import { type Actor, hasPermission, type ProjectPermission } from '../kernel/actor';
import type { RefusalCode } from '../kernel/refusal';
import { keysOf, mapTable } from '../kernel/tables';
import type { Board } from './board';

interface BoardRight {
  /** of the board's project */
  readonly least: ProjectPermission;
  /** What is deleted is only brought back, and nothing else is. */
  readonly ofDeleted?: true;
  readonly inActive?: true;
}

/** What `can` of a board names: who may it, and when. Accepting is open to every member: each task decides for itself. */
const boardRights = {
  edit: { least: 'edit' },
  move: { least: 'edit' },
  accept: { least: 'view' },
  delete: { least: 'edit' },
  undelete: { least: 'edit', ofDeleted: true },
  /** new ones, and those that are moved to it */
  tasks: { least: 'edit', inActive: true },
} as const satisfies Record<string, BoardRight>;

export type BoardAction = keyof typeof boardRights;
export const boardActions = keysOf(boardRights);

type Place = Pick<Board, 'projectId' | 'deleted'>;

/** Why this person may not do it, or sees nothing to do it to; or null. */
export function boardRightRefusalOf(action: BoardAction, board: Place, actor: Actor): RefusalCode | null {
  const { least, ofDeleted }: BoardRight = boardRights[action];
  if (actor.role === 'auditor') return 'task.auditor';
  if (!hasPermission(actor, board.projectId, least)) return 'project.forbidden';
  return board.deleted && !ofDeleted ? 'board.not-found' : null;
}

/** Why it may not be done now, by whomever; or null. */
export function boardStateRefusalOf(
  action: BoardAction,
  board: Pick<Board, 'deleted'>,
  projectActive: boolean,
): RefusalCode | null {
  const { ofDeleted, inActive }: BoardRight = boardRights[action];
  if (ofDeleted && !board.deleted) return 'board.not-deleted';
  return inActive && !projectActive ? 'project.inactive' : null;
}

/** Why an action may not be done now by this person, or null. */
export function boardRefusalOf(
  action: BoardAction,
  board: Place,
  actor: Actor,
  projectActive: boolean,
): RefusalCode | null {
  return boardRightRefusalOf(action, board, actor) ?? boardStateRefusalOf(action, board, projectActive);
}

/** Every action with true or the code of its refusal. */
export function canOfBoard(
  board: Place,
  actor: Actor,
  projectActive: boolean,
): Record<BoardAction, true | RefusalCode> {
  return mapTable(boardRights, (action) => boardRefusalOf(action, board, actor, projectActive) ?? true);
}
