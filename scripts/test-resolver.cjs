const { readFileSync } = require('node:fs');
const { isAbsolute, join, sep } = require('node:path');

const filesOf = (table) => JSON.parse(readFileSync(table, 'utf8')).files;
const libraries = filesOf(join(__dirname, '../.cache/libraries/libraries.json'));
const sources = filesOf(process.env.TEST_SOURCES);

/** Leads the imports of our sources to the bundled libraries and sources, see `test-libraries.mjs` and `test-sources.mjs`. */
module.exports = (request, options) => {
  if (options.basedir.includes(`${sep}node_modules${sep}`)) return options.defaultResolver(request, options);
  if (request === 'gos-test-loader') return join(__dirname, 'test-loader.cjs');
  if (libraries[request]) return libraries[request];
  const path = isAbsolute(request) ? request : request.startsWith('.') ? join(options.basedir, request) : null;
  const source = path && (sources[`${path}.ts`] ?? sources[join(path, 'index.ts')] ?? sources[path]);
  return source ?? options.defaultResolver(request, options);
};
