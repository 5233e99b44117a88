import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config';

interface Running {
  readonly pid: number;
  readonly port: number;
}

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'running.json');

/** Tells operations where the process is that holds the data folder. */
export function announceRunning(config: Config, port: number): void {
  writeFileSync(fileOf(config), JSON.stringify({ pid: process.pid, port }), { mode: 0o600 });
}

export function withdrawRunning(config: Config): void {
  if (runningOf(config)?.pid === process.pid) rmSync(fileOf(config), { force: true });
}

/** The process that holds the data folder, if it is alive. */
export function runningOf(config: Pick<Config, 'dataDir'>): Running | null {
  if (!existsSync(fileOf(config))) return null;
  const running = JSON.parse(readFileSync(fileOf(config), 'utf8')) as Running;
  try {
    process.kill(running.pid, 0);
    return running;
  } catch {
    return null;
  }
}

/** Whoever can read the data folder's secret may operate the installation. */
export function opsToken({ secret }: Pick<Config, 'secret'>): string {
  return createHmac('sha256', secret).update('operations').digest('hex');
}

export function isOpsToken(config: Pick<Config, 'secret'>, given: string): boolean {
  const right = Buffer.from(opsToken(config));
  const asked = Buffer.from(given);
  return right.length === asked.length && timingSafeEqual(right, asked);
}
