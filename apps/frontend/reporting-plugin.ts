import type { Plugin } from 'vite';

const rate = (given: unknown) => Number(given ?? 0) || 0;

/** Writes the error-reporting address of a build next to the bundle, so that the back end can allow it in its CSP. */
export function builtReporting(): Plugin {
  let env: Readonly<Record<string, unknown>> = {};
  return {
    name: 'gos-built-reporting',
    apply: 'build',
    configResolved(config) {
      env = config.env;
    },
    generateBundle() {
      if (!env.VITE_SENTRY_DSN) return;
      const settings = {
        endpoint: env.VITE_SENTRY_DSN,
        replaysSessionSampleRate: rate(env.VITE_SENTRY_REPLAYS_SESSION_SAMPLE_RATE),
        replaysOnErrorSampleRate: rate(env.VITE_SENTRY_REPLAYS_ON_ERROR_SAMPLE_RATE),
      };
      this.emitFile({ type: 'asset', fileName: 'reporting.json', source: JSON.stringify(settings) });
    },
  };
}
