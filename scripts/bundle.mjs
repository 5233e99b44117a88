// Bundles the output of `nest build` in dist/modules into the few files that are delivered, in dist/apps/backend/src. A start that loads
// thousands of modules one by one costs twice the processor time.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'dist/modules/apps/backend/src');

/** Packages that stay in node_modules. */
const external = [
  // They load native code or files of their own, relative to their folder.
  /^(argon2|sharp|date-holidays)$/,
  /^@bull-board\//,
  // The drivers of servers: loaded only where a setting names such a server.
  /^(mongodb|bullmq|ioredis)$/,
  /^@(aws-sdk|eventstore)\//,
  // Nest checks whether these are installed. They are not.
  /^@nestjs\/(microservices|platform-express)(\/|$)/,
  /^@fastify\/(cors|view)$/,
  'class-transformer',
];

const inNodeModules = (path) => join(root, 'node_modules', path);

/** Packages whose CommonJS files Node would load: the bundle uses their ES modules, and only the used part of them. */
const alias = {
  'class-validator$': inNodeModules('class-validator/esm2015/index.js'),
  rxjs$: inNodeModules('rxjs/dist/esm/index.js'),
  'rxjs/operators$': inNodeModules('rxjs/dist/esm/operators/index.js'),
};

/** Lets the source maps of the bundle lead to the TypeScript, instead of to the output of swc. */
const sourceMaps = {
  name: 'source-maps',
  load(file) {
    if (!file.startsWith(join(root, 'dist/modules')) || !existsSync(`${file}.map`)) return null;
    return { code: readFileSync(file, 'utf8'), map: readFileSync(`${file}.map`, 'utf8') };
  },
};

/** Nest loads the whole class-validator in a pipe that the product replaces with its own. */
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
    // An import that is not found, or that its module lacks, fails the build rather than the start.
    onLog(level, log) {
      if (level !== 'debug') throw new Error(log.message);
    },
  });
  await bundled.write({
    dir: join(root, 'dist/apps/backend/src'),
    format: 'esm',
    sourcemap: true,
    // Chunks are next to the entries: code finds the pages relative to its own file.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
  });
  await bundled.close();
}
