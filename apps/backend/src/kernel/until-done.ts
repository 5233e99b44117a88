import { setTimeout as sleep } from 'node:timers/promises';

const retryMs = 1_000;

/** Does the work again until it succeeds or is no longer wanted; each failure is told. */
export async function untilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      onError(error);
      await sleep(retryMs, undefined, { signal }).catch(() => {});
    }
  }
}
