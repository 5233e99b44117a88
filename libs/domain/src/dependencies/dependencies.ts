import type { WithActivityClass } from '../kernel/activity';
import { type EventTable, evolveOf } from '../kernel/events';
import type { Message } from '../kernel/message';
import type { ActionUndone } from '../kernel/undo';

/**
 * Events of the stream `dependencies`. One stream holds the edges of all tasks, so that two concurrent commands cannot close a
 * circle together.
 */
export type EdgeEvent =
  | Message<'PredecessorAdded', { readonly taskId: number; readonly predecessorId: number }>
  | Message<'PredecessorRemoved', { readonly taskId: number; readonly predecessorId: number }>;

/** Events of the edges, and the undo of one. */
export type DependencyEvent = EdgeEvent | ActionUndone;

/** The history as a linked list, newest event first, so that folding n events takes n steps and no copies. */
export type Dependencies = { readonly last: EdgeEvent; readonly before: Dependencies } | null;

export const dependenciesStream = 'dependencies';

type Edges = ReadonlyMap<number, ReadonlySet<number>>;

/** A network of one state; it is replaced when another state is requested. */
interface Network {
  /** The predecessors of each task, by task id. */
  readonly predecessors: Edges;
  /** The tasks that wait for each task, by its id. */
  readonly successors: Edges;
}

class Edging implements Network {
  readonly predecessors = new Map<number, Set<number>>();
  readonly successors = new Map<number, Set<number>>();

  take({ type, data: { taskId, predecessorId } }: EdgeEvent): void {
    const change = (edges: Map<number, Set<number>>, from: number, to: number) => {
      const known = edges.get(from) ?? new Set();
      if (type === 'PredecessorAdded') edges.set(from, known.add(to));
      else if (known.delete(to) && known.size === 0) edges.delete(from);
    };
    change(this.predecessors, taskId, predecessorId);
    change(this.successors, predecessorId, taskId);
  }
}

/** The network of the latest requested state; the next one is usually a few events later. */
let latest = { of: null as Dependencies, network: new Edging() };

export function networkOf(dependencies: Dependencies): Network {
  const later: EdgeEvent[] = [];
  let at = dependencies;
  for (; at !== null && at !== latest.of; at = at.before) later.push(at.last);
  const network = at === latest.of ? latest.network : new Edging();
  for (const event of later.reverse()) network.take(event);
  latest = { of: dependencies, network };
  return network;
}

/** Returns the predecessors of each task, by task id. The result is valid until another state is requested. */
export const edgesOf = (dependencies: Dependencies): Edges => networkOf(dependencies).predecessors;

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

const link = (before: Dependencies, last: EdgeEvent): Dependencies => ({ last, before });

export const dependencyEvents: EventTable<Dependencies, EdgeEvent, WithActivityClass> = {
  PredecessorAdded: { activity: 'edited', fold: link },
  PredecessorRemoved: { activity: 'edited', fold: link },
};

export const evolveDependencies = evolveOf<Dependencies, DependencyEvent>({
  ...dependencyEvents,
  ActionUndone: { fold: (dependencies) => dependencies },
});
