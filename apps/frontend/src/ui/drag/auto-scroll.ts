import type { Point } from './pointer-drag';

/** How near to an edge the scrolling begins, and how fast it is at the edge itself, in pixels per frame. */
const edge = 56;
const fastest = 16;

const pull = (at: number, from: number, to: number): number => {
  const near = Math.min(edge, (to - from) / 4);
  if (at < from + near) return -Math.min(1, (from + near - at) / near);
  if (at > to - near) return Math.min(1, (at - to + near) / near);
  return 0;
};

const scrolls = (element: Element, axis: 'x' | 'y') => {
  const room = axis === 'x' ? element.scrollWidth - element.clientWidth : element.scrollHeight - element.clientHeight;
  if (room <= 0) return false;
  const style = getComputedStyle(element);
  return /auto|scroll/.test(axis === 'x' ? style.overflowX : style.overflowY);
};

/** Returns the scrolling elements under a point, innermost first. */
function scrollersAt({ x, y }: Point): Element[] {
  const found: Element[] = [];
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) found.push(element);
  return found;
}

function step(point: Point): boolean {
  const chain = scrollersAt(point);
  let moved = false;
  for (const axis of ['y', 'x'] as const) {
    const scroller = chain.find((element) => scrolls(element, axis));
    if (scroller === undefined) continue;
    const box = scroller.getBoundingClientRect();
    const by =
      axis === 'y'
        ? pull(point.y, Math.max(0, box.top), Math.min(window.innerHeight, box.bottom))
        : pull(point.x, Math.max(0, box.left), Math.min(window.innerWidth, box.right));
    if (by === 0) continue;
    const before = [scroller.scrollTop, scroller.scrollLeft];
    scroller.scrollBy(axis === 'y' ? { top: by * fastest } : { left: by * fastest });
    moved ||= before[0] !== scroller.scrollTop || before[1] !== scroller.scrollLeft;
  }
  return moved;
}

/** Scrolls what is under the point while it stays near an edge. */
export function createAutoScroll(onScroll: () => void) {
  let point: Point | null = null;
  let frame = 0;
  function tick() {
    if (point === null) return;
    if (step(point)) onScroll();
    frame = requestAnimationFrame(tick);
  }
  return {
    at(next: Point): void {
      const resting = point === null;
      point = next;
      if (resting) frame = requestAnimationFrame(tick);
    },
    stop(): void {
      point = null;
      cancelAnimationFrame(frame);
    },
  };
}
