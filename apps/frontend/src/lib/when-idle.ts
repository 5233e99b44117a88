import type { QueryClient } from '@tanstack/react-query';

/** Safari has no `requestIdleCallback`. */
const soon = (run: () => void) => {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(run);
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 50);
  return () => clearTimeout(timer);
};

/** Runs once, when no query is fetching and the browser is idle. Returns a function that cancels it. */
export function whenIdle(client: QueryClient, run: () => void): () => void {
  let giveUp: (() => void) | null = null;
  const look = () => {
    const asking = client.isFetching() > 0;
    if (asking) giveUp?.();
    giveUp = asking ? null : (giveUp ?? soon(stand));
  };
  const forget = client.getQueryCache().subscribe(look);
  const end = () => {
    forget();
    giveUp?.();
  };
  function stand() {
    end();
    run();
  }
  look();
  return end;
}
