// A busy machine is slow, not wrong: where many things share it, a test is tried once more, its first failure is shown and the sum names it.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
