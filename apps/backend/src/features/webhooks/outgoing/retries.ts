const [second, minute, hour] = [1_000, 60_000, 60 * 60_000];

/** The waits after each failed attempt; after the last one a delivery has failed for good. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
const maxRetryAfterMs = 24 * hour;

/** Returns the wait in milliseconds that a target requires by Retry-After: seconds or a date. */
function askedFor(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return 0;
  const asked = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * second : Date.parse(retryAfter) - now;
  return Number.isFinite(asked) ? Math.min(Math.max(0, asked), maxRetryAfterMs) : 0;
}

/** Returns the time of the next attempt after so many failed ones; null for no more. */
export function nextTryAt(tries: number, now: number, retryAfter: string | null): number | null {
  const wait = waits[tries - 1];
  return wait === undefined ? null : now + Math.max(wait, askedFor(retryAfter, now));
}

/** The waits after each failure to build a body, which involves no target. */
const bodyWaits = [second, 10 * second, minute];

/** Returns the time to build the body again after so many failures; null for no more. */
export function nextBodyAt(failures: number, now: number): number | null {
  const wait = bodyWaits[failures - 1];
  return wait === undefined ? null : now + wait;
}
