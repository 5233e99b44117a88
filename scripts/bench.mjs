// `npm run bench [-- --only NAME | --browser | --servers] [--quick] [--tasks N] [--events N] [--json FILE]`: builds, then measures (docs/bench.md says what).
import { run } from './processes.mjs';

run('scripts/build.mjs', ['--tools']);
run('dist/modules/apps/bench/src/main.js', process.argv.slice(2));
