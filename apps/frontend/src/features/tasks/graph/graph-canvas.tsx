import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  type Connection,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { stateColour } from '../../../entities/task/state-ring';
import { useT } from '../../../i18n';
import { useDerivedState } from '../../../lib/use-derived-state';
import pieces from '../../../ui/pieces.module.css';
import { usePhone } from '../../../ui/use-phone';
import classes from './graph-canvas.module.css';
import { type Anchor, type GraphCanvasActions, GraphCanvasContext } from './graph-canvas-context';
import { GraphEdge, type GraphFlowEdge } from './graph-edge';
import { anchored, type GraphLayout, layoutGraph } from './graph-layout';
import { type Flow, isArrow, isKnown, neighbour } from './graph-model';
import { type GraphFlowNode, GraphNode } from './graph-node';
import { useGraphDrawing } from './use-graph-drawing';
import { useGraphView, zooms } from './use-graph-view';

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
/** From this many tasks on an overview helps. */
const mapFrom = 30;

/** Returns a layout that changes only when tasks or edges are added or removed, and then keeps the anchor task in place. */
function useStableLayout({ nodes, edges }: TaskGraphAnswer, flow: Flow, anchorId: number | null): GraphLayout {
  const shape = JSON.stringify([nodes.map(({ id, parentId }) => [id, parentId]), edges, flow]);
  return useDerivedState<{ readonly shape: string; readonly layout: GraphLayout }>((before) => {
    if (before?.shape === shape) return before;
    const next = layoutGraph(nodes, edges, flow);
    return { shape, layout: before ? anchored(next, before.layout, anchorId) : next };
  }).layout;
}

/** Nearer, farther, and all of it. */
function ZoomButtons({ duration, onFit }: { readonly duration: number; readonly onFit: () => void }) {
  const t = useT();
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <div className={classes.zoom}>
      {(
        [
          ['task.graph.zoom-in', IconPlus, () => void zoomIn({ duration })],
          ['task.graph.zoom-out', IconMinus, () => void zoomOut({ duration })],
          ['task.graph.fit', IconFocusCentered, onFit],
        ] as const
      ).map(([label, Icon, run]) => (
        <Tooltip key={label} label={t(label)} position="left">
          <ActionIcon variant="default" size={32} aria-label={t(label)} onClick={run}>
            <Icon size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
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
  const phone = usePhone();
  const layout = useStableLayout(graph, phone ? 'TB' : 'LR', current);
  const [selected, setSelected] = useState<string | null>(null);
  const { nodes, edges } = useGraphDrawing({ graph, ordered, layout, current, selected });
  const { duration, reveal, fit, noteMoved } = useGraphView({ ordered, layout, current, shown, phone });
  const store = useStoreApi();
  const distance = useStore(({ transform: [, , zoom] }) => (zoom < 0.25 ? 'tiny' : zoom < 0.6 ? 'far' : undefined));
  const wanted = useRef<number | null>(null);
  const [connecting, setConnecting] = useState(false);
  const [inside, setInside] = useState(false);

  const actions = useMemo(
    (): GraphCanvasActions => ({ wanted, setCurrent: onCurrent, openMenu: onMenu, disconnect: onDisconnect }),
    [onCurrent, onMenu, onDisconnect],
  );

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
        className={`${pieces.arrives} ${classes.canvas}`}
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
          if (event !== null) noteMoved();
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
            nodeColor={({ data }) => stateColour(data.node.state ?? 'created')}
            nodeBorderRadius={12}
          />
        )}
      </ReactFlow>
      <ZoomButtons duration={duration} onFit={fit} />
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
