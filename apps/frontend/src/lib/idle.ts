const idleMs = 5 * 60_000;
const moves = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

/** Calls the listener when nobody has moved at this screen for five minutes, and when somebody moves again. Returns a function that ends it. */
export function watchIdle(listener: (idle: boolean) => void): () => void {
  let idle = false;
  let timer = 0;
  const say = (next: boolean) => {
    if (idle !== next) listener(next);
    idle = next;
  };
  const moved = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => say(true), idleMs);
    say(false);
  };
  moved();
  for (const move of moves) window.addEventListener(move, moved, { passive: true, capture: true });
  return () => {
    window.clearTimeout(timer);
    for (const move of moves) window.removeEventListener(move, moved, { capture: true });
  };
}
