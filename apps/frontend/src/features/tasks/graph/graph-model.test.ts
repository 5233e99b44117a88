import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { aNode as node } from '../../../testing/task-fixtures';
import { anchored, edgePoints, layoutGraph, nodeHeight, nodeWidth } from './graph-layout';
import { neighbour, readingOrder, wouldCircle } from './graph-model';

const network = (
  nodes: readonly TaskGraphNode[],
  ...edges: readonly (readonly [number, number])[]
): TaskGraphAnswer => ({
  nodes,
  edges: edges.map(([from, to]) => ({ from, to })),
  more: false,
});

const orderOf = (graph: TaskGraphAnswer) => readingOrder(graph).map(({ id }) => id);
const many = (count: number) => Array.from({ length: count }, (_, index) => node(index + 2));

describe('the order of reading', () => {
  it('puts what is waited for first, the older before the younger, and what is tied to nothing last', () => {
    expect(orderOf(network(many(5), [5, 2], [2, 3]))).toEqual([5, 2, 3, 4, 6]);
    expect(orderOf(network(many(4), [2, 5], [3, 5], [4, 5]))).toEqual([2, 3, 4, 5]);
  });

  it('puts the parts of a subtask before it, and leaves nothing out even where a part waits for its whole', () => {
    const graph = network([node(2), node(3, { parentId: 2 })]);
    expect(orderOf(graph)).toEqual([3, 2]);
    expect(orderOf({ ...graph, edges: [{ from: 2, to: 3 }] })).toEqual([2, 3]);
  });
});

it('knows a circle before it is closed', () => {
  const { edges } = network(many(4), [2, 3], [3, 4]);
  expect(wouldCircle(edges, 4, 2)).toBe(true);
  expect(wouldCircle(edges, 2, 2)).toBe(true);
  expect(wouldCircle(edges, 2, 4)).toBe(false);
  expect(wouldCircle(edges, 5, 2)).toBe(false);
});

describe('the layout', () => {
  const graph = network(many(7), [2, 3], [2, 4], [3, 5], [4, 5], [2, 5]);

  it.each(['LR', 'TB'] as const)('leads from predecessor to successor, and nothing covers anything (%s)', (flow) => {
    const { positions } = layoutGraph(graph.nodes, graph.edges, flow);
    const along = flow === 'LR' ? 'x' : 'y';
    const size = flow === 'LR' ? nodeWidth : nodeHeight;
    for (const { from, to } of graph.edges) {
      expect(positions.get(to)![along]).toBeGreaterThan(positions.get(from)![along] + size);
    }
    const points = [...positions.values()];
    expect(points).toHaveLength(7);
    for (const [index, one] of points.entries()) {
      for (const other of points.slice(index + 1)) {
        const apart = Math.abs(one.x - other.x) >= nodeWidth || Math.abs(one.y - other.y) >= nodeHeight;
        expect([one, other, apart]).toEqual([one, other, true]);
      }
    }
  });

  it('draws edges from border to border, the long ones around what is between', () => {
    const layout = layoutGraph(graph.nodes, graph.edges, 'LR');
    const [begin, end] = [layout.positions.get(2)!, layout.positions.get(5)!];
    const points = edgePoints(layout, 2, 5);
    expect(points[0]).toEqual({ x: begin.x + nodeWidth, y: begin.y + nodeHeight / 2 });
    expect(points.at(-1)).toEqual({ x: end.x, y: end.y + nodeHeight / 2 });
    expect(points.length).toBeGreaterThan(2);
    expect(edgePoints(layout, 2, 3)).toHaveLength(2);
  });

  it('puts what is tied to nothing below, in rows', () => {
    const { positions } = layoutGraph(graph.nodes, graph.edges, 'LR');
    const lowest = Math.max(...[2, 3, 4, 5].map((id) => positions.get(id)!.y));
    expect([6, 7, 8].every((id) => positions.get(id)!.y > lowest + nodeHeight)).toBe(true);
    expect(positions.get(6)!.y).toBe(positions.get(7)!.y);
  });

  it('keeps the task that is looked at where it was', () => {
    const before = layoutGraph(graph.nodes, graph.edges, 'LR');
    const next = layoutGraph(many(8), [...graph.edges, { from: 9, to: 2 }], 'LR');
    expect(next.positions.get(5)).not.toEqual(before.positions.get(5));
    expect(anchored(next, before, 5).positions.get(5)).toEqual(before.positions.get(5));
    expect(anchored(next, before, null).positions.get(2)).toEqual(before.positions.get(2));
  });

  it('lays hundreds of tasks out', () => {
    const edges = many(400).flatMap(({ id }) => (id % 7 === 0 ? [] : [{ from: Math.max(2, id - 6), to: id + 1 }]));
    const { positions } = layoutGraph(many(402), edges, 'LR');
    expect(positions.size).toBe(402);
  });

  it('lets arrows follow the edges, and cross to what lies beside', () => {
    const { positions } = layoutGraph(graph.nodes, graph.edges, 'LR');
    const go = (id: number, arrow: Parameters<typeof neighbour>[1]) =>
      neighbour(id, arrow, 'LR', positions, graph.edges);
    expect([3, 4]).toContain(go(2, 'ArrowRight'));
    expect(go(3, 'ArrowRight')).toBe(5);
    expect(go(3, 'ArrowLeft')).toBe(2);
    const [upper, lower] = positions.get(3)!.y < positions.get(4)!.y ? [3, 4] : [4, 3];
    expect(go(upper, 'ArrowDown')).toBe(lower);
    expect(go(lower, 'ArrowUp')).toBe(upper);
    expect(go(2, 'ArrowLeft')).toBeNull();
  });
});
