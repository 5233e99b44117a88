// What the scripts share: where the project is, and running its own tools.
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

/** Whether a file system in memory is there with room for what tests keep and for the tests themselves. */
function hasMemory() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) >= room;
}

/**
 * A folder for what this run and all that it starts throw away, removed at its end. It lies in memory where that is there, as tests
 * would wait for the disk a third of their time; `TMPDIR` says otherwise.
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(process.env.TMPDIR === undefined && hasMemory() ? memory : tmpdir(), 'gos-test-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

const lookMs = 250;

/** Starts a Node script that stays, and hands signals on to it. */
export function start(script, args = [], options = {}) {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit', ...options });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // npm that is asked to end asks its shell only, which tells nobody: what it started would go on alone.
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), lookMs).unref();
  }
  return child;
}
