import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Jobs } from './worker';

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Environment of every process that is measured: the product's, whatever the caller's is. */
export function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GOS_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(own), NODE_ENV: 'production', ...more };
}

/** Runs a job of the worker in a new process and gives back what it returns. */
export async function inOwnProcess<N extends keyof Jobs>(
  name: N,
  argument: Parameters<Jobs[N]>[0],
): Promise<Awaited<ReturnType<Jobs[N]>>> {
  const child = fork(worker, { env: environment(), serialization: 'advanced' });
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
