import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../../..');
const patienceMs = 30_000;

export interface Installation {
  readonly address: string;
  /** where it keeps its data, and its mails in `mail` */
  readonly dataDir: string;
  /** Runs `npm run ops --` with these arguments and returns its output. */
  readonly operate: (...words: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The address that the server says once it answers. */
function started(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start:\n${said}`)), patienceMs);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /Gos is running at (http:\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    server.stdout?.on('data', listen);
    server.stderr?.on('data', listen);
    server.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`the server ended:\n${said}`));
    });
  });
}

/** The built server on a free port; without a folder it begins empty and leaves nothing behind. */
export async function startInstallation(
  folder?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'gos-e2e-')));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    UV_THREADPOOL_SIZE: '8',
    PORT: '0',
    GOS_DATA_DIR: dataDir,
    GOS_LOG_LEVEL: 'error',
    ...settings,
  };
  const program = (name: string) => join(root, `dist/apps/backend/src/${name}.js`);
  const operate = async (...words: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [program('cli/main'), ...words], { env })).stdout;
  const server = spawn(process.execPath, [program('main')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { address: await started(server), dataDir, operate, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
