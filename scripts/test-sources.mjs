// Our own sources for jest, in one file. It links every module of the product again for each file of tests, some 700 modules wherever the
// application is started. `bundleSources` builds that file once for each state of the sources, and `test-resolver.cjs` leads specs
// there. Each module still runs once, and not before it is imported. Source maps lead errors and debuggers to the sources.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { rolldown } from 'rolldown';
import { root } from './processes.mjs';
import { cache, facade, libraryTable } from './test-libraries.mjs';

const bundles = join(cache, 'sources');
const dayMs = 24 * 60 * 60 * 1_000;
const places = ['apps/backend/src', 'libs/contract/src', 'libs/domain/src', 'libs/projections/src'];
/** Files of tests, and files with a top-level await, which CommonJS lacks. */
const isLeftOut = (file) =>
  /\.(?:spec|contract|d)\.ts$|\/testing\/|\/apps\/backend\/src\/(?:main|start|cli\/main|cli\/run)\.ts$/.test(file);

const sourceFiles = () =>
  places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true })
      .map((name) => join(root, place, name))
      .filter((file) => file.endsWith('.ts') && !isLeftOut(file)),
  );

const outside = '\0outside:';

/** The bundler's view of our sources; libraries stay outside, each loaded when the first of our modules imports it. */
function ours(files, libraries, swc) {
  const known = new Set(files);

  function ownFile(specifier, importer) {
    const [, library, path = 'index'] = /^@gos\/(\w+)(?:\/(.*))?$/.exec(specifier) ?? [];
    if (library === undefined && !specifier.startsWith('.')) return null;
    const base = library ? join(root, 'libs', library, 'src', path) : join(dirname(importer), specifier);
    const found = [`${base}.ts`, join(base, 'index.ts'), base].find((one) => known.has(one));
    if (!found) throw new Error(`${importer} imports ${specifier}, which test-sources.mjs leaves out`);
    return found;
  }

  return {
    name: 'ours',
    resolveId(specifier, importer) {
      if (importer === undefined || known.has(specifier)) return specifier;
      if (importer.startsWith(outside) || specifier.startsWith('node:')) return { id: specifier, external: true };
      return ownFile(specifier, importer) ?? `${outside}${libraries.get(specifier) ?? specifier}`;
    },
    async load(file) {
      if (file.startsWith(outside)) {
        const path = file.slice(outside.length);
        const required = `require(${JSON.stringify(path)})`;
        const isBundled = path.startsWith(cache);
        // As in Node: the default of a library that is no ES module is all of it.
        const code = isBundled ? required : `{ ...${required}, default: ${required}, __esModule: true }`;
        return { code: `module.exports = ${code};`, moduleType: 'js' };
      }
      if (!known.has(file)) return null;
      const { code, map } = await transform(readFileSync(file, 'utf8'), { ...swc, filename: file, sourceMaps: true });
      const meta = { url: pathToFileURL(file).href, dirname: dirname(file), filename: file };
      const own = code.replace(/\bimport\.meta\.(url|dirname|filename)\b/g, (_, name) => JSON.stringify(meta[name]));
      return { code: own, map, moduleType: 'js' };
    },
  };
}

/** The names that each file exports. */
function exportedNames(bundler) {
  const direct = new Map();
  bundler.moduleParsed = ({ id, code, exports }) => {
    const all = [...(code ?? '').matchAll(/^export \* from ["'](.+)["'];$/gm)].map(([, from]) => from);
    direct.set(id, { names: exports.filter((name) => name !== '*'), all });
  };
  const namesOf = (file) => {
    const { names, all } = direct.get(file);
    const further = all.flatMap((from) => namesOf(bundler.resolveId(from, file)));
    return [...new Set([...names, ...further.filter((name) => name !== 'default')])];
  };
  return namesOf;
}

async function build(made, folder, swc, files) {
  const entry = join(made, 'entry.cjs');
  const getters = files.map((file, index) => `  ${index}: () => require(${JSON.stringify(file)}),`);
  writeFileSync(entry, ['module.exports = {', ...getters, '};', ''].join('\n'));
  const libraries = Object.entries(JSON.parse(libraryTable()).files);
  const commonJs = libraries.map(([specifier, file]) => [specifier, file.replace(/mjs$/, 'cjs')]);
  const bundler = ours(files, new Map(commonJs), swc);
  const namesOf = exportedNames(bundler);
  const bundle = await rolldown({
    input: { sources: entry },
    platform: 'node',
    treeshake: false,
    logLevel: 'silent',
    plugins: [bundler],
  });
  await bundle.write({
    dir: made,
    format: 'cjs',
    // Each module runs when the first other one imports it.
    strictExecutionOrder: true,
    codeSplitting: false,
    keepNames: true,
    sourcemap: true,
    entryFileNames: '[name].cjs',
  });
  for (const [index, file] of files.entries()) {
    writeFileSync(join(made, `${index}.mjs`), facade(namesOf(file), join(folder, 'sources.cjs'), `[${index}]()`));
  }
  const facades = files.map((file, index) => [file, join(folder, `${index}.mjs`)]);
  writeFileSync(join(made, 'sources.json'), JSON.stringify({ files: Object.fromEntries(facades) }));
}

/** Removes bundles that no run has used for a day. A running run keeps its own, even when a source is edited meanwhile. */
function removeOld() {
  for (const name of readdirSync(bundles)) {
    const old = join(bundles, name);
    if (Date.now() - statSync(old).mtimeMs > dayMs) rmSync(old, { recursive: true, force: true });
  }
}

/**
 * Builds missing bundles. Resolves with the table of the bundled file of each source. Throws the bundler's errors.
 * @param swc the options of our sources' compiler
 */
export async function bundleSources(swc) {
  const files = sourceFiles();
  const hash = createHash('sha256').update(libraryTable()).update(JSON.stringify(swc)).update(String(facade));
  for (const file of [import.meta.filename, ...files]) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  const folder = join(bundles, hash.digest('hex').slice(0, 32));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
  } else {
    mkdirSync(bundles, { recursive: true });
    removeOld();
    const made = mkdtempSync(`${folder}-`);
    await build(made, folder, swc, files);
    try {
      renameSync(made, folder);
    } catch (error) {
      // Another run has built the same bundle.
      rmSync(made, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return join(folder, 'sources.json');
}
