import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fold } from '../kernel/decider';
import { limits } from '../kernel/limits';
import { isRefusal } from '../kernel/refusal';
import { dependenciesDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { people, taskIn } from '../testing/task-scene';
import { type Dependencies, type DependencyEvent, edgesOf, evolveDependencies, networkOf } from './dependencies';
import { type DependencyFacts } from './dependencies.rules';

const facts: DependencyFacts = { actor: people.contractor, task: taskIn('assigned'), predecessorKnown: true };
const added = (taskId: number, predecessorId: number): DependencyEvent => ({
  type: 'PredecessorAdded',
  data: { taskId, predecessorId },
});
const removed = (taskId: number, predecessorId: number): DependencyEvent => ({
  type: 'PredecessorRemoved',
  data: { taskId, predecessorId },
});
const add = (taskId: number, predecessorId: number) => ({ type: 'addPredecessor', taskId, predecessorId }) as const;
const remove = (taskId: number, predecessorId: number) =>
  ({ type: 'removePredecessor', taskId, predecessorId }) as const;
const network = (...history: DependencyEvent[]) => given(dependenciesDecider, history);

describe('predecessors', () => {
  test('are added and taken away', () => {
    network().when(add(12, 11), facts).thenEvents(added(12, 11));
    network(added(12, 11)).when(remove(12, 11), facts).thenEvents(removed(12, 11));
    network(added(12, 11), removed(12, 11)).when(add(12, 11), facts).thenEvents(added(12, 11));
  });

  test('added again change nothing', () => {
    network(added(12, 11)).when(add(12, 11), facts).thenNothing();
  });

  test('form no circle, however long, and nothing precedes itself', () => {
    network().when(add(12, 12), facts).thenRefused('task.predecessors.circle');
    network(added(11, 12)).when(add(12, 11), facts).thenRefused('task.predecessors.circle');
    network(added(10, 12), added(11, 10), added(11, 9))
      .when(add(12, 11), facts)
      .thenRefused('task.predecessors.circle');
    network(added(10, 12), added(11, 10), removed(10, 12)).when(add(12, 11), facts).thenEvents(added(12, 11));
  });

  test('that are not seen or not there are refused', () => {
    network()
      .when(add(12, 11), { ...facts, predecessorKnown: false })
      .thenRefused('task.predecessor.unknown');
    network().when(remove(12, 11), facts).thenRefused('task.predecessor.not-there');
    network()
      .when(remove(12, 11), { ...facts, actor: { ...facts.actor, id: 99 } })
      .thenRefused('task.predecessor.not-there');
    network()
      .when(add(12, 11), { ...facts, task: null })
      .thenRefused('task.not-found');
  });

  test('are as little for a solver to change as for an auditor, and not in a solved task', () => {
    network()
      .when(add(12, 11), { ...facts, actor: people.solver })
      .thenRefused('task.forbidden');
    network()
      .when(add(12, 11), { ...facts, actor: people.auditor })
      .thenRefused('task.auditor');
    network()
      .when(add(12, 11), { ...facts, task: taskIn('solved') })
      .thenRefused('task.already-solved');
    network(added(12, 11))
      .when(remove(12, 11), { ...facts, task: taskIn('solved') })
      .thenRefused('task.already-solved');
  });
});

test('a task waits for a hundred others at most', () => {
  const { max } = limits.predecessors;
  const full = Array.from({ length: max }, (_, n) => added(12, 100 + n));
  network(...full)
    .when(add(12, 11), facts)
    .thenRefused('validation.too-many', {
      errors: [{ path: 'taskId', code: 'validation.too-many', params: { max, what: 'predecessors' } }],
    });
  network(...full)
    .when(add(12, 100), facts)
    .thenNothing();
  network(...full, removed(12, 100))
    .when(add(12, 11), facts)
    .thenEvents(added(12, 11));
  network(...full)
    .when(add(13, 11), facts)
    .thenEvents(added(13, 11));
});

test('at most five hundred tasks wait for one', () => {
  const { max } = limits.successors;
  const full = Array.from({ length: max }, (_, n) => added(100 + n, 11));
  network(...full)
    .when(add(12, 11), facts)
    .thenRefused('validation.too-many', {
      errors: [{ path: 'taskId', code: 'validation.too-many', params: { max, what: 'successors' } }],
    });
  network(...full)
    .when(add(100, 11), facts)
    .thenNothing();
  network(...full, removed(100, 11))
    .when(add(12, 11), facts)
    .thenEvents(added(12, 11));
  network(...full)
    .when(add(12, 100), facts)
    .thenEvents(added(12, 100));
});

test('the network follows whatever state is asked for, further on, earlier or another', () => {
  const edge = fc.record({
    type: fc.constantFrom('PredecessorAdded' as const, 'PredecessorRemoved' as const),
    data: fc.record({ taskId: fc.integer({ min: 1, max: 4 }), predecessorId: fc.integer({ min: 1, max: 4 }) }),
  });
  const plain = (edges: ReadonlyMap<number, ReadonlySet<number>>) =>
    [...edges].map(([from, to]) => [from, [...to].sort()]).sort();
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), fc.array(fc.nat(20), { maxLength: 10 }), (history, asked) => {
      const states: Dependencies[] = [null];
      for (const event of history) states.push(evolveDependencies(states.at(-1)!, event));
      for (const at of asked.map((n) => n % states.length)) {
        const expected = new Set<string>();
        for (const { type, data } of history.slice(0, at)) {
          const named = `${data.taskId} ${data.predecessorId}`;
          if (type === 'PredecessorAdded') expected.add(named);
          else expected.delete(named);
        }
        const { predecessors, successors } = networkOf(states[at]!);
        const pairs = plain(predecessors).flatMap(([from, to]) => (to as number[]).map((id) => `${from} ${id}`));
        const back = plain(successors).flatMap(([to, from]) => (from as number[]).map((id) => `${id} ${to}`));
        expect(pairs.sort()).toEqual([...expected].sort());
        expect(back.sort()).toEqual([...expected].sort());
      }
    }),
  );
});

test('whatever is asked for in whatever order, tasks can always be done one after the other', () => {
  const id = fc.integer({ min: 1, max: 6 });
  const command = fc.record({ adds: fc.integer({ min: 0, max: 3 }).map(Boolean), taskId: id, predecessorId: id });
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const history: DependencyEvent[] = [];
      for (const { adds, taskId, predecessorId } of commands) {
        const wanted = adds ? add(taskId, predecessorId) : remove(taskId, predecessorId);
        const decided = dependenciesDecider.decide(fold(dependenciesDecider, history), wanted, facts);
        if (!isRefusal(decided)) history.push(...decided);
      }
      const left = new Map([...edgesOf(fold(dependenciesDecider, history))].map(([task, all]) => [task, new Set(all)]));
      for (let round = 0; round < 6; round++) {
        const done = [...left].filter(([, open]) => open.size === 0).map(([task]) => task);
        for (const open of left.values()) for (const task of open) if (!left.has(task)) open.delete(task);
        for (const task of done) left.delete(task);
        for (const open of left.values()) for (const task of done) open.delete(task);
      }
      expect([...left.values()].every((open) => open.size === 0)).toBe(true);
    }),
  );
});

test('a long history does not fold in the square of its length', () => {
  const chain = Array.from({ length: 50_000 }, (_, index) => added(index + 2, index + 1));
  const scene = network(...chain);
  scene.when(add(1, 50_001), facts).thenRefused('task.predecessors.circle');
  scene.when(add(50_002, 1), facts).thenEvents(added(50_002, 1));
});
