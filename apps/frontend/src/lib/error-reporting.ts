import { type ErrorReportingConfig, type RuntimeConfig, runtimeConfig } from './runtime-config';

type Report = (error: unknown) => void;

/** Errors until the library is here; more of them say nothing new. */
const maxWaiting = 10;
const waiting: unknown[] = [];
let report: Report | null = null;
let wanted = false;

/** Tells the configured service, if there is one. */
export function reportError(error: unknown): void {
  if (report) report(error);
  else if (wanted && waiting.length < maxWaiting) waiting.push(error);
}

export const reportsErrors = ({ mode, errorReporting }: RuntimeConfig): boolean =>
  mode !== 'development' && errorReporting.endpoint !== null;

const loadReporter = () => import('./error-reporter');

/** The library comes only where an endpoint is configured, after the first screen; what fails before it is kept for it. */
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

/** Forgets the service. */
export function stopErrorReporting(): void {
  report = null;
  wanted = false;
  waiting.length = 0;
}
