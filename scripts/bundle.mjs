// Bundles what `nest build` made in dist/modules into the few files that are delivered, in dist/apps/backend/src. A start that loads
// thousands of modules one by one costs twice the processor time.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'dist/modules/apps/backend/src');

/** Packages that stay in node_modules. */
const external = [
  // They load native code or files of their own, found from where they are installed.
  /^(argon2|sharp|date-holidays)$/,
  /^@bull-board\//,
  // The drivers of servers: loaded only where a setting names such a server.
  /^(mongodb|bullmq|ioredis)$/,
  /^@(aws-sdk|eventstore)\//,
  // Nest tries whether these are installed. They are not.
  /^@nestjs\/(microservices|platform-express)(\/|$)/,
  /^@fastify\/(cors|view)$/,
  'class-transformer',
];

const inNodeModules = (path) => join(root, 'node_modules', path);

/** Packages whose CommonJS files Node would load: of their ES modules only what is used gets into the bundle. */
const alias = {
  'class-validator$': inNodeModules('class-validator/esm2015/index.js'),
  rxjs$: inNodeModules('rxjs/dist/esm/index.js'),
  'rxjs/operators$': inNodeModules('rxjs/dist/esm/operators/index.js'),
};

/** Lets the source maps of the bundle lead to the TypeScript, instead of to what swc made from it. */
const sourceMaps = {
  name: 'source-maps',
  load(file) {
    if (!file.startsWith(join(root, 'dist/modules')) || !existsSync(`${file}.map`)) return null;
    return { code: readFileSync(file, 'utf8'), map: readFileSync(`${file}.map`, 'utf8') };
  },
};

/** Nest loads the whole class-validator in a pipe that the product replaces by its own. */
const withoutNestsPipe = {
  name: 'without-nests-pipe',
  resolveId(source, _importer, { kind }) {
    return source === 'class-validator' && kind === 'dynamic-import' ? { id: source, external: true } : null;
  },
};

export async function bundle() {
  const bundled = await rolldown({
    cwd: root,
    platform: 'node',
    input: { main: join(modules, 'main.js'), 'cli/main': join(modules, 'cli/main.js') },
    external,
    resolve: { alias },
    // Validators of phone numbers, cards and more, which no body needs.
    treeshake: { moduleSideEffects: [{ test: /node_modules\/(validator|libphonenumber-js)\//, sideEffects: false }] },
    plugins: [sourceMaps, withoutNestsPipe],
    // Something that is not found, or imported from a module that lacks it, fails the build rather than the start.
    onLog(level, log) {
      if (level !== 'debug') throw new Error(log.message);
    },
  });
  await bundled.write({
    dir: join(root, 'dist/apps/backend/src'),
    format: 'esm',
    sourcemap: true,
    // Beside the entries: the pages are found from there.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
  });
  await bundled.close();
}
