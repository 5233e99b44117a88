import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A clean checkout knows no times of an earlier run: without these names a long journey would begin, and end, last and alone. */
const longest = ['routes-', 'scripts-', 'abroad-', 'boards-', 'gestures-', 'connection-'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((name) => moduleId.includes(`/${name}`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Journeys: a real browser on the real server. Each file has a server of its own, and each person a browser's profile. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-e2e'),
  test: {
    environment: 'node',
    globals: true,
    include: ['*.e2e.ts'],
    // A journey waits for a third of its time: for an answer, a gesture that ends, an idle network. Two workers leave cores idle then.
    maxWorkers: 3,
    // Files share the browser, which takes a second to start.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Only where a run says so: what needs a second try is a fault to find, and is named at the run's end.
    retry: process.env.TEST_SECOND_TRY === 'true' ? 1 : 0,
    // Failures are reported in full, because only the message of a first try is kept.
    chaiConfig: { truncateThreshold: 0 },
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
