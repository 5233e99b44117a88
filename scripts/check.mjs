// `npm run check`: types, lint, format, nothing without a user, plain words, boundaries; each boundary and wording catches its planted violation.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from './processes.mjs';

const reading = [
  ['types: back end and libs', 'node_modules/typescript-7/bin/tsc', ['-p', 'tsconfig.json', '--noEmit']],
  ['types: front end', 'node_modules/typescript-7/bin/tsc', ['-p', 'apps/frontend/tsconfig.json', '--noEmit']],
  ['lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['users: of files, packages and exports', 'node_modules/knip/bin/knip.js', ['--no-progress']],
  ['setters: of options', 'scripts/options.mjs', []],
  ['plain English', 'scripts/words.mjs', []],
];
/** Plants files in the tree, which the others must not see. */
const planting = [['boundaries', 'scripts/boundaries.mjs', []]];

const run = ([name, script, args]) =>
  new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 1 << 28 };
    execFile(process.execPath, [join(root, script), ...args], options, (error, stdout, stderr) => {
      process.stdout.write(`${error ? 'FAIL' : 'ok  '} ${name}\n${error ? `${stdout}${stderr}\n` : ''}`);
      resolve(error === null);
    });
  });

const passed = await Promise.all(reading.map(run));
for (const check of planting) passed.push(await run(check));
process.exit(passed.every(Boolean) ? 0 : 1);
