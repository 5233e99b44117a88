import type { TaskGraphNode } from '@gos/contract';
import { useReducedMotion } from '@mantine/hooks';
import { getViewportForBounds, useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { type GraphLayout, nodeHeight, nodeWidth } from './graph-layout';
import type { Flow } from './graph-model';

export const zooms = { least: 0.05, most: 1.5 };
/** Space for the controls at the edges of the drawing. */
const margin = { left: 28, top: 28, right: 28, bottom: 84 };
const padding = { left: '28px', top: '28px', right: '28px', bottom: '84px' } as const;

interface Seen {
  readonly ordered: readonly TaskGraphNode[];
  readonly layout: GraphLayout;
  readonly current: number | null;
  /** Something that has just appeared, to be brought into sight. */
  readonly shown: number | null;
  readonly phone: boolean;
}

/** Which part of the drawing is seen, and how near. */
export function useGraphView({ ordered, layout, current, shown, phone }: Seen) {
  const still = useReducedMotion();
  const duration = still ? 0 : 150;
  const { setViewport, getViewport } = useReactFlow();
  const store = useStoreApi();
  const width = useStore((state) => state.width);

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

  // A task opened next to the drawing narrows it. Fit the drawing again unless the reader has moved it.
  useEffect(() => {
    if (width === 0 || begun.current === null) return;
    if (!moved.current && whole().zoom >= 0.55) fit();
    else if (current !== null) reveal(current);
  }, [width]);
  useEffect(() => {
    if (shown !== null) reveal(shown);
  }, [shown, reveal]);

  return {
    duration,
    reveal,
    fit,
    noteMoved() {
      moved.current = true;
    },
  };
}
