import type { Decider } from '../kernel/decider';
import type { Message } from '../kernel/message';
import { type Refusal, refuse, refuseField } from '../kernel/refusal';
import type { Task } from '../task/task';
import { type Actor, nothingAround, partsOf, refusalOf } from '../task/task.rights';

/** The stream `dependencies`: every edge of every network, so that no two people close a circle at once. */
export type DependencyEvent =
  | Message<'PredecessorAdded', { readonly taskId: number; readonly predecessorId: number }>
  | Message<'PredecessorRemoved', { readonly taskId: number; readonly predecessorId: number }>;

/** What has happened to the edges, last first: folding a long history copies nothing. */
export type Dependencies = { readonly last: DependencyEvent; readonly before: Dependencies } | null;

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

type Edges = ReadonlyMap<number, ReadonlySet<number>>;

/** Predecessors by task. */
export function edgesOf(dependencies: Dependencies): Edges {
  const history: DependencyEvent[] = [];
  for (let at = dependencies; at !== null; at = at.before) history.push(at.last);
  const edges = new Map<number, Set<number>>();
  for (const { type, data } of history.reverse()) {
    const predecessors = edges.get(data.taskId) ?? new Set();
    if (type === 'PredecessorAdded') predecessors.add(data.predecessorId);
    else predecessors.delete(data.predecessorId);
    edges.set(data.taskId, predecessors);
  }
  return edges;
}

/** Whether predecessors lead from one task to another, directly or through others. */
export function leadsTo(edges: Edges, start: number, goal: number): boolean {
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
  initial: null,
  evolve: (before, last) => ({ last, before }),
  decide(dependencies, { type, taskId, predecessorId }, facts): readonly DependencyEvent[] | Refusal {
    if (facts.task === null) return refuse('task.not-found');
    const edges = edgesOf(dependencies);
    const present = edges.get(taskId)?.has(predecessorId) ?? false;
    if (type === 'removePredecessor' && !present) return refuse('task.predecessor.not-there');
    const refused = refusalOf('predecessors', facts.task, partsOf(facts.task, facts.actor), nothingAround);
    if (refused) return refuse(refused);
    if (type === 'removePredecessor') return [{ type: 'PredecessorRemoved', data: { taskId, predecessorId } }];
    if (!facts.predecessorKnown) return refuseField('taskId', 'task.predecessor.unknown');
    if (present) return [];
    if (leadsTo(edges, predecessorId, taskId)) return refuse('task.predecessors.circle');
    return [{ type: 'PredecessorAdded', data: { taskId, predecessorId } }];
  },
};
