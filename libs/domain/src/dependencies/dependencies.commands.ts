import type { Actor } from '../kernel/actor';
import { aggregate, type CommandOf, type CommandTable } from '../kernel/aggregate';
import { type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import type { Task } from '../task/task';
import { noBlockers, type TaskAction, taskRightRefusalOf, taskRolesOf, taskStateRefusalOf } from '../task/task.rights';
import { predecessorsError, successorsError } from '../task/task.rules';
import {
  type Dependencies,
  type DependencyEvent,
  dependenciesStream,
  edgesOf,
  evolveDependencies,
  leadsTo,
  networkOf,
} from './dependencies';

interface Edge {
  readonly taskId: number;
  readonly predecessorId: number;
}

export interface DependencyBodies {
  readonly addPredecessor: Edge;
  readonly removePredecessor: Edge;
}
export type DependencyCommand = CommandOf<DependencyBodies>;

export interface DependencyFacts {
  readonly actor: Actor;
  readonly task: Task | null;
  /** Whether the actor may see the predecessor. */
  readonly predecessorKnown: boolean;
}

const isThere = (dependencies: Dependencies, { taskId, predecessorId }: Edge) =>
  edgesOf(dependencies).get(taskId)?.has(predecessorId) ?? false;

function addPredecessor(
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

type Table = CommandTable<DependencyBodies, Dependencies, DependencyEvent, DependencyFacts, TaskAction>;

const dependencyCommands: Table = {
  addPredecessor: { right: 'predecessors', decide: addPredecessor },
  removePredecessor: {
    right: 'predecessors',
    notFound: (dependencies, edge) => (isThere(dependencies, edge) ? null : 'task.predecessor.not-there'),
    decide: (_, edge) => [{ type: 'PredecessorRemoved', data: edge }],
  },
};

/** Rights and states are checked on the waiting task, not on its predecessor. */
export const dependenciesAggregate = aggregate({
  name: 'dependencies',
  streamOf: () => dependenciesStream,
  initial: null,
  evolve: evolveDependencies,
  commands: dependencyCommands,
  rightRefusalOf: (right, _, { task, actor }) =>
    task === null ? 'task.not-found' : taskRightRefusalOf(right, task, taskRolesOf(task, actor)),
  stateRefusal(right, _, { task }) {
    const refused = task && taskStateRefusalOf(right, task, noBlockers);
    return refused && refuse(refused);
  },
});
