import { setTimeout as sleep } from 'node:timers/promises';

const retryMs = 1_000;

/**
 * Repeats the work until it succeeds or is no longer wanted; a failure is reported when it differs from the one before.
 */
export async function untilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  let said = '';
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (String(error) !== said) onError(error);
      said = String(error);
      await sleep(retryMs, undefined, { signal }).catch(() => {});
    }
  }
}
