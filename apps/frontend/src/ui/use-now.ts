import { useSyncExternalStore } from 'react';
import { serverNow, serverTimeAt } from '../lib/server-clock';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setTimeout> | undefined;
const stepMs = 30_000;

/** Falls on full minutes of the server's clock, by which minutes of work are counted. */
function wait() {
  timer = setTimeout(tick, stepMs - (serverNow() % stepMs));
}

function tick() {
  now = Date.now();
  wait();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    wait();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/** The present, renewed twice a minute by one clock for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** The same by the server's clock, so that it does not run ahead of what the server counts. */
export const useServerNow = (): number => serverTimeAt(useNow());
