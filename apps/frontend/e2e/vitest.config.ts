import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Journeys: a real browser on the real server. Each file has its own of both. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-e2e'),
  test: {
    environment: 'node',
    globals: true,
    include: ['*.e2e.ts'],
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Only where a run says so: what needs a second try is a fault to find, and is named at the run's end.
    retry: process.env.TEST_SECOND_TRY === 'true' ? 1 : 0,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
