/** The `Date` of an answer has whole seconds, and the answer takes a moment to arrive. */
const toleranceMs = 5_000;
let aheadMs = 0;

/** Takes the time of the server from an answer's `Date`. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const ahead = Date.now() - at;
  aheadMs = Math.abs(ahead) < toleranceMs ? 0 : ahead;
}

/**
 * The present time in milliseconds by the server's clock, as far as it is known: this machine's own may be wrong, and times such as
 * a session's expiry are the server's.
 */
export const serverNow = (): number => serverTimeAt(Date.now());

/** The server's time when it is `at` here. */
export const serverTimeAt = (at: number): number => at - aheadMs;
