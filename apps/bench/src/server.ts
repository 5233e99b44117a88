import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from './bundle';
import { environment } from './own-process';
import type { Answers } from './probe';

const probe = new URL('./probe.js', import.meta.url).href;
/** The delivered bundle, not the modules that the bench itself loads. */
const main = join(root, 'dist/apps/backend/src/main.js');

/** The product on a data folder, in a process of its own. */
export class GosServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    /** From the start of the process to the first request answered as ready. */
    readonly readyMs: number,
  ) {}

  static async start(
    folder: string,
    { withProbe = true, settings = {} }: { withProbe?: boolean; settings?: Readonly<Record<string, string>> } = {},
  ): Promise<GosServer> {
    const started = performance.now();
    const child = spawn(process.execPath, [...(withProbe ? ['--import', probe] : []), main], {
      env: environment({
        GOS_DATA_DIR: folder,
        GOS_LOG_LEVEL: 'error',
        PORT: '0',
        HOST: '127.0.0.1',
        GOS_PUBLIC_URL: '',
        ...settings,
      }),
      stdio: ['ignore', 'pipe', 'pipe', ...(withProbe ? (['ipc'] as const) : [])],
      serialization: 'advanced',
    });
    const origin = await addressOf(child);
    while ((await fetch(`${origin}/api/health/ready`)).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 5));
    return new GosServer(child, origin, performance.now() - started);
  }

  async ask<A extends keyof Answers>(ask: A, argument = ''): Promise<Awaited<ReturnType<Answers[A]>>> {
    const heard = new Promise<Awaited<ReturnType<Answers[A]>>>((resolve) => {
      const listener = (message: unknown) => {
        const { ask: to, answer } = message as { ask: string; answer: Awaited<ReturnType<Answers[A]>> };
        if (to !== ask) return;
        this.child.off('message', listener);
        resolve(answer);
      };
      this.child.on('message', listener);
    });
    this.child.send({ ask, argument });
    return heard;
  }

  /** Processor time of the server while something runs, microseconds; threads of the runtime count too. */
  async processorDuring<T>(work: () => Promise<T>): Promise<{ result: T; microseconds: number }> {
    const before = await this.ask('processor');
    const result = await work();
    const after = await this.ask('processor');
    return { result, microseconds: after.user + after.system - before.user - before.system };
  }

  /** Terminates or kills the process; resolves when it is gone. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    const late = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      const port = /running at http:\/\/[^\s:]+:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    child.on('exit', (code) => reject(new Error(`The server ended with ${code}: ${said.slice(-2_000)}`)));
  });
}
