import { randomUUID } from 'node:crypto';
import { same } from '@gos/domain/kernel/values';
import type { Broadcast } from '../../stores/broadcast/broadcast';

const presenceChannel = 'presence';

/** Heartbeat interval, and the silence after which a process counts as gone, in milliseconds. */
const beatMs = 2_000;
const goneMs = 7_000;
/** So long changes are gathered. */
const bundleMs = 20;

type Change<V> = readonly [key: string, value: V | null];
/** `count` is the number of changes that the sender has published so far, this message included. */
type Message<V> = { readonly from: string } & (
  | { readonly kind: 'all' | 'changes'; readonly count: number; readonly changes: readonly Change<V>[] }
  | { readonly kind: 'beat'; readonly count: number }
  | { readonly kind: 'ask'; readonly whom: string | null }
  | { readonly kind: 'bye' }
);

interface Other<V> {
  readonly entries: Map<string, V>;
  count: number;
  heardAt: number;
}

/**
 * A map replicated between processes, in memory only. Each process owns its entries, publishes their changes, and sends all of
 * them to a process that missed some. The entries of a dead process disappear within seconds.
 */
export class ReplicatedMap<V> {
  private readonly id = randomUUID();
  private readonly own = new Map<string, V>();
  private readonly others = new Map<string, Other<V>>();
  private readonly askedAt = new Map<string, number>();
  private readonly changed = new Set<string>();
  private count = 0;
  private stopHearing: (() => void) | undefined;
  private beating: NodeJS.Timeout | undefined;

  /** @param onOthers called with the keys whose entries changed in other processes */
  constructor(
    private readonly broadcast: Broadcast,
    private readonly onOthers: (keys: readonly string[]) => void,
    private readonly times: { readonly beatMs: number; readonly goneMs: number } = { beatMs, goneMs },
  ) {}

  start(): void {
    const hear = (message: unknown) => this.hear(message as Message<V>);
    this.stopHearing = this.broadcast.subscribe(presenceChannel, hear, () => this.greet());
    this.greet();
    this.beating = setInterval(() => this.beat(), this.times.beatMs).unref();
  }

  /** Announces to the other processes that they drop the entries of this one at once. */
  stop(): void {
    if (!this.stopHearing) return;
    clearInterval(this.beating);
    this.stopHearing();
    this.stopHearing = undefined;
    void this.broadcast.publish(presenceChannel, { kind: 'bye', from: this.id } satisfies Message<V>);
  }

  /** Sets this process's entry; null removes it. False when it is so already. */
  set(key: string, value: V | null): boolean {
    if (same(this.own.get(key) ?? null, value)) return false;
    if (value === null) this.own.delete(key);
    else this.own.set(key, value);
    // Changes of a moment go out as one message.
    if (this.changed.size === 0) setTimeout(() => this.sayChanges(), bundleMs).unref();
    this.changed.add(key);
    return true;
  }

  /** The entries of all processes under a key. */
  of(key: string): V[] {
    const found: V[] = [];
    for (const entries of this.everybody()) {
      const value = entries.get(key);
      if (value !== undefined) found.push(value);
    }
    return found;
  }

  *all(): Iterable<readonly [key: string, value: V]> {
    for (const entries of this.everybody()) yield* entries;
  }

  private everybody(): ReadonlyMap<string, V>[] {
    return [this.own, ...[...this.others.values()].map(({ entries }) => entries)];
  }

  private greet(): void {
    this.say({ kind: 'ask', whom: null, from: this.id });
    this.sayAll();
  }

  private say(message: Message<V>): void {
    if (this.stopHearing) void this.broadcast.publish(presenceChannel, message);
  }

  private sayChanges(): void {
    const changes = [...this.changed].map((key): Change<V> => [key, this.own.get(key) ?? null]);
    this.changed.clear();
    this.say({ kind: 'changes', count: ++this.count, changes, from: this.id });
  }

  private sayAll(): void {
    this.say({ kind: 'all', count: this.count, changes: [...this.own], from: this.id });
  }

  private beat(): void {
    this.say({ kind: 'beat', count: this.count, from: this.id });
    const now = performance.now();
    for (const [id, { heardAt }] of this.others) if (now - heardAt > this.times.goneMs) this.forget(id);
  }

  private hear(message: Message<V>): void {
    if (message.from === this.id) return;
    if (message.kind === 'bye') this.forget(message.from);
    else if (message.kind !== 'ask') this.learn(message);
    else if (message.whom === null || message.whom === this.id) this.sayAll();
  }

  private learn(message: Message<V> & { readonly count: number }): void {
    const known = this.others.get(message.from);
    if (known) known.heardAt = performance.now();
    if (message.kind === 'all') this.replace(message.from, message.count, message.changes);
    else if (message.kind === 'changes' && known?.count === message.count - 1) this.apply(known, message);
    else if (known?.count !== message.count) this.ask(message.from);
  }

  /**
   * Requests all entries of a process. Throttled, because every change that arrives before the reply shows the same
   * gap.
   */
  private ask(whom: string): void {
    const now = performance.now();
    if (now - (this.askedAt.get(whom) ?? Number.NEGATIVE_INFINITY) < this.times.beatMs / 2) return;
    this.askedAt.set(whom, now);
    this.say({ kind: 'ask', whom, from: this.id });
  }

  private apply(known: Other<V>, { count, changes }: { count: number; changes: readonly Change<V>[] }): void {
    known.count = count;
    const changed = changes.filter(([key, value]) => !same(known.entries.get(key) ?? null, value));
    for (const [key, value] of changed) {
      if (value === null) known.entries.delete(key);
      else known.entries.set(key, value);
    }
    if (changed.length > 0) this.onOthers(changed.map(([key]) => key));
  }

  private replace(id: string, count: number, changes: readonly Change<V>[]): void {
    const before = this.others.get(id)?.entries;
    const entries = new Map(changes as readonly (readonly [string, V])[]);
    this.others.set(id, { entries, count, heardAt: performance.now() });
    const keys = new Set([...(before?.keys() ?? []), ...entries.keys()]);
    const changed = [...keys].filter((key) => !same(before?.get(key) ?? null, entries.get(key) ?? null));
    if (changed.length > 0) this.onOthers(changed);
  }

  private forget(id: string): void {
    this.askedAt.delete(id);
    const known = this.others.get(id);
    if (!known) return;
    this.others.delete(id);
    if (known.entries.size > 0) this.onOthers([...known.entries.keys()]);
  }
}
