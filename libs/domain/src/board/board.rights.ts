import { type Actor, hasPermission, type ProjectPermission } from '../kernel/actor';
import type { RefusalCode } from '../kernel/refusal';
import { keysOf, mapTable } from '../kernel/tables';
import type { Board } from './board';

interface BoardRight {
  /** the least permission in the board's project */
  readonly least: ProjectPermission;
  /** Allowed on deleted boards only; without it, on boards that are not deleted. */
  readonly onDeleted?: true;
  readonly needsActiveProject?: true;
}

/**
 * The actions in a board's `can`: who may, and in which states. `accept` is open to every member because each task checks its own
 * right to accept.
 */
const boardRights = {
  edit: { least: 'edit' },
  move: { least: 'edit' },
  accept: { least: 'view' },
  delete: { least: 'edit' },
  undelete: { least: 'edit', onDeleted: true },
  /** creating tasks in the board and moving tasks to it */
  tasks: { least: 'edit', needsActiveProject: true },
} as const satisfies Record<string, BoardRight>;

export type BoardAction = keyof typeof boardRights;
export const boardActions = keysOf(boardRights);

type BoardSubject = Pick<Board, 'projectId' | 'deleted'>;

/** Why this person may not do the action, whatever the board's state, or null. A deleted board does not exist for them. */
export function boardRightRefusalOf(action: BoardAction, board: BoardSubject, actor: Actor): RefusalCode | null {
  const { least, onDeleted }: BoardRight = boardRights[action];
  if (actor.role === 'auditor') return 'task.auditor';
  if (!hasPermission(actor, board.projectId, least)) return 'project.forbidden';
  return board.deleted && !onDeleted ? 'board.not-found' : null;
}

/** Whether the actor may read deleted boards of the project: those who may restore them, and auditors. */
export const seesDeletedBoards = (projectId: number, actor: Actor): boolean =>
  actor.role === 'auditor' || hasPermission(actor, projectId, boardRights.undelete.least);

/** Why the board's state does not allow the action to anybody, or null. */
export function boardStateRefusalOf(
  action: BoardAction,
  board: Pick<Board, 'deleted'>,
  projectActive: boolean,
): RefusalCode | null {
  const { onDeleted, needsActiveProject }: BoardRight = boardRights[action];
  if (onDeleted && !board.deleted) return 'board.not-deleted';
  return needsActiveProject && !projectActive ? 'project.inactive' : null;
}

/** Why an action may not be done now by this person, or null. */
export function boardRefusalOf(
  action: BoardAction,
  board: BoardSubject,
  actor: Actor,
  projectActive: boolean,
): RefusalCode | null {
  return boardRightRefusalOf(action, board, actor) ?? boardStateRefusalOf(action, board, projectActive);
}

/** Every action with true or the code of its refusal. */
export function canOfBoard(
  board: BoardSubject,
  actor: Actor,
  projectActive: boolean,
): Record<BoardAction, true | RefusalCode> {
  return mapTable(boardRights, (action) => boardRefusalOf(action, board, actor, projectActive) ?? true);
}
