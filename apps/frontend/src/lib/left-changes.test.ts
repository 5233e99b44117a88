import { serve } from '../testing/server';
import { api } from './api';
import { runSignOutHandlers } from './sign-out';

const leave = () => window.dispatchEvent(new Event('pagehide'));
const hang = () => new Promise<never>(() => {});

it('sends changes without an answer once more when the page is left, as the same ones', async () => {
  serve({ 'POST /tasks/1/comments': () => hang(), 'POST /tasks/2/comments': () => ({ id: 1 }) });
  await api.send('POST', '/tasks/2/comments', { text: 'Odpovězeno' });
  const sent = vi.spyOn(globalThis, 'fetch');
  void api.send(
    'POST',
    '/tasks/1/comments',
    { text: 'Na cestě' },
    { ifMatch: 3, signal: new AbortController().signal },
  );
  leave();
  const [first, again] = sent.mock.calls.map(([address, init]) => ({ address, ...init }));
  expect(sent).toHaveBeenCalledTimes(2);
  expect(again).toEqual({ ...first, signal: null, keepalive: true });
  expect(again?.headers).toMatchObject({ 'Idempotency-Key': expect.any(String), 'If-Match': '"3"' });
  runSignOutHandlers();
});

it('sends no more than browsers take, nothing of a sign-in, and nothing of who has signed out', () => {
  serve({ 'POST /tasks/1/comments': () => hang(), 'POST /auth/login': () => hang() });
  const sent = vi.spyOn(globalThis, 'fetch');
  void api.send('POST', '/auth/login', {});
  void api.send('POST', '/tasks/1/comments', { text: 'první' });
  void api.send('POST', '/tasks/1/comments', { text: 'ř'.repeat(31_000) });
  void api.send('POST', '/tasks/1/comments', { text: 'poslední' });
  sent.mockClear();
  leave();
  expect(sent.mock.calls.map(([, init]) => init?.body)).toEqual(['{"text":"první"}', '{"text":"poslední"}']);
  sent.mockClear();
  runSignOutHandlers();
  leave();
  expect(sent).not.toHaveBeenCalled();
});
