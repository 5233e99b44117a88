import { comparePositions } from '@gos/domain';
import type { Leadership, Term } from '../../../engine/coordination/leadership';
import type { Delivery } from '../../../shared/webhook/delivery';

/** Limit of concurrent attempts of one webhook. */
const atOnce = 8;
/** Limits of waiting deliveries that are read, of all lanes and of one. */
const lookedAt = 2_000;
const lookedAtInLane = 100;

interface Pumped {
  readonly leadership: Pick<Leadership, 'tryAcquire'>;
  /** The waiting deliveries of one lane, or of all lanes (null), oldest first. */
  pending(lane: string | null, limit: number): Promise<readonly Delivery[]>;
  /** Resolves with the delivery after the attempt; undefined when nothing is left to send. */
  attempt(delivery: Delivery): Promise<Delivery | undefined>;
  now(): number;
  /** Another process sends for this webhook, and has to look at the lane, or at all lanes (null). */
  elsewhere(lane: string | null): void;
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

/** The waiting deliveries of a lane in their order, beginning with those that are due. */
interface Lane {
  readonly waiting: readonly Delivery[];
  /** There may be more deliveries than were read. */
  readonly isCut: boolean;
}

/**
 * Sends the deliveries of one webhook, in one process at a time. The deliveries of a lane are sent in order, each once
 * the previous one has arrived or failed for good. Lanes do not wait for each other.
 */
export class Pump {
  private readonly lanes = new Map<string, Lane>();
  /** Lanes to look at; null means the deliveries that have waited longest. */
  private readonly woken = new Set<string | null>();
  private readonly underWay = new Map<string, Promise<void>>();
  private running: Promise<void> | null = null;
  private stopped = false;
  private noticed: () => void = () => {};

  constructor(private readonly pumped: Pumped) {}

  /** Reports that the lane, or any lane (null), may have something to send. */
  wake(lane: string | null): void {
    this.woken.add(lane);
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
      while (this.woken.size > 0 && !this.stopped) await this.lead();
    } catch (error) {
      this.pumped.onError(error);
    }
    this.running = null;
  }

  private async lead(): Promise<void> {
    const term = await this.pumped.leadership.tryAcquire();
    if (!term) {
      for (const lane of this.woken) this.pumped.elsewhere(lane);
      this.woken.clear();
      return;
    }
    try {
      await this.send(term);
    } finally {
      await Promise.all(this.underWay.values());
      this.lanes.clear();
      await term.end();
    }
  }

  private async send(term: Term): Promise<void> {
    while (!this.stopped && (await term.isHeld())) {
      const woken = new Promise<void>((resolve) => {
        this.noticed = resolve;
      });
      this.start();
      // Deliveries behind a slow target are not read repeatedly while there is no room to send them.
      const isFull = this.underWay.size >= atOnce;
      if (this.woken.size > 0 && !isFull) {
        await this.look();
        continue;
      }
      if (this.underWay.size === 0) return;
      await Promise.race([...(isFull ? [] : [woken]), ...this.underWay.values()]);
    }
  }

  private async look(): Promise<void> {
    const lanes = [...this.woken].slice(0, atOnce);
    for (const lane of lanes) this.woken.delete(lane);
    const looked = lanes.map(async (lane) => {
      const limit = lane === null ? lookedAt : lookedAtInLane;
      const found = await this.pumped.pending(lane, limit);
      for (const [name, waiting] of inLanes(found)) this.keep(name, { waiting, isCut: found.length === limit });
    });
    await Promise.all(looked);
  }

  /** Skips a lane whose first delivery is due later: the lane is woken then. */
  private keep(name: string, lane: Lane): void {
    const [first] = lane.waiting;
    if (first && first.sending!.nextAt <= this.pumped.now()) this.lanes.set(name, lane);
    else this.lanes.delete(name);
    if (!first && lane.isCut) this.woken.add(name);
  }

  /** Starts deliveries that are due, as far as there is room. */
  private start(): void {
    for (const [name, { waiting }] of this.lanes) {
      if (this.underWay.size >= atOnce) return;
      if (this.underWay.has(name)) continue;
      const done = this.tried(name, waiting[0]!).finally(() => this.underWay.delete(name));
      this.underWay.set(name, done);
    }
  }

  private async tried(name: string, delivery: Delivery): Promise<void> {
    try {
      const next = await this.pumped.attempt(delivery);
      // A look-up meanwhile may have returned the lane's former state, or an older first delivery.
      const { waiting, isCut } = this.lanes.get(name) ?? { waiting: [], isCut: false };
      const rest = waiting.flatMap((one) => (one.id === delivery.id ? (next ?? []) : one));
      this.keep(name, { waiting: rest, isCut });
    } catch (error) {
      // Nothing has changed; the next wake-up tries it again.
      this.lanes.delete(name);
      this.pumped.onError(error);
    }
  }
}
