// `npm test`: everything that needs no browser. Runs jest (back end, libs) and vitest (front end), then says both together.
// `--back-end` leaves out the front end; with TEST_SHAPE=servers applications under test are kept on servers.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './processes.mjs';
import { sayTotals, totalsOf } from './report.mjs';

const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isBackEndOnly = process.argv.includes('--back-end');
const folder = mkdtempSync(join(tmpdir(), 'gos-test-'));

/** Both runners write jest's report format. */
function counted(script, args, options) {
  const file = join(folder, `${Math.random()}.json`);
  const done = spawnSync(process.execPath, [join(root, script), ...args(file)], {
    cwd: root,
    stdio: 'inherit',
    ...options,
  });
  return totalsOf(file, done.status);
}

run('scripts/build.mjs');
const results = [
  counted(
    'node_modules/jest/bin/jest.js',
    (file) => ['-c', 'jest.config.cjs', '--forceExit', '--json', '--outputFile', file, ...patterns],
    {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  ),
  !isBackEndOnly &&
    counted(
      'node_modules/vitest/vitest.mjs',
      (file) => [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile=${file}`,
        '--passWithNoTests',
        ...patterns,
      ],
      { cwd: join(root, 'apps/frontend'), env: { ...process.env, NODE_ENV: 'test' } },
    ),
].filter(Boolean);
rmSync(folder, { recursive: true, force: true });
process.exit(sayTotals(results));
