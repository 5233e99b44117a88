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
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
  },
});
