import { runtimeConfig } from './runtime-config';

afterEach(() => {
  delete window.__GOS_CONFIG__;
});

const reporting = {
  endpoint: 'https://key@errors.example/1',
  environment: 'pilot',
  tracesSampleRate: 0.5,
  replaysSessionSampleRate: 0,
  replaysOnErrorSampleRate: 0,
  sendDefaultPii: true,
};

it('falls back to the defaults of the build, which report no errors and have every rate at 0', () => {
  expect(runtimeConfig()).toMatchObject({
    timeZone: 'Europe/Prague',
    currency: 'CZK',
    registration: 'open',
    errorReporting: {
      endpoint: null,
      tracesSampleRate: 0,
      replaysSessionSampleRate: 0,
      replaysOnErrorSampleRate: 0,
      sendDefaultPii: false,
    },
  });
});

it('takes what the installation says', () => {
  window.__GOS_CONFIG__ = { mode: 'test', currency: 'EUR', errorReporting: reporting };
  expect(runtimeConfig()).toMatchObject({ mode: 'test', currency: 'EUR', country: 'CZ', errorReporting: reporting });
});
