import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { useMemo } from 'react';
import type { GraphFlowEdge } from './graph-edge';
import { edgePoints, type GraphLayout, nodeHeight, nodeWidth } from './graph-layout';
import { edgeId, type Flow, partsOf } from './graph-model';
import type { GraphFlowNode } from './graph-node';
import { useGraphWords } from './graph-words';

const sidesOf = (flow: Flow) =>
  flow === 'LR'
    ? ({ target: 'left', source: 'right', sourceX: nodeWidth, sourceY: nodeHeight / 2 } as const)
    : ({ target: 'top', source: 'bottom', sourceX: nodeWidth / 2, sourceY: nodeHeight } as const);

function handlesOf(flow: Flow): GraphFlowNode['handles'] {
  const { target, source, sourceX, sourceY } = sidesOf(flow);
  return [
    { type: 'target', position: target as never, x: 0, y: 0, width: nodeWidth, height: nodeHeight },
    { type: 'source', position: source as never, x: sourceX, y: sourceY, width: 1, height: 1 },
  ];
}

interface Drawn {
  readonly graph: TaskGraphAnswer;
  readonly ordered: readonly TaskGraphNode[];
  readonly layout: GraphLayout;
  readonly current: number | null;
  /** The line that is chosen. */
  readonly selected: string | null;
}

/** The tasks and lines of a network, as the library draws them. */
export function useGraphDrawing({ graph, ordered, layout, current, selected }: Drawn) {
  const words = useGraphWords();
  const connectable = graph.nodes.some(({ can }) => can?.predecessors === true);
  const base = useMemo(
    () =>
      ordered.map(
        (node): GraphFlowNode => ({
          id: String(node.id),
          type: 'task',
          position: { ...layout.positions.get(node.id)! },
          width: nodeWidth,
          height: nodeHeight,
          handles: handlesOf(layout.flow),
          data: { node, notes: words.notesOf(graph, node).join('. '), flow: layout.flow, current: false, connectable },
          ariaRole: 'presentation' as const,
          domAttributes: { 'aria-roledescription': undefined },
        }),
      ),
    // The texts depend on the graph and the language; a change of either redraws everything.
    [ordered, graph, layout, connectable],
  );
  const nodes = useMemo(
    () =>
      base.map((node) =>
        node.data.node.id === current ? { ...node, zIndex: 1, data: { ...node.data, current: true } } : node,
      ),
    [base, current],
  );
  const edges = useMemo(() => {
    const byId = new Map(graph.nodes.map((node) => [node.id, node]));
    const drawn = new Set(graph.edges.map(edgeId));
    const line = (edge: { from: number; to: number }, data: NonNullable<GraphFlowEdge['data']>) => ({
      id: edgeId(edge),
      type: 'line' as const,
      source: String(edge.from),
      target: String(edge.to),
      selected: edgeId(edge) === selected,
      ariaLabel: null as never,
      domAttributes: { 'aria-hidden': true },
      data,
    });
    return [
      ...partsOf(graph.nodes)
        .filter((edge) => !drawn.has(edgeId(edge)))
        .map((edge) =>
          line(edge, {
            flow: layout.flow,
            points: edgePoints(layout, edge.from, edge.to),
            kind: 'part',
            touched: false,
            removable: null,
          }),
        ),
      ...graph.edges.map((edge) => {
        const from = byId.get(edge.from)!;
        const to = byId.get(edge.to)!;
        return line(edge, {
          flow: layout.flow,
          points: edgePoints(layout, edge.from, edge.to),
          kind: from.state === 'solved' ? 'done' : 'open',
          touched: edge.from === current || edge.to === current,
          removable: to.can?.predecessors === true ? words.nameOf(from) : null,
        });
      }),
    ] as GraphFlowEdge[];
  }, [graph, layout, selected, current]);

  return { nodes, edges };
}
