import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { areServersAllowed, installedServers } from './installed';

const program = join(installedServers, 'bin/moto_server');

/** False where `node scripts/test-servers.mjs` has not installed it. */
export const hasS3Server = areServersAllowed && existsSync(program);

export interface S3Server {
  /** host:port; any key and secret are let in. */
  readonly address: string;
  /** Freezes: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** An S3 server in a process of its own on a free port; it holds everything in memory. */
export async function startS3Server(): Promise<S3Server> {
  if (!hasS3Server) throw new Error('There is no S3 server: node scripts/test-servers.mjs installs it.');
  const child = spawn(program, ['-H', '127.0.0.1', '-p', '0'], {
    env: { ...process.env, PYTHONUNBUFFERED: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    const [, address] = /Running on http:\/\/([\d.]+:\d+)/.exec(line) ?? [];
    if (!address) continue;
    child.stderr.resume();
    return {
      address,
      freeze: () => void child.kill('SIGSTOP'),
      thaw: () => void child.kill('SIGCONT'),
      async stop() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error(`The S3 server did not start: ${said.join('\n')}`);
}
