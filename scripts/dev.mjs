// `npm run dev`: back end with reload on :3000, front end with reload on :5173 (it passes /api and /socket.io on).
import { join } from 'node:path';
import { root, start } from './processes.mjs';

const children = [
  // A shell in between would not pass signals on, and leave the back end running.
  start('node_modules/@nestjs/cli/bin/nest.js', ['start', 'backend', '--watch', '--no-shell'], {
    env: { NODE_ENV: 'development', GOS_LOG_LEVEL: 'debug', ...process.env },
  }),
  start('node_modules/vite/bin/vite.js', [], { cwd: join(root, 'apps/frontend') }),
];
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 0;
  });
}
