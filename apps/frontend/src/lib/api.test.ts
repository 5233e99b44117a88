import { ApiProblem, api, onSessionEnded } from './api';
import { outage } from './outage';
import { allowReading, runSignOutHandlers } from './sign-out';

interface Call {
  readonly method: string;
  readonly address: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = Response | Error | DOMException;

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const problem = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { type: 'about:blank', title: code, status, code, detail: '' }, headers);

const noConnection = () => new TypeError('Failed to fetch');

/** Answers in order by address; what is not foreseen is an error. */
function serve(replies: Record<string, (() => Reply)[]>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    calls.push({
      method,
      address,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    const reply = replies[`${method} ${address}`]?.shift();
    if (!reply) throw new Error(`unknown call: ${method} ${address}`);
    const answer = reply();
    if (answer instanceof Response) return answer;
    throw answer;
  });
  return calls;
}

const caught = (promise: Promise<unknown>): Promise<ApiProblem> =>
  promise.then(
    () => {
      throw new Error('was not refused');
    },
    (error: ApiProblem) => error,
  );

afterEach(() => onSessionEnded(() => Promise.reject(new Error('nobody asks for the sign-in')))());

describe('reading', () => {
  it('ends with a sign-out, or the server would refuse it; changes go on', () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    vi.stubGlobal('fetch', (_: string, init: RequestInit = {}) => {
      signals.push(init.signal);
      return new Promise(() => {});
    });
    const own = new AbortController();
    void api.get('/presence');
    void api.get('/tasks', { signal: own.signal });
    void api.send('POST', '/tasks', { name: 'Kolo' });
    runSignOutHandlers();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, undefined]);
    expect(own.signal.aborted).toBe(false);
  });

  it('puts parameters into the address, lists repeated and nothing for what is missing', async () => {
    const calls = serve({
      'GET /api/tasks?list=given&state=created&state=assigned&page=2': [() => json(200, { items: [] })],
    });
    const params = { list: 'given', state: ['created', 'assigned'], page: 2, q: undefined, sort: null };
    expect(await api.get('/tasks', { params })).toEqual({ items: [] });
    expect(calls[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('gives a refusal with its code, status and fields', async () => {
    const errors = [{ path: 'name', code: 'task.name.too-short', message: 'x' }];
    serve({ 'GET /api/me': [() => json(422, { status: 422, code: 'validation.failed', errors })] });
    const refused = await caught(api.get('/me'));
    expect(refused).toBeInstanceOf(ApiProblem);
    expect([refused.status, refused.code, refused.errors]).toEqual([422, 'validation.failed', errors]);
  });

  it('calls an answer that is no JSON a failure with its status', async () => {
    serve({ 'GET /api/me': [() => new Response('<html>Bad Gateway', { status: 502 })] });
    const refused = await caught(api.get('/me'));
    expect([refused.status, refused.code]).toEqual([502, 'request.failed']);
  });

  it('does not turn an abandoned request into a failure', async () => {
    serve({ 'GET /api/me': [() => new DOMException('', 'AbortError')] });
    expect(await caught(api.get('/me'))).toMatchObject({ name: 'AbortError' });
  });
});

describe('changing', () => {
  it('carries the header, a key, the revision and the body', async () => {
    const calls = serve({ 'PATCH /api/tasks/7': [() => json(200, { id: 7 })] });
    await api.send('PATCH', '/tasks/7', { name: 'abc' }, { ifMatch: 3 });
    const [call] = calls;
    expect(call?.headers.get('x-requested-with')).toBe('gos');
    expect(call?.headers.get('if-match')).toBe('"3"');
    expect(call?.headers.get('content-type')).toBe('application/json');
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{32,}$/);
    expect(call?.body).toEqual({ name: 'abc' });
  });

  it('answers nothing for an empty answer', async () => {
    serve({ 'DELETE /api/tasks/7': [() => new Response(null, { status: 204 })] });
    expect(await api.send('DELETE', '/tasks/7')).toBeUndefined();
  });

  it('is sent again with the same key when the connection is lost or the server asks for it', async () => {
    vi.useFakeTimers();
    const calls = serve({
      'POST /api/tasks': [
        noConnection,
        () => problem(503, 'store.unavailable', { 'retry-after': '2' }),
        () => json(201, { id: 1 }),
      ],
    });
    const created = api.send('POST', '/tasks', { name: 'abc' });
    await vi.advanceTimersByTimeAsync(299);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(await created).toEqual({ id: 1 });
    expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it.each(['event.damaged', 'store.damaged'] as const)(
    'is not sent again where %s, which is no outage',
    async (code) => {
      const calls = serve({ 'POST /api/tasks': [() => problem(503, code)] });
      await expect(api.send('POST', '/tasks', { name: 'abc' })).rejects.toMatchObject({ problem: { code } });
      expect(calls).toHaveLength(1);
      expect(outage.kind).toBeNull();
    },
  );

  it('is sent again when one asked for too much at once, a few times, and then says so', async () => {
    vi.useFakeTimers();
    const crowded = () => problem(429, 'limit.requests', { 'retry-after': '1' });
    const calls = serve({
      'POST /api/tasks': [crowded, () => json(201, { id: 1 })],
      'GET /api/tasks': [crowded, crowded, crowded, crowded],
      'POST /api/auth/login': [() => problem(429, 'request.rate-limited', { 'retry-after': '1' })],
    });
    const created = api.send('POST', '/tasks', { name: 'abc' });
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await created).toEqual({ id: 1 });
    const read = api.get('/tasks').catch((error: ApiProblem) => error.code);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toBe('limit.requests');
    const signedIn = api.send('POST', '/auth/login', {}).catch((error: ApiProblem) => error.code);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await signedIn).toBe('request.rate-limited');
    expect(calls).toHaveLength(2 + 4 + 1);
  });

  it('still waits when Retry-After is a date', async () => {
    vi.useFakeTimers();
    const later = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' };
    const calls = serve({
      'POST /api/tasks': [() => problem(503, 'store.unavailable', later), () => json(201, { id: 1 })],
    });
    const created = api.send('POST', '/tasks', {});
    await vi.advanceTimersByTimeAsync(250);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await created).toEqual({ id: 1 });
  });

  it('gives up after four tries: no connection is a failure with status 0', async () => {
    vi.useFakeTimers();
    const calls = serve({ 'POST /api/tasks': [noConnection, noConnection, noConnection, noConnection, noConnection] });
    const refused = caught(api.send('POST', '/tasks', {}));
    await vi.runAllTimersAsync();
    expect(await refused).toMatchObject({ status: 0, code: 'request.failed' });
    expect(calls).toHaveLength(4);
  });
});

