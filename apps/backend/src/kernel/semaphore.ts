import { setTimeout as sleep } from 'node:timers/promises';

/** Bounds what is under way at once; what is larger than the whole room enters alone. */
export class WeightedSemaphore {
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly capacity: number) {}

  /** False when there was no room in time; true has to be followed by `leave`. */
  async acquire(weight: number, timeoutMs: number): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    while (this.taken > 0 && this.taken + weight > this.capacity) {
      const left = until - performance.now();
      if (left <= 0) return false;
      const stop = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => this.waiting.add(resolve)),
        sleep(left, undefined, { signal: stop.signal }).catch(() => {}),
      ]);
      stop.abort();
    }
    this.taken += weight;
    return true;
  }

  release(weight: number): void {
    this.taken -= weight;
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }
}
