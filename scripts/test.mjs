// `npm test`: everything that needs no browser. Runs jest (back end, libs) and vitest (front end), then prints the sum of both.
// `--back-end` leaves out the front end, `--servers` runs only the tests that start a server. With TEST_SHAPE=servers the applications
// under test keep their data on servers. TEST_SERVERS=none skips tests that need a server, TEST_SERVERS=required fails them if one is missing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { root, run, temporaryFolder } from './processes.mjs';
import { sayTotals, totalsOf } from './report.mjs';

const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isOfServers = process.argv.includes('--servers');
const isBackEndOnly = isOfServers || process.argv.includes('--back-end');
const folder = temporaryFolder();

/** Jest's arguments for the tests that start a server: the specs that import one, and in them the suites that `server-tests.ts` names. */
function serverTests() {
  const sources = 'apps/backend/src';
  const specs = readdirSync(join(root, sources), { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => join(sources, name));
  const found = specs.filter((name) => readFileSync(join(root, name), 'utf8').includes('testing/servers/'));
  // Their servers need the processors too, and some of these tests check limits of time.
  return ['--maxWorkers', '2', '--testNamePattern', '\\(needs ', '--runTestsByPath', ...found];
}

/** Both runners write jest's report format. */
function begin(script, args, options) {
  const file = join(folder, `${Math.random()}.json`);
  const child = spawn(process.execPath, [join(root, script), ...args(file)], { cwd: root, ...options });
  return { child, totals: once(child, 'close').then(([status]) => totalsOf(file, status)) };
}

/** Delays the output of a run until `shown` resolves. */
function heldBack({ child, totals }, shown) {
  const said = [];
  let show = (chunk) => said.push(chunk);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => show(chunk));
  shown.then(() => {
    show = (chunk) => process.stdout.write(chunk);
    for (const chunk of said) show(chunk);
  });
  return totals;
}

run('scripts/build.mjs');
const backEnd = begin(
  'node_modules/jest/bin/jest.js',
  (file) => [
    '-c',
    'jest.config.cjs',
    '--forceExit',
    '--json',
    '--outputFile',
    file,
    ...(isOfServers ? serverTests() : patterns),
  ],
  {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
const running = [backEnd.totals];
if (!isBackEndOnly) {
  const frontEnd = begin(
    'node_modules/vitest/vitest.mjs',
    (file) => [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${file}`,
      '--passWithNoTests',
      ...patterns,
    ],
    { cwd: join(root, 'apps/frontend'), env: { ...process.env, NODE_ENV: 'test' }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  // It uses the time in which the back end's tests wait for processes and servers, without slowing them down.
  setPriority(frontEnd.child.pid, 5);
  running.push(heldBack(frontEnd, backEnd.totals));
}
process.exitCode = sayTotals(await Promise.all(running));
