import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { turn } from './pieces';

/** Share of the time for which the event loop may be busy while background work goes on. */
const mostBusy = 0.7;
/** Milliseconds over which it is looked at. */
const lookMs = 20;
/** A step waits this long at most, so that a process which is always busy still does ten a second. */
const mostMs = 100;

type Loop = (now?: EventLoopUtilization, before?: EventLoopUtilization) => EventLoopUtilization;

/**
 * Lets background work go on in the time that requests leave: its steps begin one after the other, each once the event loop was free
 * for a part of the last moment. A free loop holds nothing back.
 */
export class SpareTime {
  private last: Promise<void> = Promise.resolve();
  private before: EventLoopUtilization;
  private lookedAt: number;
  private isBusy = false;

  constructor(
    private readonly loop: Loop = performance.eventLoopUtilization,
    private readonly now: () => number = () => performance.now(),
    private readonly wait: (ms: number) => Promise<unknown> = sleep,
  ) {
    this.before = loop();
    this.lookedAt = now();
  }

  /** Resolves when the next step may begin, in the order of asking. */
  step(): Promise<void> {
    this.last = this.last.then(() => this.next());
    return this.last;
  }

  private async next(): Promise<void> {
    await turn();
    this.look();
    for (let waited = 0; this.isBusy && waited < mostMs; waited += lookMs) {
      await this.wait(lookMs);
      this.look();
    }
  }

  private look(): void {
    const at = this.now();
    if (at - this.lookedAt < lookMs) return;
    const now = this.loop();
    this.isBusy = this.loop(now, this.before).utilization > mostBusy;
    this.before = now;
    this.lookedAt = at;
  }
}

/** The spare time of this process. */
export const spareTime = new SpareTime();
