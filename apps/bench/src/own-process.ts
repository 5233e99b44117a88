import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Jobs } from './worker';

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));

const settings = /^(GOS_.*|NODE_OPTIONS|(EVENTSTOREDB|MONGODB|REDIS|S3|SMTP)_URL)$/;

/** Environment of every measured process: the product's, regardless of the caller's. */
export function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !settings.test(name));
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ...more };
}

/**
 * Runs a job of the worker in a new process and returns its result.
 * @param more settings of the installation that it works on
 */
export async function inOwnProcess<N extends keyof Jobs>(
  name: N,
  argument: Parameters<Jobs[N]>[0],
  more: Readonly<Record<string, string>> = {},
): Promise<Awaited<ReturnType<Jobs[N]>>> {
  const child = fork(worker, { env: environment(more), serialization: 'advanced' });
  const ended = once(child, 'exit');
  child.send({ name, argument });
  type Answer = { readonly result?: Awaited<ReturnType<Jobs[N]>>; readonly error?: string };
  const answer = await Promise.race([
    once(child, 'message').then(([message]) => message as Answer),
    ended.then(([code, signal]): Answer => ({ error: `${name} ended with ${code ?? signal}` })),
  ]);
  if (answer.error !== undefined) throw new Error(answer.error);
  await ended;
  return answer.result!;
}
