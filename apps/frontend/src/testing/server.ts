import type { MeAnswer, Page, TaskCounts } from '@gos/contract';

export interface Call {
  readonly method: string;
  /** Path without `/api`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers a body, a whole Response, or a promise of one. */
export type Handler = (call: Call) => unknown;
export type Handlers = Readonly<Record<string, Handler>>;

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const problem = (status: number, code: string, more: object = {}): Response =>
  json(status, { type: 'about:blank', title: code, status, code, detail: '', ...more });

export const jan: MeAnswer = {
  id: 1,
  name: 'Jan Novák',
  email: 'jan@example.cz',
  phone: null,
  role: 'admin',
  positions: [],
  attendance: false,
  active: true,
  avatarUrl: null,
  hourlyRate: null,
  revision: 1,
  language: 'cs',
  calendarUrl: null,
  password: 'own',
  secondStep: 'off',
  mayCreateProjects: true,
  projects: {},
  areas: {},
  hiddenAreas: [],
};

const counts: TaskCounts = { 'to-complete': 7, given: 3, 'to-accept': 2, notified: 0, planned: 1 };

export const pageOf = <T>(items: readonly T[]): Page<T> => ({ items, total: items.length, page: 1, pageSize: 25 });

/** Returns pages of the current items, oldest first unless the request wants the newest first. */
export const pagesOf =
  <T>(items: readonly T[]) =>
  ({ query }: Call): Page<T> => {
    const [page, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 25)];
    const ordered = query.get('sort') === '-at' ? items.toReversed() : items;
    return { items: ordered.slice((page - 1) * pageSize, page * pageSize), total: items.length, page, pageSize };
  };

/** Requests of every signed-in screen. */
export const signedIn: Handlers = {
  'GET /me': () => jan,
  'GET /health/ready': () => ({ status: 'ok' }),
  'GET /tasks': () => pageOf([]),
  'GET /tasks/counts': () => counts,
  'GET /projects': () => pageOf([]),
  'GET /me/changes': () => ({ items: [] }),
  'GET /me/notifications': () => ({ ...pageOf([]), unread: 0 }),
  'GET /me/sessions': () => pageOf([]),
  'GET /me/tokens': () => pageOf([]),
  'GET /tasks/:id/mute': () => ({ muted: false }),
  'GET /work/active': () => null,
  'GET /work/entries': () => pageOf([]),
  'GET /presence': () => pageOf([]),
  'GET /positions': () => pageOf([]),
  'GET /settings': () => ({
    workingDays: { value: [1, 2, 3, 4, 5], locked: false },
    breakMinutes: { value: 0, locked: false },
    breakAfterHours: { value: 6, locked: false },
    exportRounding: { value: 'none', locked: false },
    brandName: { value: 'Gos', locked: false },
  }),
  'GET /attendance/holidays': () => ({ items: [] }),
  'GET /users/avatars': () => ({ items: [] }),
  'GET /users/alike': () => ({ items: [] }),
  'GET /me/preferences/:key': () => ({ value: null }),
  'PUT /me/preferences/:key': ({ body }) => body,
  // The profile requests them.
  'GET /me/totp': () => ({ active: false, since: null, lost: false }),
  'GET /me/passkeys': () => ({ items: [], available: true }),
  'GET /users/:id/second-step': () => ({ methods: [] }),
  'GET /me/email': () => ({ email: 'jan@example.cz', pending: null }),
  'GET /me/identities': () => ({ items: [] }),
  'GET /me/recovery-codes': () => ({ left: 0, madeAt: null }),
};

/** The sign-in requests this; most tests have no providers, so it is not among the recorded calls. */
const unasked: Handlers = { 'GET /auth/sso': () => ({ items: [] }) };

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`).test(path);

/** Stands in for the server at `fetch`; a call without a handler fails the test. */
export function serve(handlers: Handlers): readonly Call[] {
  const calls: Call[] = [];
  const known = Object.entries(handlers);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const url = new URL(address, window.location.origin);
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    const name = `${call.method} ${call.path}`;
    if (unasked[name] && !handlers[name]) return json(200, unasked[name](call));
    calls.push(call);
    const handler = handlers[name] ?? known.find(([pattern]) => matches(pattern, name))?.[1];
    if (!handler) {
      unknownCalls.push(name);
      throw new Error(`unknown call: ${name}`);
    }
    const answer = await handler(call);
    return answer instanceof Response ? answer : json(200, answer);
  });
  return calls;
}

/** Looked at after each test. */
export const unknownCalls: string[] = [];
