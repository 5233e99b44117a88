import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { QueryClient } from '@tanstack/react-query';
import { aTask, me, aNode as node } from '../../testing/task-fixtures';
import { graphKeys } from './graph.api';
import { loadDecisions, showChange } from './shown-changes';
import { addSubtask, type TaskChange, waitFor } from './task-changes';
import { predecessorsOf } from './task-graph';
import { taskKeys } from './tasks.api';

beforeAll(loadDecisions);

const reader = { ...me, role: 'member' as const, projects: {} };

function network(nodes: readonly TaskGraphNode[], ...edges: readonly (readonly [number, number])[]) {
  const client = new QueryClient();
  const graph: TaskGraphAnswer = { nodes, edges: edges.map(([from, to]) => ({ from, to })), more: false };
  client.setQueryData(graphKeys.of(1), graph);
  client.setQueryData(taskKeys.detail(1), aTask({ id: 1, contractor: me, type: 'graph' }));
  const shown = () => client.getQueryData<TaskGraphAnswer>(graphKeys.of(1))!;
  return { graph, shown, show: (taskId: number, change: TaskChange) => showChange(client, taskId, change, reader) };
}

it('adds a predecessor, of the network or from elsewhere, and lets the task wait', () => {
  const { shown, show } = network([node(2), node(3)]);
  show(3, waitFor(node(2)));
  expect(shown().edges).toEqual([{ from: 2, to: 3 }]);
  expect(shown().nodes.map(({ waiting }) => waiting)).toEqual([false, true]);
  show(2, waitFor({ id: 40, name: 'Smlouva', state: 'solved' }));
  expect(shown().nodes).toMatchObject([{ id: 2, waiting: false }, { id: 3 }, { id: 40, parentId: null, can: null }]);
});

it('shows nothing of a circle', () => {
  const { graph, shown, show } = network([node(2), node(3)], [2, 3]);
  show(2, waitFor(node(3)));
  expect(shown()).toBe(graph);
});

it('takes a predecessor away, and with the last one what was there for its sake only', () => {
  const { shown, show } = network([node(2), node(3, { waiting: true }), node(40, { parentId: null })], [2, 3], [40, 3]);
  show(3, { type: 'removePredecessor', body: { taskId: 40 } });
  expect(shown().nodes.map(({ id, waiting }) => [id, waiting])).toEqual([
    [2, false],
    [3, true],
  ]);
  show(3, { type: 'removePredecessor', body: { taskId: 2 } });
  expect(shown().edges).toEqual([]);
  expect(shown().nodes[1]?.waiting).toBe(false);
});

it('adds a subtask after another one, and takes it back', () => {
  const { graph, shown, show } = network([node(2)]);
  const added = show(1, addSubtask({ name: ' Nový ', predecessors: [2] }));
  expect(shown().nodes[1]).toMatchObject({ id: -1, name: 'Nový', state: 'created', waiting: true, parentId: 1 });
  expect(predecessorsOf(shown(), -1).map(({ id }) => id)).toEqual([2]);
  added.takeBack();
  expect(shown()).toEqual(graph);
});
