// Retries only on request. A test that needs a second try has a fault, and the end of the run names it.
if (process.env.TEST_SECOND_TRY === 'true') {
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
}
