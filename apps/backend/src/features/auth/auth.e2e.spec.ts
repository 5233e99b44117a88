import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { People } from '../../shared/user/people';
import type { PersonData } from '../../shared/user/person';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, Person } from '../../testing/harness';
import { Passwords } from './common/passwords';

const password = 'correct horse';
const minute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00.000Z');

let gos: Harness;
const start = async (env: Record<string, string> = {}) => {
  gos = await Harness.start(env);
};
afterEach(() => gos.stop());

const at = (milliseconds: number) => gos.clock.set(new Date(milliseconds).toISOString());
const registration = (name: string, more: object = {}) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  password,
  passwordRepeat: password,
  ...more,
});
const register = (person: Person, name: string, more: object = {}) =>
  person.post('/api/auth/register', registration(name, more));
const login = (person: Person, email: string, typed = password) =>
  person.post('/api/auth/login', { email, password: typed });
const events = async () => {
  const log = gos.service<EventLog>(EVENT_LOG);
  return (await log.readAll(null, 100)).map(({ stream, type, data }) => ({ stream, type, data }));
};

describe('registration', () => {
  beforeEach(() => start());

  test('signs in; the first person is the admin, the next ones are members', async () => {
    const [jan, eva] = [gos.stranger(), gos.stranger()];
    const first = await register(jan, 'Jan');
    expect([first.status, first.body]).toEqual([201, { id: 1 }]);
    expect((await register(eva, 'Eva')).body).toEqual({ id: 2 });
    expect((await jan.get('/api/me')).body).toMatchObject({ id: 1, name: 'Jan', role: 'admin', language: 'cs' });
    expect((await eva.get('/api/me')).body).toMatchObject({ id: 2, name: 'Eva', role: 'member' });
    expect(await events()).toEqual([
      { stream: 'installation', type: 'InstallationFounded', data: { adminId: 1 } },
      { stream: 'user-1', type: 'UserRegistered', data: { userId: 1, role: 'admin' } },
      { stream: 'user-2', type: 'UserRegistered', data: { userId: 2, role: 'member' } },
    ]);
  });

  test('of several first ones at once exactly one is the admin', async () => {
    const people = ['Jan', 'Eva', 'Petr', 'Ivo'].map((name) => ({ name, browser: gos.stranger() }));
    const answers = await Promise.all(people.map(({ name, browser }) => register(browser, name)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(answers.map(({ body }) => body.id).sort()).toEqual([1, 2, 3, 4]);
    const roles = await Promise.all(people.map(async ({ browser }) => (await browser.get('/api/me')).body.role));
    expect(roles.sort()).toEqual(['admin', 'member', 'member', 'member']);
  });

  test('tells what is wrong, everything at once', async () => {
    const refused = async (body: object) => {
      const answer = await gos.stranger().post('/api/auth/register', body);
      expect(answer.status).toBe(422);
      return answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path}: ${code}`);
    };
    expect(await refused({})).toEqual([
      'name: validation.required',
      'email: validation.required',
      'password: validation.required',
      'passwordRepeat: validation.required',
    ]);
    const wrong = { name: '  ', email: 'jan', password: 'short', passwordRepeat: 'shorter', admin: true };
    expect((await refused(wrong)).sort()).toEqual([
      'admin: validation.unknown-field',
      'email: auth.email',
      'name: user.name.required',
      'password: auth.password.too-short',
      'passwordRepeat: auth.passwords-differ',
    ]);
    expect(await refused(registration('Jan', { password: '', passwordRepeat: '' }))).toEqual([
      'password: auth.fill-both',
      'passwordRepeat: auth.fill-both',
    ]);
    expect(await refused(registration('Jan', { passwordRepeat: 'correct horsE' }))).toEqual([
      'passwordRepeat: auth.passwords-differ',
    ]);
    const long = 'x'.repeat(201);
    expect(await refused(registration('Jan', { password: long, passwordRepeat: long }))).toEqual([
      'password: auth.password.too-long',
    ]);
    const common = 'Password1';
    expect(await refused(registration('Jan', { password: common, passwordRepeat: common }))).toEqual([
      'password: auth.password.common',
    ]);
    expect(await refused(registration('x'.repeat(101)))).toContain('name: validation.too-long');
    expect(await refused(registration('Jan', { name: 7 }))).toEqual(['name: validation.type']);
    expect(await events()).toEqual([]);
  });

  test('counts a password in code points', async () => {
    const emoji = '🐎'.repeat(8);
    const jan = gos.stranger();
    expect((await register(jan, 'Jan', { password: emoji, passwordRepeat: emoji })).status).toBe(201);
    expect((await login(gos.stranger(), 'jan@example.com', emoji)).status).toBe(200);
  });

  test('of a known e-mail is refused without saying so and takes no number', async () => {
    await register(gos.stranger(), 'Jan');
    for (const email of ['jan@example.com', ' JAN@Example.com ']) {
      const { status, body, headers } = await register(gos.stranger(), 'Eva', { email });
      expect([status, body.code, body.errors]).toEqual([422, 'auth.registration-refused', undefined]);
      expect(JSON.stringify(body)).not.toMatch(/mail|taken|exist|known/i);
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect((await register(gos.stranger(), 'Eva')).body).toEqual({ id: 2 });
  });

  test('twice at once with one e-mail makes one person', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => register(gos.stranger(), 'Jan')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  test('that a crash cut off is finished by the next sign-in', async () => {
    const passwordHash = await gos.service<Passwords>(Passwords).hash(password);
    const data = (name: string, admitted: boolean): PersonData => ({
      name,
      email: `${name}@example.com`,
      phone: null,
      language: 'cs',
      passwordHash,
      admitted,
      createdAt: '2026-11-21T12:00:00.000Z',
    });
    const people = gos.service<People>(People);
    for (const [index, name] of ['jan', 'eva'].entries()) await people.create(index + 1, data(name, true));
    await people.create(3, data('petr', false));
    await gos.restart();
    const [jan, eva] = [gos.stranger(), gos.stranger()];
    expect((await login(eva, 'eva@example.com')).body).toEqual({ id: 2, name: 'eva' });
    expect((await login(jan, 'jan@example.com')).body).toEqual({ id: 1, name: 'jan' });
    expect((await eva.get('/api/me')).body.role).toBe('admin');
    expect((await jan.get('/api/me')).body.role).toBe('member');
    expect((await login(gos.stranger(), 'petr@example.com')).status).toBe(401);
  });
});

describe('registration that is not open', () => {
  test.each([
    ['off', 403, 'auth.registration-closed'],
    ['invite', 422, 'auth.invitation'],
  ])('%s: only the first person may', async (mode, status, code) => {
    await start({ GOS_REGISTRATION: mode });
    const answers = await Promise.all(['Jan', 'Eva', 'Petr'].map((name) => register(gos.stranger(), name)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, status, status].sort());
    const late = await register(gos.stranger(), 'Ivo', { invitation: 'made-up' });
    expect([late.status, late.body.code]).toEqual([status, code]);
    expect((await events()).map(({ type }) => type)).toEqual(['InstallationFounded', 'UserRegistered']);
  });
});

describe('signing in', () => {
  let jan: Person;
  beforeEach(async () => {
    await start();
    at(noon);
    jan = gos.stranger();
    await register(jan, 'Jan');
  });

  test('answers who one is and gives cookies', async () => {
    const browser = gos.stranger();
    const { status, body, headers } = await login(browser, 'JAN@example.com');
    expect([status, body]).toEqual([200, { id: 1, name: 'Jan' }]);
    expect(Number(browser.cookies.get('accessExpiration'))).toBe(noon + 15 * minute);
    expect(Number(browser.cookies.get('refreshExpiration'))).toBe(noon + 30 * 24 * 60 * minute);
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(5);
    for (const cookie of cookies.filter((one) => !one.startsWith('gosDevice='))) {
      expect(cookie).toMatch(/Path=\/; Expires=Mon, 21 Dec 2026 12:00:00 GMT/);
      expect(/HttpOnly/.test(cookie)).toBe(/Token=/.test(cookie));
    }
  });

  test('wrong pairs all get the same answer', async () => {
    const wrong = await login(gos.stranger(), 'jan@example.com', 'wrong horse');
    const unknown = await login(gos.stranger(), 'eva@example.com');
    expect(wrong.status).toBe(401);
    expect(wrong.body.code).toBe('auth.credentials');
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('needs both fields', async () => {
    const { status, body } = await gos.stranger().post('/api/auth/login', { email: '', password: '' });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { path: 'email', code: 'auth.fill-both', message: 'Fill in both fields' },
      { path: 'password', code: 'auth.fill-both' },
    ]);
  });

  test('without our header nothing is changed, signed in or not', async () => {
    const none = { 'x-requested-with': '' };
    const body = { email: 'jan@example.com', password };
    const tries = [
      ['/api/auth/login', body],
      ['/api/auth/register', registration('Eva')],
      ['/api/auth/logout', undefined],
      ['/api/auth/refresh', undefined],
    ] as const;
    for (const [path, content] of tries) {
      const { status, body: problem, headers } = await jan.post(path, content, none);
      expect([status, problem.code, headers.getSetCookie()]).toEqual([403, 'request.header-missing', []]);
    }
    expect((await jan.patch('/api/me', { name: 'Petr' }, none)).body.code).toBe('request.header-missing');
    expect((await jan.get('/api/me', none)).body.name).toBe('Jan');
    expect((await gos.stranger().patch('/api/me', { name: 'Petr' }, none)).body.code).toBe('auth.required');
  });

  test.each([
    ['no cookies', ''],
    ['an empty token', 'accessToken='],
    ['a made-up token', `accessToken=${'a'.repeat(22)}.${'b'.repeat(43)}`],
    ['a text', 'accessToken=hello'],
  ])('%s open nothing', async (_, cookie) => {
    const { status, body } = await gos.stranger().get('/api/me', { cookie });
    expect([status, body.code]).toEqual([401, 'auth.required']);
  });

  test('another token of the same session opens nothing', async () => {
    const token = jan.cookies.get('refreshToken')!;
    expect((await gos.stranger().get('/api/me', { cookie: `accessToken=${token}` })).status).toBe(401);
  });

  test('many at once all succeed, also with the address of a proxy', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        gos
          .stranger()
          .post('/api/auth/login', { email: 'jan@example.com', password }, { 'x-forwarded-for': '192.0.2.1' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('failures on whatever e-mails are limited by address, others get in', async () => {
    const from = (address: string, email: string) =>
      gos.stranger().post('/api/auth/login', { email, password: 'wrong horse' }, { 'x-forwarded-for': address });
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => from('192.0.2.1', `x${n}@example.com`)));
    const limited = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(40);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]!.body.code).toBe('request.rate-limited');
    expect(Number(limited[0]!.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await from('192.0.2.2', 'y@example.com')).status).toBe(401);
    // One more may have failed while the answer was on its way.
    at(noon + (Number(limited.at(-1)!.headers.get('retry-after')) + 1) * 1_000);
    expect((await from('192.0.2.1', 'y@example.com')).status).toBe(401);
  });
});

test('a flood of registrations is limited', async () => {
  await start({ GOS_REGISTRATION: 'off' });
  at(noon);
  await register(gos.stranger(), 'Jan');
  const statuses: number[] = [];
  for (let n = 0; n < 130; n++) statuses.push((await register(gos.stranger(), `Eva${n}`)).status);
  expect(new Set(statuses.slice(0, 100))).toEqual(new Set([403]));
  expect(statuses.at(-1)).toBe(429);
});
