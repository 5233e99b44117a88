/** Coming back to the tab twice within this time counts once. */
const returnMs = 5_000;

/** Calls `ask` now, then again and again while the tab is seen, and whenever somebody comes back to it. Returns a function that ends it. */
export function whileSeen(ask: () => void, everyMs: number): () => void {
  let asked = Number.NEGATIVE_INFINITY;
  const askUnless = (lately: number) => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < lately) return;
    asked = performance.now();
    ask();
  };
  const returned = () => askUnless(returnMs);
  const timer = setInterval(() => askUnless(0), everyMs);
  window.addEventListener('focus', returned);
  document.addEventListener('visibilitychange', returned);
  askUnless(0);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', returned);
    document.removeEventListener('visibilitychange', returned);
  };
}
