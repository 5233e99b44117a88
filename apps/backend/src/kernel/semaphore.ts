import { setTimeout as sleep } from 'node:timers/promises';

/** A semaphore with weights: bounds the sum of what runs at once. A weight above the capacity runs alone. */
export class WeightedSemaphore {
  private taken = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly capacity: number) {}

  /** Resolves with false when no capacity became free within the timeout; after true the caller must `release` the weight. */
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
