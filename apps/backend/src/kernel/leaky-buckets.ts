export interface LeakRules {
  /** how many calls, or units of a weight, may come at once */
  readonly capacity: number;
  /** how many calls leak away per minute */
  readonly perMinute: number;
  /** how many keys are kept; the least recently used are dropped first */
  readonly mostKeys: number;
}

/** One leaky bucket per key. */
export class LeakyBuckets {
  private readonly buckets = new Map<string, { readonly level: number; readonly at: number }>();

  constructor(private readonly rules: LeakRules) {}

  get size(): number {
    return this.buckets.size;
  }

  add(key: string, now: number, weight = 1): void {
    const level = this.level(key, now) + weight;
    this.buckets.delete(key);
    this.buckets.set(key, { level, at: now });
    if (this.buckets.size > this.rules.mostKeys) this.buckets.delete(this.buckets.keys().next().value!);
  }

  /** Whole seconds until the next call is allowed; 0 when it is allowed now. */
  secondsToWait(key: string, now: number, weight = 1): number {
    const excess = this.level(key, now) + weight - this.rules.capacity;
    return excess <= 0 ? 0 : Math.ceil((excess * 60) / this.rules.perMinute);
  }

  private level(key: string, now: number): number {
    const bucket = this.buckets.get(key);
    if (!bucket) return 0;
    const level = bucket.level - (Math.max(0, now - bucket.at) / 60_000) * this.rules.perMinute;
    if (level > 0) return level;
    this.buckets.delete(key);
    return 0;
  }
}
