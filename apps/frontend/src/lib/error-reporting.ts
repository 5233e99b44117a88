import { type ErrorReportingConfig, type RuntimeConfig, runtimeConfig } from './runtime-config';

type Report = (error: unknown) => void;

/** The most errors that are kept until the library has loaded. */
const maxWaiting = 10;
const waiting: unknown[] = [];
let report: Report | null = null;
let wanted = false;

/** Sends an error to the configured service, if there is one. */
export function reportError(error: unknown): void {
  if (report) report(error);
  else if (wanted && waiting.length < maxWaiting) waiting.push(error);
}

export const reportsErrors = ({ mode, errorReporting }: RuntimeConfig): boolean =>
  mode !== 'development' && errorReporting.endpoint !== null;

const loadReporter = () => import('./error-reporter');

/** Loads the library, only where an endpoint is configured. Errors that happen before it has loaded are sent then. */
export async function startErrorReporting(
  config = runtimeConfig(),
  load: () => Promise<{ startReporter(settings: ErrorReportingConfig): Report }> = loadReporter,
): Promise<void> {
  if (!reportsErrors(config)) return;
  wanted = true;
  const early = new AbortController();
  window.addEventListener('error', ({ error }) => reportError(error), early);
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason), early);
  try {
    const { startReporter } = await load();
    report = startReporter(config.errorReporting);
    for (const error of waiting.splice(0)) report(error);
  } catch {
    wanted = false;
    waiting.length = 0;
  } finally {
    early.abort();
  }
}

/** Stops reporting; for tests. */
export function stopErrorReporting(): void {
  report = null;
  wanted = false;
  waiting.length = 0;
}
