import type { WithActivityClass } from '../kernel/activity';
import { type EventTable, evolveOf } from '../kernel/events';
import type { Message } from '../kernel/message';

/**
 * Events of the stream `dependencies`. One stream holds the edges of all tasks, so that two concurrent commands cannot close a
 * circle together.
 */
export type DependencyEvent =
  | Message<'PredecessorAdded', { readonly taskId: number; readonly predecessorId: number }>
  | Message<'PredecessorRemoved', { readonly taskId: number; readonly predecessorId: number }>;

/** The history as a linked list, newest event first, so that folding n events takes n steps and no copies. */
export type Dependencies = { readonly last: DependencyEvent; readonly before: Dependencies } | null;

export const dependenciesStream = 'dependencies';

type Edges = ReadonlyMap<number, ReadonlySet<number>>;

/** The predecessors of each task, by task id. */
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

/** Whether `goal` is `start` itself or one of its direct or transitive predecessors. */
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

const link = (before: Dependencies, last: DependencyEvent): Dependencies => ({ last, before });

export const dependencyEvents: EventTable<Dependencies, DependencyEvent, WithActivityClass> = {
  PredecessorAdded: { activity: 'edited', fold: link },
  PredecessorRemoved: { activity: 'edited', fold: link },
};

export const evolveDependencies = evolveOf(dependencyEvents);
