// `npm test`: everything that needs no browser. Runs jest (back end, libs) and vitest (front end), then says both together.
// `--back-end` leaves out the front end; with TEST_SHAPE=servers applications under test are kept on servers.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './processes.mjs';

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
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, testResults } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    for (const { fullName, status, invocations } of testResults.flatMap((suite) => suite.assertionResults)) {
      if (status === 'passed' && invocations > 1) process.stdout.write(`at the second try: ${fullName}\n`);
    }
    const failed = Math.max(numFailedTests, numFailedTests === 0 ? numFailedTestSuites : 0, done.status === 0 ? 0 : 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
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
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
process.exit(sum('failed') > 0 ? 1 : 0);
