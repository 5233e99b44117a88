/** How this browser reports errors; nowhere without an endpoint. */
export interface ErrorReportingConfig {
  readonly endpoint: string | null;
  readonly environment: string;
  /** 0 to 1 */
  readonly tracesSampleRate: number;
  readonly replaysSessionSampleRate: number;
  readonly replaysOnErrorSampleRate: number;
  readonly sendDefaultPii: boolean;
}

/** The installation's settings for the browser, from /config.js, falling back to the build's defaults. */
export interface RuntimeConfig {
  readonly mode: 'production' | 'test' | 'development';
  readonly timeZone: string;
  readonly country: string;
  readonly currency: string;
  readonly registration: 'open' | 'invite' | 'off';
  /** address of the source code of the version that runs here */
  readonly sourceUrl: string;
  /** what the product is called here */
  readonly brandName: string;
  /** Nobody has registered yet; `needed`: from here that takes the code that the installation prints. */
  readonly setup?: 'needed' | 'open';
  /** browsers send the session only over https */
  readonly needsHttps: boolean;
  readonly errorReporting: ErrorReportingConfig;
}

declare global {
  interface Window {
    __GOS_CONFIG__?: Partial<RuntimeConfig>;
  }
}

const mode = import.meta.env.DEV ? 'development' : 'production';
const build = import.meta.env;
const rate = (given: string | undefined) => Number(given ?? 0) || 0;

const defaults: RuntimeConfig = {
  mode,
  timeZone: 'Europe/Prague',
  country: 'CZ',
  currency: 'CZK',
  registration: 'open',
  sourceUrl: 'https://github.com/gos-work/gos',
  brandName: 'Gos',
  needsHttps: false,
  errorReporting: {
    endpoint: build.VITE_SENTRY_DSN || null,
    environment: build.VITE_SENTRY_ENVIRONMENT || mode,
    tracesSampleRate: rate(build.VITE_SENTRY_TRACES_SAMPLE_RATE),
    replaysSessionSampleRate: rate(build.VITE_SENTRY_REPLAYS_SESSION_SAMPLE_RATE),
    replaysOnErrorSampleRate: rate(build.VITE_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE),
    sendDefaultPii: build.VITE_SENTRY_SEND_DEFAULT_PII === 'true',
  },
};

export function runtimeConfig(): RuntimeConfig {
  const given = window.__GOS_CONFIG__;
  const reporting = given?.errorReporting;
  return {
    ...defaults,
    ...given,
    errorReporting: reporting?.endpoint ? reporting : defaults.errorReporting,
  };
}

/** Somebody has registered here, so that the next one is not the first person. */
export function forgetSetup(): void {
  const { setup: _, ...rest } = window.__GOS_CONFIG__ ?? {};
  window.__GOS_CONFIG__ = rest;
}

/** Whether a session that goes over https alone would be lost here, as the page came over http from elsewhere. */
export const losesSession = (): boolean => runtimeConfig().needsHttps && !window.isSecureContext;
