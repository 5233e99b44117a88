/** Numbers, unique claims and leases: what has to be decided once, before or beside the log. Each call is one atomic, durable step. */
export interface Claims {
  /** The next number of a counter: 1, 2, 3, … each given out once and never again. */
  next(counter: string): Promise<number>;
  /** Raises a counter so that `next` gives more than `atLeast`; for imports and recovery. Never lowers it. */
  raise(counter: string, atLeast: number): Promise<void>;

  /**
   * Claims a key with a value: the first one wins; everybody gets the winner's value. `ttlMs` forgets it after that time at the earliest
   * (a forgotten one may be claimed anew). Won is only the very first claim, a repetition of it is not.
   */
  claim(key: string, value: string, options: { now: number; ttlMs?: number }): Promise<{ value: string; won: boolean }>;
  /** Replaces a claim's value if it is still `from`; it is forgotten when it would have been. */
  reclaim(key: string, from: string, to: string): Promise<boolean>;
  release(key: string, value: string): Promise<boolean>;

  /** The last number of every counter, in order of their names (by UTF-8 bytes). */
  counters(): Promise<readonly { readonly name: string; readonly value: number }[]>;
  /** What is claimed, in order of the keys (by UTF-8 bytes), a page at a time; also what may be forgotten and was not yet. */
  claimed(after: string | null, limit: number): Promise<readonly Claimed[]>;

  /**
   * Takes or renews a lease. The fence grows by one whenever the lease changes hands or is taken after it was ended; a holder with an
   * older fence has lost it. Whoever lets it run out and finds nobody there goes on with the same fence.
   * Null while somebody else holds it.
   */
  lease(name: string, holder: string, options: { now: number; ttlMs: number }): Promise<{ fence: number } | null>;
  endLease(name: string, holder: string): Promise<void>;
  /** Who holds a lease and until when, also when that is over; null when it was ended or never taken. */
  leased(name: string): Promise<Leased | null>;
  close(): Promise<void>;
}

export interface Claimed {
  readonly key: string;
  readonly value: string;
  /** null is never */
  readonly expiresAt: number | null;
}

export interface Leased {
  readonly holder: string;
  /** By the clock of the holder. */
  readonly expiresAt: number;
}

/** @throws RangeError for what is no number of a counter */
export function checkAtLeast(atLeast: number): void {
  if (!Number.isSafeInteger(atLeast) || atLeast < 0) throw new RangeError(`Not a number of a counter: ${atLeast}`);
}

export const CLAIMS = Symbol('Claims');
