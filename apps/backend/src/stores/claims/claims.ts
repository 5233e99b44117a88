/**
 * Counters, unique claims and leases: decisions made exactly once, before or in addition to the log. Each call is one
 * atomic, durable step.
 */
export interface Claims {
  /** The next number of a counter: 1, 2, 3, … Each is issued once and never again. */
  next(counter: string): Promise<number>;
  /** Raises a counter so that `next` gives more than `atLeast`; for imports and recovery. Never lowers it. */
  raise(counter: string, atLeast: number): Promise<void>;

  /**
   * Claims a key with a value: the first call wins, and every call gets the winner's value. `won` is true for the first
   * call only, not for its repetition. After `ttlMs` at the earliest the claim may be dropped, and the key can be
   * claimed again.
   */
  claim(key: string, value: string, options: { now: number; ttlMs?: number }): Promise<{ value: string; won: boolean }>;
  /** The value of a claim; null when there is none, or it has expired. */
  claimed(key: string, options: { now: number }): Promise<string | null>;
  /** Replaces a claim's value if it is still `from`; its expiry stays. */
  replaceClaim(key: string, from: string, to: string): Promise<boolean>;
  release(key: string, value: string): Promise<boolean>;

  /** The last number of every counter, ordered by name (as UTF-8 bytes). */
  counters(): Promise<readonly { readonly name: string; readonly value: number }[]>;
  /** All claims ordered by key (as UTF-8 bytes), paged; includes expired ones that are not removed yet. */
  listClaims(after: string | null, limit: number): Promise<readonly Claim[]>;

  /**
   * Takes or renews a lease; null while another holder has it. The fence grows by one whenever the lease changes hands
   * or is taken after its end, so a holder with an older fence has lost it. A holder that renews an expired lease which
   * nobody took keeps its fence.
   */
  acquireLease(
    name: string,
    holder: string,
    options: { now: number; ttlMs: number },
  ): Promise<{ fence: number } | null>;
  releaseLease(name: string, holder: string): Promise<void>;
  /** The holder of a lease and its expiry, also when expired; null when it was ended or never taken. */
  getLease(name: string): Promise<Lease | null>;
  /**
   * Absent where a server keeps the part.
   * @throws StoreDamaged when its file was found damaged since it was opened; StoreUnavailable while it takes no changes
   */
  checkWhole?(): Promise<void>;

  close(): Promise<void>;
}

export interface Claim {
  readonly key: string;
  readonly value: string;
  /** Null: never expires. */
  readonly expiresAt: number | null;
}

export interface Lease {
  readonly holder: string;
  /** By the holder's clock. */
  readonly expiresAt: number;
}

/** @throws RangeError for a number that no counter can have */
export function checkAtLeast(atLeast: number): void {
  if (!Number.isSafeInteger(atLeast) || atLeast < 0) throw new RangeError(`Not a number of a counter: ${atLeast}`);
}

export const CLAIMS = Symbol('Claims');
