// Builds missing parts: the back end to dist/modules and from there, bundled, to dist/apps; the front end to dist/frontend.
// `--force` builds everything again. `--tools` builds bench, demo and the test helpers that they need too, in dist/modules, which is
// not delivered.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { root } from './processes.mjs';

const force = process.argv.includes('--force');
const isWithTools = process.argv.includes('--tools');

function newest(path) {
  if (!existsSync(path)) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const parts = [
  {
    name: 'backend',
    sources: [
      'apps/backend/src',
      'libs',
      'tsconfig.base.json',
      'tsconfig.build.json',
      'nest-cli.json',
      'nest-cli.swc.json',
      'package-lock.json',
      'scripts/bundle.mjs',
    ],
    output: 'dist/apps',
    clean: ['dist/apps', 'dist/modules'],
    command: ['node_modules/@nestjs/cli/bin/nest.js', 'build', 'backend'],
    after: bundle,
  },
  {
    name: 'frontend',
    sources: [
      'apps/frontend/src',
      'apps/frontend/public',
      'apps/frontend/index.html',
      'apps/frontend/vite.config.ts',
      'apps/frontend/messages-plugin.ts',
      'apps/frontend/reporting-plugin.ts',
      'libs',
      'package-lock.json',
    ],
    output: 'dist/frontend',
    clean: ['dist/frontend'],
    cwd: 'apps/frontend',
    command: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    after: compress,
  },
  isWithTools && {
    name: 'bench and demo',
    sources: [
      'apps/bench/src',
      'apps/demo/src',
      'apps/eventstoredb/src',
      'apps/backend/src',
      'libs',
      'nest-cli.tools.json',
      'nest-cli.swc.json',
      'tsconfig.build.json',
    ],
    output: 'dist/modules/apps/bench',
    clean: ['dist/modules/apps/bench', 'dist/modules/apps/demo', 'dist/modules/apps/eventstoredb'],
    command: ['node_modules/@nestjs/cli/bin/nest.js', 'build', '--config', 'nest-cli.tools.json'],
  },
].filter(Boolean);

function compress() {
  const folder = join(root, 'dist/frontend');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  }
}

for (const { name, sources, output, clean, cwd = '.', command, after } of parts) {
  const stamp = join(root, output, '.built');
  const changed = Math.max(...sources.map((path) => newest(join(root, path))));
  if (!force && existsSync(stamp) && statSync(stamp).mtimeMs > changed) continue;
  process.stdout.write(`building ${name} …\n`);
  for (const path of clean) rmSync(join(root, path), { recursive: true, force: true });
  const [script, ...args] = command;
  const built = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: join(root, cwd),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (built.status !== 0) {
    process.stderr.write(`${built.stdout}${built.stderr}`);
    process.exit(built.status ?? 1);
  }
  await after?.();
  writeFileSync(stamp, '');
}
