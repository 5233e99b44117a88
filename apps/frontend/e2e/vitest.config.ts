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
    // A busy machine is slow, not wrong: where many things share it, a journey is tried once more, and the report says "retry x1".
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
