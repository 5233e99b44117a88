import type { Actor } from '../kernel/actor';
import { type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import type { UndoFacts } from '../kernel/undo';
import type { Task } from '../task/task';
import { predecessorsError, successorsError } from '../task/task.rules';
import { type Dependencies, type DependencyEvent, edgesOf, leadsTo, networkOf } from './dependencies';

export interface Edge {
  readonly taskId: number;
  readonly predecessorId: number;
}

/** The state while the stream is scanned, never null. */
export interface DependencyState {
  readonly dependencies: Dependencies;
}

export interface DependencyFacts extends UndoFacts<DependencyState> {
  readonly actor: Actor;
  readonly task: Task | null;
  /** Whether the actor may see the predecessor. */
  readonly predecessorKnown: boolean;
}

export const isThere = (dependencies: Dependencies, { taskId, predecessorId }: Edge) =>
  edgesOf(dependencies).get(taskId)?.has(predecessorId) ?? false;

export function addPredecessor(
  dependencies: Dependencies,
  { taskId, predecessorId }: Edge,
  { predecessorKnown }: DependencyFacts,
): readonly DependencyEvent[] | Refusal {
  if (!predecessorKnown) return refuseField('taskId', 'task.predecessor.unknown');
  const { predecessors, successors } = networkOf(dependencies);
  if (predecessors.get(taskId)?.has(predecessorId)) return [];
  const tooMany = refuseFields([
    predecessorsError((predecessors.get(taskId)?.size ?? 0) + 1, 'taskId'),
    successorsError((successors.get(predecessorId)?.size ?? 0) + 1, 'taskId'),
  ]);
  if (tooMany) return tooMany;
  if (leadsTo(predecessors, predecessorId, taskId)) return refuse('task.predecessors.circle');
  return [{ type: 'PredecessorAdded', data: { taskId, predecessorId } }];
}
