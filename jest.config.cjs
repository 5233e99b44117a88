/** Options of the compiler. */
const swc = {
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

const config = {
  cacheDirectory: '<rootDir>/.cache/jest',
  testEnvironment: '<rootDir>/scripts/test-environment.cjs',
  roots: [
    '<rootDir>/apps/backend/src',
    '<rootDir>/apps/bench/src',
    '<rootDir>/apps/demo/src',
    '<rootDir>/apps/eventstoredb/src',
    '<rootDir>/libs',
    '<rootDir>/scripts',
  ],
  testRegex: '\\.spec\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@gos/contract$': '<rootDir>/libs/contract/src/index.ts',
    '^@gos/contract/(.*)$': '<rootDir>/libs/contract/src/$1',
    '^@gos/domain$': '<rootDir>/libs/domain/src/index.ts',
    '^@gos/domain/(.*)$': '<rootDir>/libs/domain/src/$1',
    '^@gos/projections$': '<rootDir>/libs/projections/src/index.ts',
    '^@gos/projections/(.*)$': '<rootDir>/libs/projections/src/$1',
  },
  resolver: '<rootDir>/scripts/test-resolver.cjs',
  transform: { '^.+\\.ts$': ['@swc/jest', swc] },
  // A limit for tests that hang. Busy machines slow every other test down many times over.
  testTimeout: 300_000,
  setupFilesAfterEnv: ['<rootDir>/scripts/jest-setup.cjs'],
  // Many tests wait for processes, servers and timers: one worker more than two cores keeps both busy.
  maxWorkers: 3,
  // Modules of a file that ran stay in memory, some 30 MB each time. Towards the end tests took ten times as long, collecting garbage.
  workerIdleMemoryLimit: 1.5 * 1024 ** 3,
};

module.exports = async () => {
  const { bundleLibraries } = await import('./scripts/test-libraries.mjs');
  const { bundleSources } = await import('./scripts/test-sources.mjs');
  await bundleLibraries();
  // For the resolver, here and in the workers.
  process.env.TEST_SOURCES = await bundleSources(swc);
  return config;
};
