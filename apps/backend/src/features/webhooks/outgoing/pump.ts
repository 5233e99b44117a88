import { comparePositions } from '@gos/domain';
import type { Leadership, Term } from '../../../engine/coordination/leadership';
import type { Delivery } from '../../../entities/webhook/delivery';

/** Tries of one webhook under way at once, and how many waiting deliveries are looked at. */
const atOnce = 8;
const lookedAt = 2_000;

interface Pumped {
  readonly leadership: Pick<Leadership, 'tryAcquire'>;
  pending(limit: number): Promise<readonly Delivery[]>;
  /** Resolves with the delivery after the try; undefined when there is nothing more to send of it. */
  attempt(delivery: Delivery): Promise<Delivery | undefined>;
  now(): number;
  /** Another process sends for this webhook. */
  elsewhere(): void;
  onError(error: unknown): void;
}

const inOrder = (a: Delivery, b: Delivery) =>
  comparePositions(a.sending!.position, b.sending!.position) || (a.id < b.id ? -1 : 1);

function inLanes(deliveries: readonly Delivery[]): Map<string, Delivery[]> {
  const lanes = new Map<string, Delivery[]>();
  for (const delivery of [...deliveries].sort(inOrder)) {
    const { lane } = delivery.sending!;
    lanes.set(lane, [...(lanes.get(lane) ?? []), delivery]);
  }
  return lanes;
}

/**
 * Sends the deliveries of one webhook, in one process at a time. Those of one lane go one after the other, each once the one before
 * has arrived or failed for good; lanes do not wait for each other.
 */
export class Pump {
  private lanes = new Map<string, Delivery[]>();
  private readonly underWay = new Map<string, Promise<void>>();
  private running: Promise<void> | null = null;
  private isStale = false;
  private stopped = false;
  private noticed: () => void = () => {};

  constructor(private readonly pumped: Pumped) {}

  /** There may be something to send. */
  wake(): void {
    this.isStale = true;
    this.noticed();
    if (!this.stopped) this.running ??= this.run();
  }

  /** Resolves once nothing is to be sent now. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.noticed();
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.isStale && !this.stopped) await this.lead();
    } catch (error) {
      this.pumped.onError(error);
    }
    this.running = null;
  }

  private async lead(): Promise<void> {
    const term = await this.pumped.leadership.tryAcquire();
    if (!term) {
      this.isStale = false;
      return this.pumped.elsewhere();
    }
    try {
      await this.send(term);
    } finally {
      await Promise.all(this.underWay.values());
      await term.end();
    }
  }

  private async send(term: Term): Promise<void> {
    while (!this.stopped && (await term.isHeld())) {
      const woken = new Promise<void>((resolve) => {
        this.noticed = resolve;
      });
      this.start();
      // What waits behind a slow target is not looked up again and again while there is no room to send it.
      const isFull = this.underWay.size >= atOnce;
      if (this.isStale && !isFull) {
        this.isStale = false;
        this.lanes = inLanes(await this.pumped.pending(lookedAt));
        continue;
      }
      if (this.underWay.size === 0) return;
      await Promise.race([...(isFull ? [] : [woken]), ...this.underWay.values()]);
    }
  }

  /** Starts what is due, as far as there is room. */
  private start(): void {
    for (const [lane, [first]] of this.lanes) {
      if (this.underWay.size >= atOnce) return;
      if (!first || this.underWay.has(lane) || first.sending!.nextAt > this.pumped.now()) continue;
      const done = this.tried(lane, first).finally(() => this.underWay.delete(lane));
      this.underWay.set(lane, done);
    }
  }

  private async tried(lane: string, delivery: Delivery): Promise<void> {
    try {
      const next = await this.pumped.attempt(delivery);
      // What was looked up meanwhile may hold the lane as it was before.
      const rest = (this.lanes.get(lane) ?? []).filter(({ id }) => id !== delivery.id);
      if (next) rest.unshift(next);
      if (rest.length === 0) this.lanes.delete(lane);
      else this.lanes.set(lane, rest);
    } catch (error) {
      // Nothing has changed; it is tried again when it is woken next.
      this.lanes.delete(lane);
      this.pumped.onError(error);
    }
  }
}
