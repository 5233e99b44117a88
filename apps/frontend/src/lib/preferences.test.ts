import { waitFor } from '@testing-library/react';
import { problem, serve } from '../testing/server';
import { fetchPreference, preferenceOrNone, savePreference } from './preferences';
import { runSignOutHandlers } from './sign-out';

it('gives what was set meanwhile, and what the server keeps otherwise', async () => {
  const answers: ((value: unknown) => void)[] = [];
  serve({
    'GET /me/preferences/asked': () => new Promise((resolve) => answers.push(resolve)),
    'PUT /me/preferences/asked': () => ({ value: null }),
  });
  const asked = fetchPreference('asked');
  await waitFor(() => expect(answers).toHaveLength(1));
  savePreference('asked', ['new']);
  answers[0]?.({ value: ['old'] });
  expect(await asked).toEqual(['new']);
  const again = fetchPreference('asked');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.({ value: ['of another tab'] });
  expect(await again).toEqual(['of another tab']);
});

it('is as if nothing was kept when it cannot be read', async () => {
  serve({ 'GET /me/preferences/lost': () => problem(404, 'request.not-found') });
  expect(await preferenceOrNone('lost', (value) => value ?? 'none')).toBe('none');
});

it('stores the first of a row of changes at once and the last one after it', async () => {
  const calls = serve({ 'PUT /me/preferences/row': () => ({ value: null }) });
  for (const value of [1, 2, 3]) savePreference('row', value);
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ value: 1 }, { value: 3 }]), { timeout: 5_000 });
});

it('stores at once the last of what has no answer when the page is left', async () => {
  vi.useFakeTimers();
  const calls = serve({
    'PUT /me/preferences/left': () => ({ value: null }),
    'PUT /me/preferences/kept': () => ({ value: null }),
    'PUT /me/preferences/slow': () => new Promise(() => {}),
  });
  savePreference('kept', 'known');
  await vi.advanceTimersByTimeAsync(100);
  for (const value of ['first', 'last']) savePreference('left', value);
  savePreference('slow', 'only');
  const sent = vi.spyOn(globalThis, 'fetch');
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.mock.calls.map(([, init]) => [init?.keepalive, init?.body])).toEqual([
    [true, '{"value":"last"}'],
    [true, '{"value":"only"}'],
  ]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.filter(({ path }) => path.endsWith('/left')).map(({ body }) => body)).toEqual([
    { value: 'first' },
    { value: 'last' },
    { value: 'last' },
  ]);
  sent.mockClear();
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.mock.calls.map(([, init]) => init?.body)).toEqual(['{"value":"only"}']);
  vi.useRealTimers();
});

it('stores nothing for the next person of what the one before them set', async () => {
  vi.useFakeTimers();
  const calls = serve({ 'PUT /me/preferences/row': () => ({ value: null }) });
  for (const value of ['first', 'held back']) savePreference('row', value);
  await vi.advanceTimersByTimeAsync(100);
  runSignOutHandlers();
  for (const value of ['another', 'last']) savePreference('row', value);
  await vi.runAllTimersAsync();
  expect(calls.map(({ body }) => body)).toEqual([{ value: 'first' }, { value: 'another' }, { value: 'last' }]);
});
