import { Graph, layout } from '@dagrejs/dagre';
import { type Edges, type Flow, type Point, type Positions, partsOf } from './graph-model';

export const nodeWidth = 224;
export const nodeHeight = 60;

interface Placed {
  readonly id: number;
  readonly parentId: number | null;
}

export interface GraphLayout {
  readonly flow: Flow;
  /** left upper corners */
  readonly positions: Positions;
  /** where a long edge bends around what is in its way, by `from-to` */
  readonly bends: ReadonlyMap<string, readonly Point[]>;
}

const gap = 20;
const rankGap = 52;

/** Returns a layout in layers from predecessor to successor; unconnected tasks are in rows below. */
export function layoutGraph(nodes: readonly Placed[], edges: Edges, flow: Flow): GraphLayout {
  const lines = [...edges, ...partsOf(nodes)];
  const tied = new Set(lines.flatMap(({ from, to }) => [from, to]));
  const graph = new Graph();
  graph.setGraph({
    rankdir: flow,
    nodesep: gap,
    edgesep: 16,
    ranksep: rankGap,
    ranker: nodes.length > 200 ? 'tight-tree' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) if (tied.has(id)) graph.setNode(String(id), { width: nodeWidth, height: nodeHeight });
  for (const { from, to } of lines) graph.setEdge(String(from), String(to));
  const positions = new Map<number, Point>();
  const bends = new Map<string, readonly Point[]>();
  let [width, bottom] = [0, 0];
  if (tied.size > 0) {
    layout(graph);
    for (const name of graph.nodes()) {
      const { x, y } = graph.node(name);
      positions.set(Number(name), { x: x! - nodeWidth / 2, y: y! - nodeHeight / 2 });
      width = Math.max(width, x! + nodeWidth / 2);
      bottom = Math.max(bottom, y! + nodeHeight / 2 + 2 * gap);
    }
    for (const edge of graph.edges()) {
      const points: readonly Point[] = graph.edge(edge).points ?? [];
      // The first and the last lie on the nodes, the one between neighbouring layers on the way anyhow.
      if (points.length > 3) bends.set(`${edge.v}-${edge.w}`, points.slice(1, -1));
    }
  }
  const loose = nodes.filter(({ id }) => !tied.has(id));
  const fitting = Math.floor((width + gap) / (nodeWidth + gap));
  const columns = Math.max(1, fitting, Math.ceil(Math.sqrt(loose.length * (flow === 'LR' ? 0.7 : 0.15))));
  for (const [index, { id }] of loose.entries()) {
    positions.set(id, {
      x: (index % columns) * (nodeWidth + gap),
      y: bottom + Math.floor(index / columns) * (nodeHeight + gap),
    });
  }
  return { flow, positions, bends };
}

/** The same layout moved so that one task stays where it was. */
export function anchored(next: GraphLayout, before: GraphLayout, anchorId: number | null): GraphLayout {
  if (next.flow !== before.flow) return next;
  const wanted = anchorId !== null && next.positions.has(anchorId) ? before.positions.get(anchorId) : undefined;
  const id = wanted ? anchorId! : [...next.positions.keys()].find((one) => before.positions.has(one));
  const [was, is] = id === undefined ? [] : [before.positions.get(id), next.positions.get(id)];
  if (!was || !is) return next;
  const by = ({ x, y }: Point): Point => ({ x: x + was.x - is.x, y: y + was.y - is.y });
  return {
    ...next,
    positions: new Map([...next.positions].map(([one, point]) => [one, by(point)])),
    bends: new Map([...next.bends].map(([one, points]) => [one, points.map(by)])),
  };
}

/** The points of an edge, from border to border. */
export function edgePoints({ flow, positions, bends }: GraphLayout, from: number, to: number): readonly Point[] {
  const [begin, end] = [positions.get(from)!, positions.get(to)!];
  const half = flow === 'LR' ? nodeHeight / 2 : nodeWidth / 2;
  return [
    flow === 'LR' ? { x: begin.x + nodeWidth, y: begin.y + half } : { x: begin.x + half, y: begin.y + nodeHeight },
    ...(bends.get(`${from}-${to}`) ?? []),
    flow === 'LR' ? { x: end.x, y: end.y + half } : { x: end.x + half, y: end.y },
  ];
}

/** A line through points that leaves and enters every one of them along the flow. */
export function linePath(points: readonly Point[], flow: Flow): string {
  const [first, ...rest] = points;
  let path = `M${first!.x},${first!.y}`;
  let at = first!;
  for (const next of rest) {
    const middle = flow === 'LR' ? (at.x + next.x) / 2 : (at.y + next.y) / 2;
    path +=
      flow === 'LR'
        ? `C${middle},${at.y} ${middle},${next.y} ${next.x},${next.y}`
        : `C${at.x},${middle} ${next.x},${middle} ${next.x},${next.y}`;
    at = next;
  }
  return path;
}
