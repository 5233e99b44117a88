import { comparePositions } from '@gos/domain';
import type { Leadership, Term } from '../../../engine/coordination/leadership';
import type { Delivery } from '../../../shared/webhook/delivery';

/** Tries of one webhook under way at once. */
const atOnce = 8;
/** How many waiting deliveries are looked at, of all lanes and of one. */
const lookedAt = 2_000;
const lookedAtInLane = 100;

interface Pumped {
  readonly leadership: Pick<Leadership, 'tryAcquire'>;
  /** What waits, oldest first: of one lane, or of all of them (null). */
  pending(lane: string | null, limit: number): Promise<readonly Delivery[]>;
  /** Resolves with the delivery after the try; undefined when there is nothing more to send of it. */
  attempt(delivery: Delivery): Promise<Delivery | undefined>;
  now(): number;
  /** Another process sends for this webhook, and is to look at the lane, or at all of them (null). */
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

/** What waits in a lane, in its order, beginning with what is due. */
interface Lane {
  readonly waiting: readonly Delivery[];
  /** There may be more than was looked at. */
  readonly isCut: boolean;
}

/**
 * Sends the deliveries of one webhook, in one process at a time. Those of one lane go one after the other, each once the one before
 * has arrived or failed for good; lanes do not wait for each other, however much waits in others.
 */
export class Pump {
  private readonly lanes = new Map<string, Lane>();
  /** Lanes to be looked at; null: whatever has waited longest. */
  private readonly woken = new Set<string | null>();
  private readonly underWay = new Map<string, Promise<void>>();
  private running: Promise<void> | null = null;
  private stopped = false;
  private noticed: () => void = () => {};

  constructor(private readonly pumped: Pumped) {}

  /** There may be something to send in the lane, or in any of them (null). */
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
      // What waits behind a slow target is not looked up again and again while there is no room to send it.
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

  /** A lane whose first delivery is to be sent later is left alone: it is woken then. */
  private keep(name: string, lane: Lane): void {
    const [first] = lane.waiting;
    if (first && first.sending!.nextAt <= this.pumped.now()) this.lanes.set(name, lane);
    else this.lanes.delete(name);
    if (!first && lane.isCut) this.woken.add(name);
  }

  /** Starts what is due, as far as there is room. */
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
      // What was looked up meanwhile may hold the lane as it was before, or begin with what is older.
      const { waiting, isCut } = this.lanes.get(name) ?? { waiting: [], isCut: false };
      const rest = waiting.flatMap((one) => (one.id === delivery.id ? (next ?? []) : one));
      this.keep(name, { waiting: rest, isCut });
    } catch (error) {
      // Nothing has changed; it is tried again when it is woken next.
      this.lanes.delete(name);
      this.pumped.onError(error);
    }
  }
}
