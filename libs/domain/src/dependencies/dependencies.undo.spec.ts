import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { people, taskIn } from '../testing/task-scene';
import { UndoScene } from '../testing/undo-scene';
import { type Dependencies, type DependencyEvent, edgesOf } from './dependencies';
import { type DependencyBodies, type DependencyCommand, dependenciesAggregate } from './dependencies.commands';
import type { DependencyFacts } from './dependencies.rules';
import { dependenciesUndoing } from './dependencies.undo';

const { contractor, stranger, admin } = people;
const factsOf = (actor: Actor): DependencyFacts => ({ actor, task: taskIn('assigned'), predecessorKnown: true });

const stream = () =>
  new UndoScene<DependencyBodies, Dependencies, DependencyEvent, DependencyFacts>({
    aggregate: dependenciesAggregate as never,
    undoing: dependenciesUndoing as never,
    id: 0,
    factsOf,
  });

const edgesIn = (dependencies: Dependencies) =>
  [...edgesOf(dependencies)].flatMap(([taskId, ids]) => [...ids].map((id) => `${taskId} ${id}`)).sort();

const task = fc.integer({ min: 1, max: 4 });
const command = fc.record({
  type: fc.constantFrom('addPredecessor' as const, 'removePredecessor' as const),
  body: fc.record({ taskId: task, predecessorId: task }),
}) as fc.Arbitrary<DependencyCommand>;
const add = (taskId: number, predecessorId: number): DependencyCommand => ({
  type: 'addPredecessor',
  body: { taskId, predecessorId },
});

describe('undo of changes of dependencies', () => {
  test('restores the edges after any command, once, and its own undo restores the change', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 10 }), (commands) => {
        stream().expectUndoOf(commands, contractor, edgesIn);
      }),
    );
  });

  test('makes no circle', () => {
    const scene = stream();
    scene.run(contractor, add(1, 2));
    const removed = scene.run(contractor, { type: 'removePredecessor', body: { taskId: 1, predecessorId: 2 } })!;
    scene.run(contractor, add(2, 1));
    expect(scene.decideUndo(removed, contractor)).toMatchObject({ refused: 'task.predecessors.circle' });
  });

  test('belongs to the person who acted, and is too late after a change of the same edge', () => {
    const scene = stream();
    const added = scene.run(contractor, add(1, 2))!;
    expect(scene.decideUndo(added, stranger)).toMatchObject({ refused: 'task.forbidden' });
    expect(scene.decideUndo(added, admin)).toMatchObject({ refused: 'undo.not-yours' });
    scene.run(contractor, add(3, 2));
    expect(scene.decideUndo(added, contractor)).toMatchObject([{ type: 'PredecessorRemoved' }, {}]);
    scene.run(admin, { type: 'removePredecessor', body: { taskId: 1, predecessorId: 2 } });
    expect(scene.decideUndo(added, contractor)).toMatchObject({ refused: 'undo.too-late' });
  });
});
