export interface Point {
  readonly x: number;
  readonly y: number;
}

interface PointerDrag<T> {
  /** Returns the item that a drag from this element lifts, or null. */
  lift(target: Element): T | null;
  start(lifted: T, at: Point): void;
  move(to: Point): void;
  drop(): void;
  cancel(): void;
}

/** A mouse has to go this far before it drags, so that a click stays a click. */
const mouseDistance = 5;
/** A finger rests this long, hardly moving: before that it scrolls. */
const pressMs = 260;
const pressDistance = 8;

/** Distinguishes drags by mouse, pen or finger from clicks and scrolling. Returns a function that stops listening. */
export function listenToPointer<T>(root: HTMLElement, drag: PointerDrag<T>): () => void {
  let waiting: {
    readonly lifted: T;
    readonly pointerId: number;
    readonly from: Point;
    readonly touch: boolean;
  } | null = null;
  let dragging: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });
  const gone = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);

  function forget() {
    clearTimeout(timer);
    waiting = null;
  }

  function begin(at: Point) {
    if (waiting === null) return;
    const { lifted, pointerId, from } = waiting;
    forget();
    dragging = pointerId;
    root.setPointerCapture(pointerId);
    window.getSelection()?.removeAllRanges();
    drag.start(lifted, from);
    drag.move(at);
  }

  function end(how: 'drop' | 'cancel') {
    forget();
    if (dragging === null) return;
    if (root.hasPointerCapture(dragging)) root.releasePointerCapture(dragging);
    dragging = null;
    // The click that ends a drag opens nothing.
    const swallow = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
    drag[how]();
  }

  const listeners: { readonly [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void } = {
    pointerdown(event) {
      if (dragging !== null || !event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
      const lifted = drag.lift(event.target);
      if (lifted === null) return;
      const from = pointOf(event);
      waiting = { lifted, pointerId: event.pointerId, from, touch: event.pointerType === 'touch' };
      if (waiting.touch) timer = setTimeout(() => begin(from), pressMs);
    },
    pointermove(event) {
      if (event.pointerId === dragging) return drag.move(pointOf(event));
      if (event.pointerId !== waiting?.pointerId) return;
      const far = gone(waiting.from, pointOf(event));
      if (waiting.touch) {
        if (far > pressDistance) forget();
      } else if (far > mouseDistance) begin(pointOf(event));
    },
    pointerup(event) {
      if (event.pointerId === dragging) end('drop');
      else if (event.pointerId === waiting?.pointerId) forget();
    },
    pointercancel(event) {
      if (event.pointerId === dragging || event.pointerId === waiting?.pointerId) end('cancel');
    },
    contextmenu(event) {
      if (dragging !== null || waiting?.touch) event.preventDefault();
    },
    dragstart: (event) => event.preventDefault(),
  };
  // A finger that holds a card does not scroll what is under it.
  const holdStill = (event: TouchEvent) => {
    if (dragging !== null && event.cancelable) event.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || dragging === null) return;
    event.preventDefault();
    event.stopPropagation();
    end('cancel');
  };
  const onBlur = () => end('cancel');

  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [type, listener] of all) root.addEventListener(type, listener);
  root.addEventListener('touchmove', holdStill, { passive: false });
  window.addEventListener('keydown', onKey, { capture: true });
  window.addEventListener('blur', onBlur);
  return () => {
    end('cancel');
    for (const [type, listener] of all) root.removeEventListener(type, listener);
    root.removeEventListener('touchmove', holdStill);
    window.removeEventListener('keydown', onKey, { capture: true });
    window.removeEventListener('blur', onBlur);
  };
}
