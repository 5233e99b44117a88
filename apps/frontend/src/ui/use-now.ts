import { useSyncExternalStore } from 'react';
import { pastMoment } from '../lib/past';
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

/**
 * The present by the server's clock, which every shown time comes from; renewed twice a minute for the whole page. A page of the
 * past has its moment as the present.
 */
export function useNow(): number {
  const present = serverTimeAt(useSyncExternalStore(subscribe, () => now));
  const past = pastMoment();
  return past === null ? present : Date.parse(past);
}
