import { setTimeout as sleep } from 'node:timers/promises';

/** An action did not finish within its time limit. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Resolves as the action does. The action itself is not cancelled.
 * @throws TimeoutError after `ms` milliseconds
 */
export async function withTimeout<T>(ms: number, action: () => Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = sleep(ms, undefined, { signal: answered.signal, ref: false }).then(() => {
    throw new TimeoutError(`No answer within ${ms} ms`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([action(), late]);
  } finally {
    answered.abort();
  }
}
