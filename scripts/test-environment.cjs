const { AsyncLocalStorage } = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const { constants, Script } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** Compiled scripts of this process, by file: the next file of tests runs them without compiling. */
const scripts = new Map();

function scriptOf(file) {
  const known = scripts.get(file);
  if (known) return known;
  const code = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(file, 'utf8')}\n})`;
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const script = new Script(code, { filename: file, importModuleDynamically });
  scripts.set(file, script);
  return script;
}

/** Storages that the file of tests used. */
const storages = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...given) {
    storages.add(this);
    return original.apply(this, given);
  };
}

/** Node, and the bundles of libraries and sources, see `test-loader.cjs`. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const run = (file) => scriptOf(file).runInContext(this.getVmContext());
    this.global[Symbol.for('gos.bundles')] = { run, modules: new Map() };
  }

  async teardown() {
    // Node 20 copies the store of each used storage to each promise: without this every file of tests would slow down later ones.
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
};
