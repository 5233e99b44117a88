import { setTimeout as sleep } from 'node:timers/promises';
import { comparePositions } from '@gos/domain';
import type { StoreUnavailable } from '../../kernel/store-errors';
import type { Broadcast } from '../../stores/broadcast/broadcast';
import { type AppliedBatch, appliedChannel } from './applied';

/** How far the documents of the projector are applied, in this process or another one. */
export interface AppliedPositions {
  /** Position applied to all documents; null before the first event. */
  readonly applied: string | null;
  /** Resolves with true once the position is applied, with false after the timeout. */
  waitFor(position: string, timeoutMs: number): Promise<boolean>;
  /** Reads the position from the store, in case a broadcast was missed. */
  readPosition(): Promise<string | null>;
  /** Why documents cannot be written at present; null while they can, or where another process writes them. */
  readonly failure?: StoreUnavailable | null;
}

/** The active collections and their position, as read from the store. */
export interface ActiveCollections {
  readonly position: string | null;
  readonly versions: Readonly<Record<string, number>>;
}

interface FollowerOptions {
  readonly broadcast: Broadcast;
  readonly activeCollections: () => Promise<ActiveCollections>;
  /**
   * Opens the collections to read; resolves with true once they are open, with false when they belong to another
   * version of the product.
   */
  readonly onVersions: (versions: ActiveCollections['versions']) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
}

/**
 * Times between two polls. `waiting`: a caller waits and no broadcasts arrive; `told`: a caller waits and they do; `idle`: nobody
 * waits.
 */
const pollMs = { waiting: 20, told: 250, idle: 2_000 } as const;
/** After a broadcast this recent, further ones are expected, so polling may be slower. */
const latelyMs = 10_000;

/** Follows the projector of another process: by its broadcasts, and by polling the store when they fail to arrive. */
export class AppliedFollower implements AppliedPositions {
  applied: string | null = null;
  private readonly waiters = new Set<{ readonly position: string; settle(reached: boolean): void }>();
  private stopping = new AbortController();
  private wake: AbortController | null = null;
  private heardAt = Number.NEGATIVE_INFINITY;
  private stopHearing: () => void = () => {};
  private running: Promise<void> | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly options: FollowerOptions) {}

  /** May be started again after `stop`: a former leader becomes a follower. */
  async start(): Promise<void> {
    this.stopping = new AbortController();
    this.stopHearing = this.options.broadcast.subscribe(appliedChannel, (message) => {
      const { position, versions } = message as AppliedBatch;
      this.heardAt = performance.now();
      this.take({ position, versions }).catch(this.options.onError);
    });
    try {
      await this.readPosition();
    } catch (error) {
      this.stopHearing();
      throw error;
    }
    this.running = this.poll(this.stopping);
  }

  async stop(): Promise<void> {
    this.stopHearing();
    this.stopping.abort();
    this.wake?.abort();
    await this.running;
    for (const waiter of [...this.waiters]) waiter.settle(false);
  }

  async readPosition(): Promise<string | null> {
    await this.take(await this.options.activeCollections());
    return this.applied;
  }

  waitFor(position: string, timeoutMs: number): Promise<boolean> {
    if (this.reached(position)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = {
        position,
        settle: (reached: boolean) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.settle(false), timeoutMs);
      this.waiters.add(waiter);
      if (this.waiters.size === 1) this.wake?.abort();
    });
  }

  private reached(position: string): boolean {
    return this.applied !== null && comparePositions(this.applied, position) >= 0;
  }

  /** One at a time, so that an older state never overwrites a newer one. */
  private take(standing: ActiveCollections): Promise<void> {
    const taken = this.turn.then(() => this.takeNow(standing));
    this.turn = taken.catch(() => {});
    return taken;
  }

  private async takeNow({ position, versions }: ActiveCollections): Promise<void> {
    if (!(await this.options.onVersions(versions))) return;
    if (position !== null && !this.reached(position)) this.applied = position;
    for (const waiter of [...this.waiters]) if (this.reached(waiter.position)) waiter.settle(true);
  }

  private async poll({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      this.wake = new AbortController();
      const hears = performance.now() - this.heardAt < latelyMs;
      const ms = this.waiters.size === 0 ? pollMs.idle : hears ? pollMs.told : pollMs.waiting;
      const isWoken = await sleep(ms, false, { signal: this.wake.signal, ref: false }).catch(() => true);
      if (signal.aborted) return;
      if (isWoken && hears) continue;
      try {
        await this.readPosition();
      } catch (error) {
        this.options.onError(error);
        await sleep(pollMs.waiting, undefined, { ref: false });
      }
    }
  }
}
