import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery, useReducedMotion } from '@mantine/hooks';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  type Connection,
  getViewportForBounds,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../../i18n';
import classes from './graph-canvas.module.css';
import { type Anchor, type GraphCanvasActions, GraphCanvasContext } from './graph-canvas-context';
import { GraphEdge, type GraphFlowEdge } from './graph-edge';
import { edgePoints, nodeHeight, nodeWidth } from './graph-layout';
import { edgeId, type Flow, isArrow, isKnown, neighbour, partsOf } from './graph-model';
import { type GraphFlowNode, GraphNode } from './graph-node';
import { useGraphWords } from './graph-words';
import { useStableLayout } from './use-stable-layout';

export interface GraphCanvasProps {
  readonly graph: TaskGraphAnswer;
  readonly ordered: readonly TaskGraphNode[];
  readonly current: number | null;
  readonly onCurrent: (id: number | null) => void;
  /** Something that has just appeared, to be brought into sight. */
  readonly shown: number | null;
  readonly onConnect: (from: number, to: number) => void;
  readonly onDisconnect: (from: number, to: number) => void;
  readonly onMenu: (id: number, at: Anchor) => void;
  readonly onKey: (id: number, event: KeyboardEvent) => void;
}

const nodeTypes = { task: GraphNode };
const edgeTypes = { line: GraphEdge };
const zooms = { least: 0.05, most: 1.5 };
/** What stands over the drawing at its edges. */
const margin = { left: 28, top: 28, right: 28, bottom: 84 };
const padding = { left: '28px', top: '28px', right: '28px', bottom: '84px' } as const;
/** From this many tasks on an overview helps. */
const mapFrom = 30;

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

