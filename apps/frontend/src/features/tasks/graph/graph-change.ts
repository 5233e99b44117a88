import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { tidy } from '@gos/domain';
import type { TaskChange } from '../../../entities/task/task-changes';
import { predecessorsOf, wouldCircle } from './graph-model';

const newNode = (given: Partial<TaskGraphNode> & Pick<TaskGraphNode, 'id' | 'name' | 'state'>): TaskGraphNode => ({
  solver: null,
  waiting: false,
  deadline: null,
  parentId: null,
  can: null,
  ...given,
});

/** Elsewhere than in this network, and nothing waits for it any more. */
function tidied({ nodes, edges, more }: TaskGraphAnswer): TaskGraphAnswer {
  const waitedFor = new Set(edges.map(({ from }) => from));
  const kept = nodes.filter(({ id, parentId }) => parentId !== null || waitedFor.has(id));
  const shown = new Set(kept.map(({ id }) => id));
  return { nodes: kept, edges: edges.filter(({ from, to }) => shown.has(from) && shown.has(to)), more };
}

function withWaiting(graph: TaskGraphAnswer, id: number, waiting: (node: TaskGraphNode) => boolean): TaskGraphAnswer {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? { ...node, waiting: waiting(node) } : node)) };
}

/** The network as it will be when the server agrees; a circle is left for the server to refuse. */
export function graphAfter(graph: TaskGraphAnswer, taskId: number, change: TaskChange): TaskGraphAnswer {
  switch (change.kind) {
    case 'addPredecessor': {
      const { task } = change;
      if (wouldCircle(graph.edges, task.id, taskId)) return graph;
      const there = graph.nodes.some(({ id }) => id === task.id);
      const joined: TaskGraphAnswer = {
        ...graph,
        nodes: there ? graph.nodes : [...graph.nodes, newNode(task)],
        edges: [...graph.edges, { from: task.id, to: taskId }],
      };
      return withWaiting(joined, taskId, ({ waiting }) => waiting || task.state !== 'solved');
    }
    case 'removePredecessor': {
      const edges = graph.edges.filter(({ from, to }) => from !== change.taskId || to !== taskId);
      const cut = { ...graph, edges };
      const open = predecessorsOf(cut, taskId).some(({ state }) => state !== 'solved');
      return tidied(withWaiting(cut, taskId, ({ waiting }) => waiting && open));
    }
    case 'createSubtask': {
      // Below every real number until the answer brings the true one.
      const id = Math.min(0, ...graph.nodes.map((node) => node.id)) - 1;
      const before = change.predecessors ?? [];
      const waiting = graph.nodes.some((node) => before.includes(node.id) && node.state !== 'solved');
      const node = newNode({ id, name: tidy(change.name), state: 'created', waiting, parentId: taskId });
      return {
        ...graph,
        nodes: [...graph.nodes, node],
        edges: [...graph.edges, ...before.map((from) => ({ from, to: id }))],
      };
    }
    default:
      return graph;
  }
}
