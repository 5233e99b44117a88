// Helpers that the scripts share: the project's folder, and running its own tools.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a Node script of the project to its end; stops here when it fails. */
export function run(script, args = [], options = {}) {
  const done = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit', ...options });
  if (done.status !== 0) process.exit(done.status ?? 1);
  return done;
}

const memory = '/dev/shm';
const room = 6 * 2 ** 30;

/** Whether a file system in memory has room for the files of tests and for the tests themselves. */
function hasMemory() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) >= room;
}

/**
 * A folder for temporary files of this run and its children, removed at its end. It is in memory if possible, as tests would spend a
 * third of their time waiting for the disk; `TMPDIR` overrides this.
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(process.env.TMPDIR === undefined && hasMemory() ? memory : tmpdir(), 'gos-test-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

const lookMs = 250;

/** Starts a Node script that keeps running, and forwards signals to it. */
export function start(script, args = [], options = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // A terminated npm ends only its shell, and signals no other process: the children would keep running.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), lookMs).unref();
  }
  return child;
}
