import { setTimeout as sleep } from 'node:timers/promises';

/** What did not answer in time. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TooLate';
}

/** What the action answers, or TooLate: whoever only looks must not hang with what is looked at. */
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
