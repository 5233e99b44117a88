import { createContext, type RefObject, use } from 'react';

export interface Anchor {
  readonly left: number;
  readonly top: number;
}

/** Actions of the drawing's parts; the object is stable while the drawing is open. */
export interface GraphCanvasActions {
  /** The task that takes the focus as soon as it is drawn. */
  readonly wanted: RefObject<number | null>;
  readonly setCurrent: (id: number) => void;
  readonly openMenu: (id: number, at: Anchor) => void;
  readonly disconnect: (from: number, to: number) => void;
}

export const GraphCanvasContext = createContext<GraphCanvasActions | null>(null);

export function useGraphCanvas(): GraphCanvasActions {
  const actions = use(GraphCanvasContext);
  if (actions === null) throw new Error('This piece belongs into the drawing of a graph.');
  return actions;
}
