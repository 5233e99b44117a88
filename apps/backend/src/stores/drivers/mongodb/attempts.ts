import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../kernel/store-errors';

const waits = { firstMs: 5, longestMs: 250, togetherMs: 3_000 };

/**
 * Tries until there is a result, for steps that others may come between and that write nothing when they do. It waits longer
 * each time: after a failover a read shows an older state until the new primary has been confirmed.
 * @throws StoreUnavailable (not-written) after some seconds
 */
export async function untilSettled<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const endsAt = performance.now() + waits.togetherMs;
  for (let waitMs = waits.firstMs; ; waitMs = Math.min(2 * waitMs, waits.longestMs)) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() + waitMs > endsAt) {
      throw new StoreUnavailable('The database contradicts itself: it shows an older state', 'not-written');
    }
    await sleep(waitMs);
  }
}