function Canvas({
  graph,
  ordered,
  current,
  onCurrent,
  shown,
  onConnect,
  onDisconnect,
  onMenu,
  onKey,
}: GraphCanvasProps) {
  const t = useT();
  const words = useGraphWords();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const still = useReducedMotion();
  const duration = still ? 0 : 150;
  const flow: Flow = phone ? 'TB' : 'LR';
  const layout = useStableLayout(graph, flow, current);
  const { setViewport, getViewport, zoomIn, zoomOut } = useReactFlow();
  const store = useStoreApi();
  const width = useStore((state) => state.width);
  const distance = useStore(({ transform: [, , zoom] }) => (zoom < 0.25 ? 'tiny' : zoom < 0.6 ? 'far' : undefined));
  const wanted = useRef<number | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [connecting, setConnecting] = useState(false);
  const [inside, setInside] = useState(false);
  const connectable = graph.nodes.some(({ can }) => can?.predecessors === true);

  const actions = useMemo(
    (): GraphCanvasActions => ({ wanted, setCurrent: onCurrent, openMenu: onMenu, disconnect: onDisconnect }),
    [onCurrent, onMenu, onDisconnect],
  );

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
    // The words follow the graph and the language, with which everything is drawn anew.
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

  const bounds = useMemo(() => {
    const points = [...layout.positions.values()];
    const [x, y] = [Math.min(...points.map((point) => point.x)), Math.min(...points.map((point) => point.y))];
    return {
      x,
      y,
      width: Math.max(...points.map((point) => point.x)) - x + nodeWidth,
      height: Math.max(...points.map((point) => point.y)) - y + nodeHeight,
    };
  }, [layout]);

  /** Brings a task into sight with the smallest move. */
  const reveal = useCallback(
    (id: number) => {
      const point = layout.positions.get(id);
      const { width: wide, height: high } = store.getState();
      if (point === undefined || wide === 0) return;
      const { x, y, zoom } = getViewport();
      const [left, top] = [point.x * zoom + x, point.y * zoom + y];
      const [right, bottom] = [left + nodeWidth * zoom, top + nodeHeight * zoom];
      const missing = (begin: number, end: number, from: number, to: number) =>
        begin < from ? from - begin : end > to ? Math.max(to - end, from - begin) : 0;
      const dx = missing(left, right, margin.left, wide - margin.right);
      const dy = missing(top, bottom, margin.top, high - margin.bottom);
      if (dx !== 0 || dy !== 0) void setViewport({ x: x + dx, y: y + dy, zoom }, { duration });
    },
    [layout, store, getViewport, setViewport, duration],
  );

  function whole() {
    const { width: wide, height: high } = store.getState();
    return getViewportForBounds(bounds, wide, high, zooms.least, 1, padding);
  }
  const fit = () => void setViewport(whole(), { duration });

  /** All of it when it can be read so; else from what is to be done first. */
  function begin() {
    const { width: wide, height: high } = store.getState();
    if (whole().zoom >= 0.55) return void setViewport(whole());
    const first = ordered.find(({ state }) => state !== 'solved') ?? ordered[0];
    const point = first && layout.positions.get(first.id);
    if (!point) return;
    const zoom = 0.8;
    /** Where there is something to be seen, no place is left empty. */
    const within = (wish: number, least: number, most: number) => Math.min(most, Math.max(wish, Math.min(least, most)));
    const x = within(
      phone ? wide / 2 - (point.x + nodeWidth / 2) * zoom : margin.left - point.x * zoom,
      wide - margin.right - (bounds.x + bounds.width) * zoom,
      margin.left - bounds.x * zoom,
    );
    const y = within(
      phone ? margin.top - point.y * zoom : high / 2 - (point.y + nodeHeight / 2) * zoom,
      high - margin.bottom - (bounds.y + bounds.height) * zoom,
      margin.top - bounds.y * zoom,
    );
    void setViewport({ x, y, zoom });
  }

  const begun = useRef<Flow | null>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (width === 0 || begun.current === layout.flow) return;
    begun.current = layout.flow;
    begin();
  });

  // A task that opens beside the drawing takes some of its place; who has not moved the drawing sees all of it still.
  useEffect(() => {
    if (width === 0 || begun.current === null) return;
    if (!moved.current && whole().zoom >= 0.55) fit();
    else if (current !== null) reveal(current);
  }, [width]);
  useEffect(() => {
    if (shown !== null) reveal(shown);
  }, [shown, reveal]);

  function goTo(id: number) {
    wanted.current = id;
    reveal(id);
    onCurrent(id);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const edge = edges.find(({ id }) => id === selected);
    if (edge && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      setSelected(null);
      onDisconnect(Number(edge.source), Number(edge.target));
      return;
    }
    if (connecting && event.key === 'Escape') {
      event.preventDefault();
      store.setState({ connectionClickStartHandle: null });
      setConnecting(false);
      return;
    }
    const at = event.target instanceof Element ? event.target.closest('[data-graph-node]') : null;
    if (at === null || current === null) return;
    const next = isArrow(event.key)
      ? neighbour(current, event.key, layout.flow, layout.positions, graph.edges)
      : event.key === 'Home'
        ? (ordered[0]?.id ?? null)
        : event.key === 'End'
          ? (ordered.at(-1)?.id ?? null)
          : null;
    if (isArrow(event.key) || event.key === 'Home' || event.key === 'End') {
      event.preventDefault();
      if (next !== null) goTo(next);
      return;
    }
    onKey(current, event);
  }

  const connect = ({ source, target }: Pick<Connection, 'source' | 'target'>) =>
    onConnect(Number(source), Number(target));

  return (
    <GraphCanvasContext value={actions}>
      <ReactFlow<GraphFlowNode, GraphFlowEdge>
        className={classes.canvas}
        data-connecting={connecting || undefined}
        data-distance={distance}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        aria-label={t('task.graph.canvas')}
        tabIndex={inside ? -1 : 0}
        onFocus={(event) => {
          setInside(true);
          const keyboard = event.target === event.currentTarget && event.currentTarget.matches(':focus-visible');
          const id = current ?? ordered[0]?.id;
          if (keyboard && id !== undefined) goTo(id);
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setInside(false);
        }}
        onKeyDown={onKeyDown}
        onPaneClick={() => {
          setSelected(null);
          onCurrent(null);
        }}
        onEdgeClick={(_, edge) => setSelected(edge.data?.kind === 'part' ? null : edge.id)}
        onNodeClick={() => setSelected(null)}
        onNodeContextMenu={(event, { data: { node } }) => {
          if (!isKnown(node) || node.parentId === null) return;
          event.preventDefault();
          onCurrent(node.id);
          onMenu(node.id, { left: event.clientX, top: event.clientY });
        }}
        onMove={(event) => {
          if (event !== null) moved.current = true;
        }}
        onConnect={connect}
        onConnectStart={() => setConnecting(true)}
        onConnectEnd={() => setConnecting(false)}
        onClickConnectStart={() => setConnecting(true)}
        onClickConnectEnd={() => setConnecting(false)}
        isValidConnection={({ source, target }) => source !== target}
        minZoom={zooms.least}
        maxZoom={zooms.most}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        panOnScroll
        onlyRenderVisibleElements
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
      >
        {!phone && graph.nodes.length >= mapFrom && (
          <MiniMap<GraphFlowNode>
            className={classes.map}
            pannable
            ariaLabel={t('task.graph.map')}
            nodeClassName={({ data }: GraphFlowNode) => `${classes.mapNode} ${classes[data.node.state ?? 'created']}`}
            nodeBorderRadius={12}
          />
        )}
      </ReactFlow>
      <div className={classes.zoom}>
        {(
          [
            ['task.graph.zoom-in', IconPlus, () => void zoomIn({ duration })],
            ['task.graph.zoom-out', IconMinus, () => void zoomOut({ duration })],
            ['task.graph.fit', IconFocusCentered, fit],
          ] as const
        ).map(([label, Icon, run]) => (
          <Tooltip key={label} label={t(label)} position="left">
            <ActionIcon variant="default" size={32} aria-label={t(label)} onClick={run}>
              <Icon size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </GraphCanvasContext>
  );
}

/** The drawing of a network, with the library that draws. */
export function GraphCanvas(props: GraphCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}
