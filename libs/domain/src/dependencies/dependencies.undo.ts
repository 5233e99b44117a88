import { refuse } from '../kernel/refusal';
import type { Undoing } from '../kernel/undo';
import { type DependencyEvent, type EdgeEvent, evolveDependencies } from './dependencies';
import { addPredecessor, type DependencyFacts, type DependencyState, isThere } from './dependencies.rules';

/**
 * How changes of dependencies are undone. The state before an event is not compared: the events of an edge alternate between
 * added and removed.
 */
export const dependenciesUndoing: Undoing<DependencyState, DependencyEvent, DependencyFacts> = {
  initial: { dependencies: null },
  evolve: (state, event) => ({ dependencies: evolveDependencies(state!.dependencies, event) }),
  table: {
    PredecessorAdded: { opposite: ({ data }) => [{ type: 'PredecessorRemoved', data }] },
    PredecessorRemoved: { opposite: ({ data }) => [{ type: 'PredecessorAdded', data }] },
    ActionUndone: { opposite: () => [] },
  },
  changedBy: ({ type, data }) => (type === 'ActionUndone' ? [] : [Object.values(data as EdgeEvent['data']).join(' ')]),
  // The command itself needs the right to the predecessors of the waiting task.
  rightRefusalOf: () => null,
  refusalOf(_, opposites, { dependencies }, facts) {
    for (const { type, data } of opposites) {
      if (type === 'PredecessorRemoved' && !isThere(dependencies, data)) return refuse('task.predecessor.not-there');
      if (type !== 'PredecessorAdded') continue;
      const decided = addPredecessor(dependencies, data, facts);
      if ('refused' in decided) return decided;
    }
    return null;
  },
};
