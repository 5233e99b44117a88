// `npm run e2e [-- NAME …]`: builds, then runs the journeys in a real browser on the real server. `--pictures` makes docs/pictures instead.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root, run, temporaryFolder } from './processes.mjs';
import { sayTotals, totalsOf } from './report.mjs';

const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

function journeys() {
  const report = join(temporaryFolder(), 'report.json');
  const done = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      join(root, 'apps/frontend/e2e/vitest.config.ts'),
      '--reporter=verbose',
      '--reporter=json',
      `--outputFile=${report}`,
      ...patterns,
    ],
    { cwd: join(root, 'apps/frontend'), stdio: 'inherit', env: { ...process.env, NODE_ENV: 'test' } },
  );
  return totalsOf(report, done.status);
}

const isOfPictures = process.argv.includes('--pictures');
run('scripts/build.mjs', isOfPictures ? ['--tools'] : []);
if (isOfPictures) {
  run('apps/frontend/e2e/pictures.mjs', process.argv.slice(2));
} else {
  process.exitCode = sayTotals([journeys()]);
}
