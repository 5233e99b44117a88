import type { TaskGraphAnswer, TaskGraphEdge, TaskGraphNode } from '@gos/contract';
import { leadsTo } from '@gos/domain';

export type Edges = readonly TaskGraphEdge[];

/** An edge's id on the screen. */
export const edgeId = ({ from, to }: TaskGraphEdge): string => `${from}-${to}`;

/** The reader sees it, and the server knows it already. */
export const isKnown = (node: TaskGraphNode): boolean => node.name !== null && node.id > 0;

/** Whether a new predecessor would close a circle, as far as the network is seen here. */
export function wouldCircle(edges: Edges, from: number, to: number): boolean {
  const before = new Map<number, Set<number>>();
  for (const edge of edges) before.set(edge.to, (before.get(edge.to) ?? new Set()).add(edge.from));
  return leadsTo(before, from, to);
}

/** Belonging to a subtask of the network that is drawn itself. */
export function partsOf(nodes: readonly Pick<TaskGraphNode, 'id' | 'parentId'>[]): Edges {
  const shown = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id, parentId }) =>
    parentId !== null && shown.has(parentId) ? [{ from: id, to: parentId }] : [],
  );
}

/** Returns the tasks in a possible working order, older first among equals. Outside tasks are first, unconnected ones last. */
export function readingOrder(graph: TaskGraphAnswer): TaskGraphNode[] {
  const edges = [...graph.edges, ...partsOf(graph.nodes)];
  const tied = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const rank = ({ id, parentId }: TaskGraphNode) => (parentId === null ? 0 : tied.has(id) ? 1 : 2);
  const nodes = [...graph.nodes].sort((one, other) => rank(one) - rank(other));
  const place = new Map(nodes.map(({ id }, index) => [id, index]));
  const open = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) open.set(to, (open.get(to) ?? 0) + 1);
  const ready = nodes.map((_, index) => index).filter((index) => open.get(nodes[index]!.id) === 0);
  const ordered: TaskGraphNode[] = [];
  while (ready.length > 0) {
    const node = nodes[ready.shift()!]!;
    ordered.push(node);
    for (const { from, to } of edges) {
      if (from !== node.id) continue;
      const left = open.get(to)! - 1;
      open.set(to, left);
      if (left > 0) continue;
      const at = place.get(to)!;
      const before = ready.findIndex((index) => index > at);
      ready.splice(before < 0 ? ready.length : before, 0, at);
    }
  }
  // A part that waits for its own whole closes a circle that nobody forbids.
  const done = new Set(ordered.map(({ id }) => id));
  return [...ordered, ...nodes.filter(({ id }) => !done.has(id))];
}

export type Flow = 'LR' | 'TB';
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Positions = ReadonlyMap<number, Point>;

const arrows: Record<Flow, Record<Arrow, 'forth' | 'back' | 'up' | 'down'>> = {
  LR: { ArrowRight: 'forth', ArrowLeft: 'back', ArrowUp: 'up', ArrowDown: 'down' },
  TB: { ArrowDown: 'forth', ArrowUp: 'back', ArrowLeft: 'up', ArrowRight: 'down' },
};

export const isArrow = (key: string): key is Arrow => key in arrows.LR;

/** Where an arrow key leads: along an edge when there is one that way, else to what lies nearest that way. */
export function neighbour(id: number, arrow: Arrow, flow: Flow, positions: Positions, edges: Edges): number | null {
  const own = positions.get(id);
  if (own === undefined) return null;
  const way = arrows[flow][arrow];
  const along = way === 'forth' || way === 'back';
  const sign = way === 'forth' || way === 'down' ? 1 : -1;
  const linked = new Set(
    edges.flatMap(({ from, to }) =>
      way === 'forth' && from === id ? [to] : way === 'back' && to === id ? [from] : [],
    ),
  );
  let best: { readonly id: number; readonly cost: number } | null = null;
  for (const [other, { x, y }] of positions) {
    if (other === id) continue;
    const [dx, dy] = [x - own.x, y - own.y];
    const [flowing, across] = flow === 'LR' ? [dx, dy] : [dy, dx];
    const [ahead, aside] = along ? [flowing * sign, Math.abs(across)] : [across * sign, Math.abs(flowing)];
    if (ahead <= 0) continue;
    const cost = ahead + aside * 3 - (linked.has(other) ? 1e6 : 0);
    if (best === null || cost < best.cost) best = { id: other, cost };
  }
  return best?.id ?? null;
}
