import { aggregate, type CommandOf, type CommandTable } from '../kernel/aggregate';
import { refuse } from '../kernel/refusal';
import { decideUndo, type UndoBody } from '../kernel/undo';
import { noBlockers, type TaskAction, taskRightRefusalOf, taskRolesOf, taskStateRefusalOf } from '../task/task.rights';
import { type Dependencies, type DependencyEvent, dependenciesStream, evolveDependencies } from './dependencies';
import { addPredecessor, type DependencyFacts, type Edge, isThere } from './dependencies.rules';
import { dependenciesUndoing } from './dependencies.undo';

export interface DependencyBodies {
  readonly addPredecessor: Edge;
  readonly removePredecessor: Edge;
  readonly undo: UndoBody;
}
export type DependencyCommand = CommandOf<DependencyBodies>;

type Table = CommandTable<DependencyBodies, Dependencies, DependencyEvent, DependencyFacts, TaskAction>;

const dependencyCommands: Table = {
  addPredecessor: { right: 'predecessors', decide: addPredecessor },
  removePredecessor: {
    right: 'predecessors',
    notFound: (dependencies, edge) => (isThere(dependencies, edge) ? null : 'task.predecessor.not-there'),
    decide: (_, edge) => [{ type: 'PredecessorRemoved', data: edge }],
  },
  undo: {
    right: 'predecessors',
    decide: (dependencies, body, facts) => decideUndo(dependenciesUndoing, { dependencies }, body, facts),
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
