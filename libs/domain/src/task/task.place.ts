import { boardRefusalOf } from '../board/board.rights';
import { rankBetween } from '../kernel/rank';
import { type Refusal, refuse, refuseField } from '../kernel/refusal';
import { projectRefusalOf } from '../project/project.rights';
import type { Task, TaskPlace } from './task';
import type { TaskEvent } from './task.events';
import type { TaskFacts } from './task.rules';

/** The wanted project and board of a task. With a board, an absent project or null is the board's; else it is none. */
export interface WantedPlace {
  readonly projectId?: number | null;
  readonly boardId?: number | null;
}

/**
 * The project and board for a task, or the refusal: the actor needs their right `tasks`, and an inactive project takes no tasks
 * from outside.
 */
export function placeOf(
  wanted: WantedPlace,
  present: TaskPlace | null,
  facts: Pick<TaskFacts, 'actor' | 'project' | 'board'>,
): TaskPlace | Refusal {
  const boardId = wanted.boardId ?? null;
  const board = boardId === null ? null : (facts.board ?? null);
  const inOther = board !== null && (wanted.projectId ?? board.projectId) !== board.projectId;
  if (typeof wanted.projectId === 'number' && !facts.project) return refuseField('projectId', 'project.not-found');
  if (boardId !== null && (board === null || inOther)) return refuseField('boardId', 'board.not-found');
  const projectId = wanted.projectId ?? board?.projectId ?? null;
  if (projectId === null) return { projectId, boardId };
  if (!facts.project) return refuseField('projectId', 'project.not-found');
  const takesIt = facts.project.active || present?.projectId === projectId;
  const refused =
    boardId === null
      ? projectRefusalOf('tasks', { id: projectId, active: takesIt }, facts.actor)
      : boardRefusalOf('tasks', { projectId, deleted: false }, facts.actor, takesIt);
  return refused ? refuse(refused) : { projectId, boardId };
}

/** @param beforeId the task of the board to go ahead of; null: the end; absent: keeps its place if it is in the board already */
export function moveTask(
  task: Task,
  wanted: WantedPlace & { readonly beforeId?: number | null },
  facts: TaskFacts,
): readonly TaskEvent[] | Refusal {
  const to = placeOf(wanted, task, facts);
  if ('refused' in to) return to;
  const from = { projectId: task.projectId, boardId: task.boardId };
  const stays = from.projectId === to.projectId && from.boardId === to.boardId;
  if (stays && (to.boardId === null || wanted.beforeId === undefined || wanted.beforeId === task.id)) return [];
  const gap = facts.gap ?? null;
  if (to.boardId !== null && gap === null) return refuse('board.neighbour-moved');
  const { before, after } = gap ?? { before: null, after: null };
  const inIt = stays && task.order !== null && (before === null || before < task.order);
  if (inIt && (after === null || task.order! < after)) return [];
  const order = to.boardId === null ? null : rankBetween(before, after, task.id);
  return stays
    ? [{ type: 'TaskReordered', data: { from: task.order, to: order } }]
    : [{ type: 'TaskMoved', data: { from, to, order } }];
}