describe('an expired access', () => {
  const expired = () => problem(401, 'auth.required');

  it('is refreshed once for all parallel requests, which are then repeated', async () => {
    const calls = serve({
      'GET /api/me': [expired, () => json(200, { id: 1 })],
      'GET /api/tasks': [expired, () => json(200, { items: [] })],
      'POST /api/tasks': [expired, () => json(201, { id: 5 })],
      'POST /api/auth/refresh': [() => new Response(null, { status: 204 })],
    });
    expect(await Promise.all([api.get('/me'), api.get('/tasks'), api.send('POST', '/tasks', { name: 'abc' })])).toEqual(
      [{ id: 1 }, { items: [] }, { id: 5 }],
    );
    expect(calls.filter(({ address }) => address === '/api/auth/refresh')).toHaveLength(1);
    const keys = calls
      .filter(({ method, address }) => method === 'POST' && address === '/api/tasks')
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('is refreshed before the first request where the browser knows its end, so that nothing is refused', async () => {
    const expireIn = (access: number, refresh: number) => {
      for (const [name, ms] of Object.entries({ accessExpiration: access, refreshExpiration: refresh })) {
        // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
        document.cookie = `${name}=${Date.now() + ms}; path=/`;
      }
    };
    expireIn(-1_000, 60_000);
    const calls = serve({
      'GET /api/me': [() => json(200, { id: 1 }), expired, () => json(200, { id: 1 })],
      'GET /api/tasks': [() => json(200, { items: [] })],
      'POST /api/auth/refresh': [
        () => {
          expireIn(60_000, 60_000);
          return new Response(null, { status: 204 });
        },
        () => new Response(null, { status: 204 }),
      ],
    });
    await Promise.all([api.get('/me'), api.get('/tasks')]);
    expect(calls.map(({ address }) => address).sort()).toEqual(['/api/auth/refresh', '/api/me', '/api/tasks']);
    expect(calls[0]?.address).toBe('/api/auth/refresh');
    // A session that is known to have ended is not refreshed ahead.
    expireIn(-1_000, -1_000);
    calls.length = 0;
    await api.get('/me');
    expect(calls.map(({ address }) => address)).toEqual(['/api/me', '/api/auth/refresh', '/api/me']);
  });

  it('asks for the sign-in when it cannot be refreshed, and repeats the change afterwards', async () => {
    let signIn: () => void = () => undefined;
    const asked = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          signIn = resolve;
        }),
    );
    onSessionEnded(asked);
    const calls = serve({
      'POST /api/tasks': [expired, () => json(201, { id: 5 })],
      'POST /api/auth/refresh': [() => problem(401, 'auth.session-ended')],
    });
    const created = api.send('POST', '/tasks', { name: 'typed' });
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    signIn();
    expect(await created).toEqual({ id: 5 });
    expect(calls.at(-1)?.body).toEqual({ name: 'typed' });
  });

  it('is refreshed though the server is away for a moment', async () => {
    vi.useFakeTimers();
    const calls = serve({
      'GET /api/me': [expired, () => json(200, { id: 1 })],
      'POST /api/auth/refresh': [noConnection, () => problem(502, 'request.failed'), () => json(200, { id: 1 })],
    });
    const answered = api.get('/me');
    await vi.runAllTimersAsync();
    expect(await answered).toEqual({ id: 1 });
    expect(calls.filter(({ address }) => address === '/api/auth/refresh')).toHaveLength(3);
  });

  it('is refused once nobody is there to ask for the sign-in', async () => {
    const stop = onSessionEnded(() => new Promise(() => undefined));
    stop();
    serve({
      'GET /api/me': [expired],
      'POST /api/auth/refresh': [() => problem(401, 'auth.session-ended')],
    });
    expect(await caught(api.get('/me'))).toMatchObject({ status: 401 });
  });

  it('does not ask for the sign-in when the refresh could not reach the server', async () => {
    vi.useFakeTimers();
    const asked = vi.fn(async () => undefined);
    onSessionEnded(asked);
    serve({
      'GET /api/me': [expired],
      'POST /api/auth/refresh': [noConnection, noConnection, noConnection, noConnection, noConnection],
    });
    const refused = caught(api.get('/me'));
    await vi.runAllTimersAsync();
    expect(await refused).toMatchObject({ status: 0, code: 'request.failed' });
    expect(asked).not.toHaveBeenCalled();
  });

  it('is not begun anew while it is still being refreshed: a late refusal would end the new one', async () => {
    const order: string[] = [];
    let refuseIt: (answer: Response) => void = () => undefined;
    const refused = new Promise<Response>((resolve) => {
      refuseIt = resolve;
    });
    vi.stubGlobal('fetch', (address: string) => {
      order.push(address);
      if (address === '/api/auth/login') return Promise.resolve(json(200, { id: 1 }));
      return address === '/api/auth/refresh' ? refused : Promise.resolve(expired());
    });
    const asked = vi.fn(() => new Promise<void>(() => undefined));
    onSessionEnded(asked);
    void api.get('/me');
    await vi.waitFor(() => expect(order).toEqual(['/api/me', '/api/auth/refresh']));
    const entered = api.send('POST', '/auth/login', {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(order).toHaveLength(2);
    refuseIt(problem(401, 'auth.session-ended'));
    await entered;
    expect(order.at(-1)).toBe('/api/auth/login');
    expect(asked).toHaveBeenCalledOnce();
    runSignOutHandlers();
    allowReading();
  });

  it.each(['locks', 'no locks'])('is begun anew after a while though a refresh lasts, with %s', async (how) => {
    vi.useFakeTimers();
    const never = new Promise<never>(() => {});
    const request = (_: string, { signal }: LockOptions) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    if (how === 'locks') vi.stubGlobal('navigator', { locks: { request } });
    vi.stubGlobal('fetch', (address: string) => {
      if (address === '/api/auth/login') return Promise.resolve(json(200, { id: 1 }));
      return address === '/api/auth/refresh' ? never : Promise.resolve(expired());
    });
    if (how !== 'locks') void api.get('/me');
    await vi.advanceTimersByTimeAsync(10);
    const entered = api.send('POST', '/auth/login', {});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await entered).toEqual({ id: 1 });
    runSignOutHandlers();
    allowReading();
  });

  it('leaves a wrong password to the sign-in screen', async () => {
    const calls = serve({ 'POST /api/auth/login': [() => problem(401, 'auth.credentials')] });
    expect(await caught(api.send('POST', '/auth/login', {}))).toMatchObject({ status: 401, code: 'auth.credentials' });
    expect(calls).toHaveLength(1);
  });
});

