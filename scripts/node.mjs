// Another Node from its package, kept in .cache. `node scripts/node.mjs VERSION` prints the folder of its programs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './processes.mjs';

/** The folder that holds `bin/node` of the newest release of a major version. */
export function nodeHome(version) {
  const folder = join(root, `.cache/node-${version}`);
  const name = `node-${process.platform}-${process.arch}`;
  const home = join(folder, 'node_modules', name);
  if (existsSync(join(home, 'bin/node'))) return home;
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder, `${name}@${version}`];
  const done = spawnSync('npm', args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${done.stdout}${done.stderr}`);
  return home;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${join(nodeHome(process.argv[2]), 'bin')}\n`);
