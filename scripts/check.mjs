// `npm run check`: types, lint, format, boundaries, and that each boundary rule catches its planted violation.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './processes.mjs';

const checks = [
  ['types: back end and libs', 'node_modules/typescript-7/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']],
  ['types: front end', 'node_modules/typescript-7/bin/tsc', ['-p', 'apps/frontend/tsconfig.json', '--noEmit']],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['boundaries', 'scripts/boundaries.mjs', []],
];

let failed = 0;
for (const [name, script, args] of checks) {
  const done = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, encoding: 'utf8' });
  process.stdout.write(`${done.status === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  if (done.status !== 0) {
    failed++;
    process.stdout.write(`${done.stdout}${done.stderr}\n`);
  }
}
process.exit(failed > 0 ? 1 : 0);