describe('who has left', () => {
  it('has nothing sent again in the name of the next one', async () => {
    vi.useFakeTimers();
    const calls = serve({ 'POST /api/tasks': [noConnection, () => json(201, { id: 1 })] });
    void api.send('POST', '/tasks', { name: 'abc' });
    await vi.advanceTimersByTimeAsync(100);
    runSignOutHandlers();
    await vi.runAllTimersAsync();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['an answer', () => json(200, { items: [] })],
    ['a refusal', () => problem(404, 'request.not-found')],
  ])('hears of %s no more', async (_, reply) => {
    vi.useFakeTimers();
    serve({ 'GET /api/tasks': [reply] });
    const settled = vi.fn();
    void api.get('/tasks').then(settled, settled);
    runSignOutHandlers();
    await vi.runAllTimersAsync();
    expect(settled).not.toHaveBeenCalled();
  });

  it('has nothing read while the screens are still shown; the sign-in and the next one read', async () => {
    const calls: string[] = [];
    vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit = {}) => {
      signal?.throwIfAborted();
      calls.push(address);
      return json(200, { items: [] });
    });
    runSignOutHandlers();
    await expect(api.get('/presence')).rejects.toMatchObject({ name: 'AbortError' });
    await api.get('/auth/sso');
    expect(calls).toEqual(['/api/auth/sso']);
    allowReading();
    await api.get('/presence');
    expect(calls).toEqual(['/api/auth/sso', '/api/presence']);
  });

  it('does not refresh the session of the next one', async () => {
    vi.useFakeTimers();
    const expired = () => problem(401, 'auth.required');
    const calls = serve({
      'GET /api/me': [expired, expired, () => json(200, { id: 2 })],
      'POST /api/auth/refresh': [noConnection, () => json(200, { id: 2 }), () => problem(401, 'auth.session-ended')],
    });
    void api.get('/me');
    await vi.advanceTimersByTimeAsync(100);
    runSignOutHandlers();
    allowReading();
    expect(await api.get('/me')).toEqual({ id: 2 });
    expect(calls.filter(({ address }) => address === '/api/auth/refresh')).toHaveLength(2);
  });
});
