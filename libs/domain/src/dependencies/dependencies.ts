import type { Decider } from '../kernel/decider';
import type { Message } from '../kernel/message';
import { type Refusal, refuse, refuseField } from '../kernel/refusal';
import type { Task } from '../task/task';
import { type Actor, partsOf, refusalOf } from '../task/task.rights';

/** The stream `dependencies`: every edge of every network, so that no two people close a circle at once. */
export type DependencyEvent =
  | Message<'PredecessorAdded', { readonly taskId: number; readonly predecessorId: number }>
  | Message<'PredecessorRemoved', { readonly taskId: number; readonly predecessorId: number }>;

/** Predecessors by task. */
export type Dependencies = ReadonlyMap<number, ReadonlySet<number>>;

export type DependencyCommand = {
  readonly type: 'addPredecessor' | 'removePredecessor';
  readonly taskId: number;
  readonly predecessorId: number;
};

export interface DependencyFacts {
  readonly actor: Actor;
  readonly task: Task | null;
  /** Whether the reader sees the predecessor. */
  readonly predecessorKnown: boolean;
}

export const dependenciesStream = 'dependencies';

function leadsTo(edges: Dependencies, start: number, goal: number): boolean {
  const seen = new Set<number>();
  const open = [start];
  while (open.length > 0) {
    const task = open.pop()!;
    if (task === goal) return true;
    if (seen.has(task)) continue;
    seen.add(task);
    for (const predecessor of edges.get(task) ?? []) open.push(predecessor);
  }
  return false;
}

export const dependenciesDecider: Decider<Dependencies, DependencyCommand, DependencyEvent, DependencyFacts> = {
  initial: new Map(),
  evolve(edges, event) {
    const { taskId, predecessorId } = event.data;
    const predecessors = new Set(edges.get(taskId));
    if (event.type === 'PredecessorAdded') predecessors.add(predecessorId);
    else predecessors.delete(predecessorId);
    const next = new Map(edges);
    return predecessors.size === 0 ? (next.delete(taskId), next) : next.set(taskId, predecessors);
  },
  decide(edges, { type, taskId, predecessorId }, facts): readonly DependencyEvent[] | Refusal {
    if (facts.task === null) return refuse('task.not-found');
    const surroundings = { waiting: false, openSubtasks: 0 };
    const refused = refusalOf('predecessors', facts.task, partsOf(facts.task, facts.actor), surroundings);
    if (refused) return refuse(refused);
    const present = edges.get(taskId)?.has(predecessorId) ?? false;
    if (type === 'removePredecessor') {
      return present
        ? [{ type: 'PredecessorRemoved', data: { taskId, predecessorId } }]
        : refuse('task.predecessor.not-there');
    }
    if (!facts.predecessorKnown) return refuseField('taskId', 'task.predecessor.unknown');
    if (present) return [];
    if (leadsTo(edges, predecessorId, taskId)) return refuse('task.predecessors.circle');
    return [{ type: 'PredecessorAdded', data: { taskId, predecessorId } }];
  },
};
