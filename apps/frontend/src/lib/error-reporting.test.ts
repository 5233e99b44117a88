import { reportError, reportsErrors, startErrorReporting, stopErrorReporting } from './error-reporting';
import { runtimeConfig } from './runtime-config';
import { traceTargets } from './trace-targets';

const configured = {
  ...runtimeConfig(),
  mode: 'production' as const,
  errorReporting: { ...runtimeConfig().errorReporting, endpoint: 'https://key@errors.example/1' },
};

afterEach(stopErrorReporting);

it('needs an endpoint, and never reports in development', () => {
  expect(reportsErrors(configured)).toBe(true);
  expect(reportsErrors({ ...configured, mode: 'test' })).toBe(true);
  expect(reportsErrors({ ...configured, mode: 'development' })).toBe(false);
  expect(reportsErrors(runtimeConfig())).toBe(false);
});

it('does not load the library without an endpoint', async () => {
  const load = vi.fn();
  await startErrorReporting(runtimeConfig(), load);
  reportError(new Error('nobody hears'));
  expect(load).not.toHaveBeenCalled();
});

it('reports what failed before the library was here, then everything', async () => {
  const heard: unknown[] = [];
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const startReporter = vi.fn(() => (error: unknown) => heard.push(error));
  const started = startErrorReporting(configured, async () => {
    await arrived;
    return { startReporter };
  });
  window.dispatchEvent(new ErrorEvent('error', { error: 'early' }));
  reportError('shown');
  arrive();
  await started;
  reportError('late');
  expect(startReporter).toHaveBeenCalledWith(configured.errorReporting);
  expect(heard).toEqual(['early', 'shown', 'late']);
});

it('lives without a library that does not come', async () => {
  await startErrorReporting(configured, () => Promise.reject(new Error('blocked')));
  expect(() => reportError('lost')).not.toThrow();
});

it('tells the trace to own addresses and to this very machine only', () => {
  const told = (address: string) =>
    traceTargets().some((target) => (typeof target === 'string' ? address.startsWith(target) : target.test(address)));
  expect(told(`${window.location.origin}/api/tasks`)).toBe(true);
  expect(told('/api/tasks')).toBe(true);
  expect(told('http://localhost:4318/v1')).toBe(true);
  expect(told('//elsewhere.example/x')).toBe(false);
  expect(told('https://elsewhere.example/?to=localhost')).toBe(false);
});
