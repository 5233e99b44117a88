// `npm run ops -- COMMAND`
import { run } from './processes.mjs';

run('scripts/build.mjs');
run('dist/apps/backend/src/cli/main.js', process.argv.slice(2), {
  env: { NODE_ENV: 'production', GOS_LOG_LEVEL: 'error', ...process.env },
});
