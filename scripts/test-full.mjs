// `npm run test:full`: everything on this Node, including tests that CI leaves out, the back end once more with all servers, the
// journeys, each section of the benchmarks in short, and everything again on the current LTS, from a fresh copy. It installs the
// servers that tests use.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { nodeHome } from './node.mjs';
import { root } from './processes.mjs';

process.env.TEST_FULL = 'true';
process.env.TEST_SERVERS = 'required';
const lts = 24;
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs a command that ends with `N passed, N failed`, shows what it prints and adds it up. */
function counted(name, command, args, options = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  process.stdout.write(done.stdout ?? '');
  process.stderr.write(done.stderr ?? '');
  const line = (done.stdout ?? '').trimEnd().split('\n').at(-1) ?? '';
  const [, passed, failed, skipped = 0] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line) ?? [null, 0, 1];
  totals.passed += Number(passed);
  totals.failed += Math.max(Number(failed), done.status === 0 ? 0 : 1);
  totals.skipped += Number(skipped);
}

/** Runs a command that counts as one test. */
function single(name, command, args) {
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  totals[status === 0 ? 'passed' : 'failed']++;
}

function quietly(command, args, options) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}\n${done.stdout}${done.stderr}`);
  return done.stdout;
}

/** Prepares a Node of that version from its package, and a fresh copy of the project with everything installed by it. */
function onNode(version) {
  const folder = mkdtempSync(join(tmpdir(), `gos-node-${version}-`));
  try {
    const home = nodeHome(version);
    const copy = join(folder, 'gos');
    for (const file of quietly('git', ['ls-files', '-z'], { cwd: root }).split('\0').filter(Boolean)) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
    // The servers that tests use are installed there.
    symlinkSync(join(root, '.cache'), join(copy, '.cache'));
    // Other runs keep their temporary files in memory if possible: this one tests with the disk.
    const env = {
      ...process.env,
      TMPDIR: tmpdir(),
      PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
      npm_config_nodedir: home,
    };
    quietly('npm', ['ci'], { cwd: copy, env });
    counted(`Node ${version}`, 'npm', ['test', '--silent'], { cwd: copy, env });
  } catch (error) {
    process.stdout.write(`Node ${version} could not be installed: ${error.message.slice(0, 2_000)}\n`);
    totals.skipped++;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

quietly(process.execPath, [join(root, 'scripts/test-servers.mjs')]);
counted(`Node ${process.versions.node}`, process.execPath, [join(root, 'scripts/test.mjs')]);
counted('with all servers', process.execPath, [join(root, 'scripts/test.mjs'), '--back-end', 'e2e'], {
  env: { ...process.env, TEST_SHAPE: 'servers' },
});
counted('journeys in the browser', process.execPath, [join(root, 'scripts/e2e.mjs')]);
const bench = join(root, 'scripts/bench.mjs');
single('every section of the benchmarks', process.execPath, [bench, '--quick']);
single('the benchmarks of servers', process.execPath, [bench, '--quick', '--servers']);
if (Number(process.versions.node.split('.')[0]) !== lts) onNode(lts);

const { passed, failed, skipped } = totals;
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed > 0 ? 1 : 0;
