import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from './store-errors';

const waits = { firstMs: 5, longestMs: 250, togetherMs: 3_000 };

export const again = Symbol('again');

/**
 * Tries until there is another result than `again`, for steps that others may come between and that write nothing when they do. It
 * waits longer each time, and not all wait equally long: after a failover a read shows an older state until the new primary has
 * been confirmed.
 * @throws StoreUnavailable (not-written) after some seconds
 */
export async function retryOptimistic<T>(attempt: () => Promise<T | typeof again>): Promise<T> {
  const endsAt = performance.now() + waits.togetherMs;
  for (let waitMs = waits.firstMs; ; waitMs = Math.min(2 * waitMs, waits.longestMs)) {
    const result = await attempt();
    if (result !== again) return result;
    if (performance.now() + waitMs > endsAt) {
      throw new StoreUnavailable('Others change it all the time, or the store shows an older state', 'not-written');
    }
    await sleep(waitMs * (0.5 + Math.random() / 2));
  }
}
