import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthRoutes, pathOf } from '@gos/contract';
import type { Config } from '../../kernel/config';
import { syncFolder } from '../../kernel/folder-sync';

export interface Running {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
  /** Its readers may operate the process, while it runs and on this machine only. */
  readonly token: string;
}

/** Another one at each start. */
const ownToken = randomBytes(32).toString('base64url');

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'running.json');

/** Writes the file by which operations find the process that holds the data folder. */
export function announceRunning(config: Config, port: number): void {
  const everywhere = ['0.0.0.0', '::', ''].includes(config.host);
  const running: Running = {
    pid: process.pid,
    host: everywhere ? '127.0.0.1' : config.host,
    port,
    token: ownToken,
  };
  const part = `${fileOf(config)}.${process.pid}`;
  writeFileSync(part, JSON.stringify(running), { mode: 0o600, flush: true });
  renameSync(part, fileOf(config));
  syncFolder(config.dataDir);
}

export function withdrawRunning(config: Config): void {
  if (announced(config)?.pid === process.pid) rmSync(fileOf(config), { force: true });
}

/**
 * The process that holds the data folder, if its pid is alive. The pid may belong to another program by now: only the
 * lock is certain.
 */
export function runningOf(config: Pick<Config, 'dataDir'>): Running | null {
  const running = announced(config);
  if (!running) return null;
  try {
    process.kill(running.pid, 0);
    return running;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM' ? running : null;
  }
}

/** The content of the file; null when it is missing or was truncated by a crash. */
function announced(config: Pick<Config, 'dataDir'>): Running | null {
  if (!existsSync(fileOf(config))) return null;
  try {
    return JSON.parse(readFileSync(fileOf(config), 'utf8')) as Running;
  } catch {
    return null;
  }
}

/** Whether this is the token of this process. */
export function isOpsToken(given: string): boolean {
  const [right, asked] = [Buffer.from(ownToken), Buffer.from(given)];
  return right.length === asked.length && timingSafeEqual(right, asked);
}

/** Null when nothing answers: the process is gone and its pid is in use by another program. */
export async function askRunning(
  running: Running,
  operation: string,
  args: readonly string[],
  out: { write(text: string): unknown },
): Promise<boolean | null> {
  const response = await fetch(`${originOf(running)}/api/ops/${operation}`, {
    method: 'POST',
    headers: { authorization: `Ops ${running.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args }),
  }).catch(() => null);
  if (response === null) return null;
  if (!response.ok || !response.body) throw new Error(`The running installation answered ${response.status}.`);
  let last = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    out.write(chunk);
    last = chunk.trimEnd().split('\n').at(-1) || last;
  }
  return last === 'done';
}

/** Whether the process that holds the data folder answers. */
export async function runningAnswers(config: Pick<Config, 'dataDir'>): Promise<boolean> {
  const running = runningOf(config);
  if (!running) return false;
  return (await fetch(`${originOf(running)}/api${pathOf(healthRoutes.live, {})}`).catch(() => null)) !== null;
}

function originOf({ host, port }: Running): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
