import type { TaskGraphAnswer } from '@gos/contract';
import { useDerivedState } from '../../../lib/use-derived-state';
import { anchored, type GraphLayout, layoutGraph } from './graph-layout';
import type { Flow } from './graph-model';

/** Laid out anew only when tasks or edges come or go, and then around the task that is being looked at. */
export function useStableLayout({ nodes, edges }: TaskGraphAnswer, flow: Flow, anchorId: number | null): GraphLayout {
  const shape = JSON.stringify([nodes.map(({ id, parentId }) => [id, parentId]), edges, flow]);
  return useDerivedState<{ readonly shape: string; readonly layout: GraphLayout }>((before) => {
    if (before?.shape === shape) return before;
    const next = layoutGraph(nodes, edges, flow);
    return { shape, layout: before ? anchored(next, before.layout, anchorId) : next };
  }).layout;
}
