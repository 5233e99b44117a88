import { browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react';
import type { ErrorReportingConfig } from './runtime-config';
import { traceTargets } from './trace-targets';

/** Nothing that names a person or shows what they typed, unless the setting wants it. */
const nothingPersonal = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
};

/** Its file is loaded when it is needed. @public */
export function startReporter(settings: ErrorReportingConfig): (error: unknown) => void {
  const { endpoint, environment, sendDefaultPii } = settings;
  const { tracesSampleRate, replaysSessionSampleRate, replaysOnErrorSampleRate } = settings;
  init({
    dsn: endpoint ?? undefined,
    environment,
    tracesSampleRate,
    replaysSessionSampleRate,
    replaysOnErrorSampleRate,
    tracePropagationTargets: traceTargets(),
    ...(!sendDefaultPii && { dataCollection: nothingPersonal }),
    integrations: [
      ...(tracesSampleRate > 0 ? [browserTracingIntegration()] : []),
      ...(replaysSessionSampleRate + replaysOnErrorSampleRate > 0 ? [replayIntegration()] : []),
    ],
  });
  return captureException;
}
