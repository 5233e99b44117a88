const maxKept = 10_000;

/**
 * A cache of values that a store holds: the most recently used ones. A value whose reading began before something was forgotten may
 * be outdated, so it is not kept.
 */
export class ReadCache<K, V extends NonNullable<unknown>> {
  private readonly kept = new Map<K, V>();
  /** Number of calls that forgot something. */
  private changes = 0;

  /** @param most number of values that it keeps */
  constructor(private readonly most = maxKept) {}

  has(key: K): boolean {
    return this.kept.has(key);
  }

  /** Returns the kept value, or keeps the one that `read` resolves with. */
  async get(key: K, read: () => Promise<V>): Promise<V>;
  async get(key: K, read: () => Promise<V | undefined>): Promise<V | undefined>;
  async get(key: K, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.kept.get(key);
    const { changes } = this;
    const value = known ?? (await read());
    if (value !== undefined && changes === this.changes) this.keep(key, value);
    return value;
  }

  /** Replaces the kept value; keeps nothing where there is none. */
  replace(key: K, value: V): void {
    if (this.kept.has(key)) this.keep(key, value);
  }

  forget(key: K): void {
    this.changes++;
    this.kept.delete(key);
  }

  forgetWhere(isOutdated: (value: V) => boolean): void {
    this.changes++;
    for (const [key, value] of this.kept) if (isOutdated(value)) this.kept.delete(key);
  }

  clear(): void {
    this.forgetWhere(() => true);
  }

  private keep(key: K, value: V): void {
    this.kept.delete(key);
    this.kept.set(key, value);
    if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value!);
  }
}
