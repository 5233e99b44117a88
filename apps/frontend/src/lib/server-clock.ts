/** Answers tell whole seconds, and come a little after they were made. */
const toleranceMs = 5_000;
let aheadMs = 0;

/** Takes the time of the server from an answer's `Date`. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const ahead = Date.now() - at;
  aheadMs = Math.abs(ahead) < toleranceMs ? 0 : ahead;
}

/** Now by the server's clock, as far as it is known: what it said, such as when a session expires, is not held against one that is wrong. */
export const serverNow = (): number => Date.now() - aheadMs;
