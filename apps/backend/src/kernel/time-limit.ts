import { setTimeout as sleep } from 'node:timers/promises';

/** An action did not finish within its time limit. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TooLate';
}

/**
 * Resolves as the action does. The action itself is not cancelled.
 * @throws TimeLimitExceeded after `ms` milliseconds
 */
export async function withTimeLimit<T>(ms: number, action: () => Promise<T>): Promise<T> {
  const answered = new AbortController();
  const late = sleep(ms, undefined, { signal: answered.signal, ref: false }).then(() => {
    throw new TimeLimitExceeded(`No answer within ${ms} ms`);
  });
  late.catch(() => {});
  try {
    return await Promise.race([action(), late]);
  } finally {
    answered.abort();
  }
}
