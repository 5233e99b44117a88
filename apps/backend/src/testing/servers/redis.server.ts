import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { areServersAllowed } from './installed';

const program = 'redis-server';

export const hasRedis = areServersAllowed && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** A test that is broken off stops nothing: on Linux the server ends with the process that started it. */
const command = [...(process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'KILL'] : []), program];

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A Redis of a test's own, with its data in a temporary folder: it can be killed and started again, on the same port. */
export class RedisServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gos-redis-'));
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly more: readonly string[],
  ) {}

  /** @param appendonly every write is on the disk before it is answered; without it a killed server has lost everything */
  static async start({ appendonly = false } = {}): Promise<RedisServer> {
    if (!hasRedis) throw new Error('There is no redis-server: node scripts/test-servers.mjs installs it.');
    const more = appendonly ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
    const server = new RedisServer(await freePort(), more);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it (again), with the data that it had on its disk, and waits until it answers. */
  async start(): Promise<void> {
    const where = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.folder];
    const [first, ...more] = [...command, ...where, '--save', '', '--loglevel', 'warning', ...this.more];
    const child = spawn(first!, more, { stdio: 'ignore' });
    this.child = child;
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => {});
    const ended = once(child, 'exit').then(() => {
      throw new Error('redis-server did not start');
    });
    ended.catch(() => {});
    await Promise.race([client.ping(), ended]).finally(() => client.disconnect());
  }

  /** As a power cut of it alone: no word to anybody. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Freezes: connections stay open and nothing is answered. */
  freeze(): void {
    this.child!.kill('SIGSTOP');
  }

  thaw(): void {
    this.child!.kill('SIGCONT');
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
