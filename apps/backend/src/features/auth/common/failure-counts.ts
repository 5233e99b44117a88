const rows = 4;
/** A power of two; all rows take about 5 MB. */
const slots = 2 ** 17;
const free = 4;
const longestWaitMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** The wait does not grow beyond this count. */
const mostCounted = free + 1 + Math.ceil(Math.log2(longestWaitMs / 1_000));

/** Milliseconds from the last of so many failures in a row until the next attempt: none for four, then 1 s, doubling to 15 minutes. */
export const waitAfter = (failures: number): number =>
  failures <= free ? 0 : Math.min(longestWaitMs, 1_000 * 2 ** (failures - free - 1));

/**
 * Failures in a row by key, forgotten after a success or after a day without another failure. A key has a slot in each
 * of four rows, and its count is the least of the four, so that keys that share a slot do not add to it. Memory is
 * bounded and no key is ever evicted: a flood of other keys does not shorten a delay.
 */
export class FailureCounts {
  private readonly counts = new Uint8Array(rows * slots);
  private readonly lastAt = new Float64Array(rows * slots);

  /** @param key at least 16 bytes of a hash that nobody can choose */
  add(key: Buffer, now: number): void {
    const next = Math.min(mostCounted, this.of(key, now) + 1);
    for (const slot of slotsOf(key)) {
      this.counts[slot] = Math.max(this.standing(slot, now), next);
      this.lastAt[slot] = now;
    }
  }

  of(key: Buffer, now: number): number {
    return Math.min(...slotsOf(key).map((slot) => this.standing(slot, now)));
  }

  /** Milliseconds until the next attempt is allowed. */
  msToWait(key: Buffer, now: number): number {
    return Math.min(
      ...slotsOf(key).map((slot) =>
        Math.max(0, waitAfter(this.standing(slot, now)) - Math.max(0, now - this.lastAt[slot]!)),
      ),
    );
  }

  forget(key: Buffer): void {
    for (const slot of slotsOf(key)) this.counts[slot] = 0;
  }

  private standing(slot: number, now: number): number {
    return now - this.lastAt[slot]! > dayMs ? 0 : this.counts[slot]!;
  }
}

const slotsOf = (key: Buffer): number[] =>
  Array.from({ length: rows }, (_, row) => row * slots + (key.readUInt32LE(row * 4) & (slots - 1)));

const partMs = 5 * 60_000;
const parts = 12;

/** Counts of the last hour by key, in steps of five minutes. Grows with the number of keys. */
export class HourlyCounts<K> {
  private readonly counts = new Map<K, Map<number, number>>();

  /** Counts once more; returns the count of the last hour. */
  add(key: K, now: number): number {
    const part = Math.floor(now / partMs);
    const known = this.counts.get(key) ?? new Map<number, number>();
    this.counts.set(key, known);
    for (const one of known.keys()) if (one <= part - parts) known.delete(one);
    known.set(part, (known.get(part) ?? 0) + 1);
    return [...known.values()].reduce((sum, count) => sum + count, 0);
  }
}
