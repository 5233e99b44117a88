/** Whether `npm run test:full` runs: tests that try many cases of the same kind try all of them there, and a sample elsewhere. */
export const isFull = process.env.TEST_FULL !== undefined;

/** All of them in `npm run test:full`, elsewhere the first of every `step`. */
export const sampled = <T>(all: readonly T[], step: number): readonly T[] =>
  isFull ? all : all.filter((_, index) => index % step === 0);
