// Libraries for jest. It loads every module of every library again for each file of tests, some 2,500 modules and 4 seconds of processor
// time wherever the application is started. `bundleLibraries` puts those that the back end imports into few files, once for each state of
// package-lock.json and of the imports; `test-resolver.cjs` leads our sources there.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './processes.mjs';

/** `npm run test:full` shares this folder between two copies of the project. */
mkdirSync(join(root, '.cache'), { recursive: true });
export const cache = realpathSync(join(root, '.cache'));
const folder = join(cache, 'libraries');
const sources = ['apps/backend/src', 'apps/eventstoredb/src', 'libs'];
/** Each loads native code from a fixed place. */
const native = ['argon2', 'better-sqlite3', 'better-sqlite3-13', 'sharp'];
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function importedLibraries() {
  const found = new Set();
  for (const source of sources) {
    for (const name of readdirSync(join(root, source), { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
      const text = readFileSync(join(root, source, name), 'utf8');
      for (const [, specifier] of text.matchAll(/(?:from |import |import\()'([@a-z][\w@/.-]*)'/g)) {
        found.add(specifier);
      }
    }
  }
  const isBundled = (specifier) => {
    const library = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
    const isInstalled = existsSync(join(root, 'node_modules', library));
    return isInstalled && !native.includes(library) && !(library in devDependencies);
  };
  return [...found].filter(isBundled).sort();
}

/** Resolves the same files as Node. */
const resolve = { mainFields: ['main'] };

/** The names that a library exports, even of a CommonJS library, whose names a bundler does not see. */
const exported = async (specifier) =>
  Object.keys(await import(specifier)).filter((name) => /^[\w$]+$/.test(name) && name !== '__esModule');

/**
 * Returns an ES module that re-exports names of a module in a bundle. Modules of one graph that are imported at the same time confuse
 * jest, unless they are CommonJS.
 * @param file the bundle's
 * @param path from the bundle's exports to the module
 */
export function facade(names, file, path = '') {
  const constants = names.map((name, index) => `const $${index} = $module.${name};`);
  const exported = names.map((name, index) => `$${index} as ${name}`).join(', ');
  const module = `const $module = $load(${JSON.stringify(file)})${path};`;
  return ["import $load from 'gos-test-loader';", module, ...constants, `export { ${exported} };`, ''].join('\n');
}

/** JSON with the bundled file of each import of a library; a file with the same content in CommonJS is next to it. */
export const libraryTable = () => readFileSync(join(folder, 'libraries.json'), 'utf8');

/** Builds missing bundles and returns nothing; `libraries.json` has the file of each import. Throws the bundler's errors. */
export async function bundleLibraries() {
  const specifiers = importedLibraries();
  const key = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(cache)
    .update(readFileSync(import.meta.filename))
    .update(specifiers.join())
    .digest('hex');
  const table = join(folder, 'libraries.json');
  if (existsSync(table) && JSON.parse(readFileSync(table, 'utf8')).key === key) return;
  const made = mkdtempSync(join(cache, 'libraries-'));
  const input = {};
  const files = {};
  for (const specifier of specifiers) {
    const name = specifier.replaceAll('/', '__');
    const names = await exported(specifier);
    input[name] = join(made, `${name}.entry.mjs`);
    files[specifier] = join(folder, `${name}.mjs`);
    writeFileSync(input[name], `export { ${names.join(', ')} } from '${specifier}';\n`);
    writeFileSync(join(made, `${name}.mjs`), facade(names, join(folder, `${name}.cjs`)));
  }
  const bundle = await rolldown({ input, platform: 'node', external: native, resolve, logLevel: 'silent' });
  await bundle.write({
    dir: made,
    format: 'cjs',
    exports: 'named',
    // A library may need another one to be imported first, as Nest needs reflect-metadata.
    strictExecutionOrder: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  });
  writeFileSync(join(made, 'libraries.json'), JSON.stringify({ key, files }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}
