const { dirname, isAbsolute, join } = require('node:path');

const { run, modules } = globalThis[Symbol.for('gos.bundles')];

/**
 * Loads a file of the bundled libraries or sources, as `require` does. Jest would compile it again for each file of tests, and read all of
 * it for the names that it exports.
 */
module.exports = function load(file) {
  const known = modules.get(file);
  if (known) return known.exports;
  const module = { exports: {} };
  const folder = dirname(file);
  const requireHere = (path) => {
    if (path.startsWith('.')) return load(join(folder, path));
    return isAbsolute(path) ? load(path) : require(path);
  };
  Object.assign(requireHere, { cache: require.cache, main: require.main, resolve: require.resolve });
  modules.set(file, module);
  try {
    run(file).call(module.exports, module.exports, requireHere, module, file, folder);
  } catch (error) {
    modules.delete(file);
    throw error;
  }
  return module.exports;
};
