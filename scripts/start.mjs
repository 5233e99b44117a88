// `npm start` and, with --demo, `npm run demo`: builds missing parts and starts one process.
import { join } from 'node:path';
import { root, run, start } from './processes.mjs';

const demo = process.argv.includes('--demo');
// Password hashing and the log's syncs share the thread pool; one must not wait for the other.
const env = { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '8', ...process.env };
run('scripts/build.mjs', demo ? ['--tools'] : []);
if (demo) {
  env.GOS_DATA_DIR = process.env.GOS_DATA_DIR ?? join(root, 'data-demo');
  run('dist/modules/apps/demo/src/demo.js', [], { env });
}
const server = start('dist/apps/backend/src/main.js', [], { env });
server.on('exit', (code) => process.exit(code ?? 0));
