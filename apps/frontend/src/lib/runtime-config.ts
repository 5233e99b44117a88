/** The installation's settings for the browser, from /config.js, falling back to the build's defaults. */
export interface RuntimeConfig {
  readonly mode: 'production' | 'test' | 'development';
  readonly timeZone: string;
  readonly country: string;
  readonly currency: string;
  readonly registration: 'open' | 'invite' | 'off';
}

declare global {
  interface Window {
    __GOS_CONFIG__?: Partial<RuntimeConfig>;
  }
}

const defaults: RuntimeConfig = {
  mode: import.meta.env.DEV ? 'development' : 'production',
  timeZone: 'Europe/Prague',
  country: 'CZ',
  currency: 'CZK',
  registration: 'open',
};

export function runtimeConfig(): RuntimeConfig {
  return { ...defaults, ...window.__GOS_CONFIG__ };
}
