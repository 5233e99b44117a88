// Only where a run says so: what needs a second try is a fault to find, and is named at the run's end.
if (process.env.TEST_SECOND_TRY === 'true') {
  jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
}
