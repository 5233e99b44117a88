// What the scripts share: where the project is, and running its own tools.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a Node script of the project to its end; stops here when it fails. */
export function run(script, args = [], options = {}) {
  const done = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit', ...options });
  if (done.status !== 0) process.exit(done.status ?? 1);
  return done;
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
