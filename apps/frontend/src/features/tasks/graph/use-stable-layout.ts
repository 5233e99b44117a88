import type { TaskGraphAnswer } from '@gos/contract';
import { useEffect, useMemo, useRef } from 'react';
import { anchored, type GraphLayout, layoutGraph } from './graph-layout';
import type { Flow } from './graph-model';

/** Laid out anew only when tasks or edges come or go, and then around the task that is being looked at. */
export function useStableLayout({ nodes, edges }: TaskGraphAnswer, flow: Flow, anchorId: number | null): GraphLayout {
  const before = useRef<GraphLayout | null>(null);
  const shape = JSON.stringify([nodes.map(({ id, parentId }) => [id, parentId]), edges]);
  const layout = useMemo(() => {
    const next = layoutGraph(nodes, edges, flow);
    return before.current ? anchored(next, before.current, anchorId) : next;
  }, [shape, flow]);
  useEffect(() => {
    before.current = layout;
  }, [layout]);
  return layout;
}
