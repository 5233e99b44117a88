import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import type { Occurred } from './decided-task';
import type { ChangeNames } from './task-changes';

const newNode = (given: Partial<TaskGraphNode> & Pick<TaskGraphNode, 'id' | 'name' | 'state'>): TaskGraphNode => ({
  solver: null,
  waiting: false,
  deadline: null,
  parentId: null,
  can: null,
  ...given,
});

export function predecessorsOf(graph: TaskGraphAnswer, id: number): TaskGraphNode[] {
  const from = new Set(graph.edges.filter(({ to }) => to === id).map((edge) => edge.from));
  return graph.nodes.filter((node) => from.has(node.id));
}

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

/** A network in which something of one of its tasks occurred; a network that does not know the task stays as it is. */
function graphWith(graph: TaskGraphAnswer, parentId: number, event: Occurred, names: ChangeNames): TaskGraphAnswer {
  const known = (id: number) => graph.nodes.some((node) => node.id === id);
  switch (event.type) {
    case 'PredecessorAdded': {
      const { taskId, predecessorId } = event.data;
      if (!known(taskId)) return graph;
      const { task = { id: predecessorId, name: null, state: null } } = names;
      const joined: TaskGraphAnswer = {
        ...graph,
        nodes: known(predecessorId) ? graph.nodes : [...graph.nodes, newNode(task)],
        edges: [...graph.edges, { from: predecessorId, to: taskId }],
      };
      return withWaiting(joined, taskId, ({ waiting }) => waiting || task.state !== 'solved');
    }
    case 'PredecessorRemoved': {
      const { taskId, predecessorId } = event.data;
      const edges = graph.edges.filter(({ from, to }) => from !== predecessorId || to !== taskId);
      if (edges.length === graph.edges.length) return graph;
      const cut = { ...graph, edges };
      const open = predecessorsOf(cut, taskId).some(({ state }) => state !== 'solved');
      return tidied(withWaiting(cut, taskId, ({ waiting }) => waiting && open));
    }
    case 'TaskCreated': {
      // Below every real number until the answer brings the true one.
      const id = Math.min(0, ...graph.nodes.map((node) => node.id)) - 1;
      const { name, predecessors } = event.data;
      const waiting = graph.nodes.some((node) => predecessors.includes(node.id) && node.state !== 'solved');
      const node = newNode({ id, name, state: 'created', waiting, parentId });
      const edges = predecessors.map((from) => ({ from, to: id }));
      return { ...graph, nodes: [...graph.nodes, node], edges: [...graph.edges, ...edges] };
    }
    default:
      return graph;
  }
}

/** @param rootId the task whose network it is; a subtask may come to it or to one of its nodes */
export function graphAfter(
  graph: TaskGraphAnswer,
  rootId: number,
  taskId: number,
  events: readonly Occurred[],
  names: ChangeNames,
): TaskGraphAnswer {
  if (taskId !== rootId && !graph.nodes.some(({ id }) => id === taskId)) return graph;
  return events.reduce((present, event) => graphWith(present, taskId, event, names), graph);
}
