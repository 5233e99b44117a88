import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

describe('API tokens', () => {
  let gos: Harness;
  let admin: Person;
  let jan: Person;
  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set(at(noon));
    admin = await gos.person('Alena');
    jan = await gos.person('Jan');
  });
  afterAll(() => gos.stop());

  const make = (of: Person, more: object = {}) =>
    of.post('/api/me/tokens', {
      name: 'Výkaz',
      scope: 'write',
      expiresAt: at(noon + day),
      password: 'correct horse',
      ...more,
    });
  const tokenOf = async (of: Person, more?: object): Promise<Json> => (await make(of, more)).body;
  /** A program: no cookies, no header of our pages. */
  async function call(token: string, path: string, method = 'GET', body?: object, headers: object = {}) {
    const response = await fetch(`${gos.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
  }

  test('act in the name of their person, who is told when they were used last', async () => {
    const { id, token, ...told } = await tokenOf(jan);
    expect(token).toMatch(/^gos_[\w-]{43}$/);
    expect(told).toEqual({
      name: 'Výkaz',
      scope: 'write',
      start: token.slice(0, 10),
      createdAt: at(noon),
      expiresAt: at(noon + day),
      lastUsedAt: null,
    });
    const created = await call(token, '/api/tasks', 'POST', { name: 'Z programu' }, { 'idempotency-key': 'a' });
    const again = await call(token, '/api/tasks', 'POST', { name: 'Z programu' }, { 'idempotency-key': 'a' });
    expect([created.status, again.status, again.body.id]).toEqual([201, 201, created.body.id]);
    const [item] = (await jan.get(`/api/tasks/${created.body.id}/activity`)).body.items;
    expect(item).toMatchObject({ by: { id: jan.id }, via: 'api' });
    const used = async () => (await jan.get('/api/me/tokens')).body.items.find((one: Json) => one.id === id).lastUsedAt;
    gos.clock.set(at(noon + 4 * minute));
    await call(token, '/api/tasks');
    expect(await used()).toBe(at(noon));
    gos.clock.set(at(noon + 5 * minute));
    expect((await Promise.all([1, 2, 3].map(() => call(token, '/api/tasks')))).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    expect(await used()).toBe(at(noon + 5 * minute));
    gos.clock.set(at(noon));
    expect(JSON.stringify((await jan.get('/api/me/tokens')).body)).not.toContain(token);
  });

  test('that may only read change nothing', async () => {
    const { token } = await tokenOf(jan, { scope: 'read' });
    expect((await call(token, '/api/tasks')).status).toBe(200);
    expect((await call(token, '/api/tasks', 'HEAD')).status).toBe(200);
    const refused = await call(token, '/api/tasks', 'POST', { name: 'Nic' });
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.token-scope']);
  });

  test('reach neither sign-in, tokens, sessions nor what admins do', async () => {
    const { token } = await tokenOf(admin);
    const asked: [string, string, object?][] = [
      ['/api/me/tokens', 'GET'],
      ['/api/me/tokens', 'POST', { name: 'Další', scope: 'read', expiresAt: at(noon + day) }],
      ['/api/me/sessions', 'GET'],
      ['/api/me/sessions', 'DELETE'],
      ['/api/me/password', 'POST', {}],
      ['/api/me', 'PATCH', { name: 'Jiná' }],
      [`/api/users/${jan.id}`, 'PATCH', { role: 'admin' }],
      ['/api/settings', 'PATCH', { ipDays: 1 }],
      ['/api/positions', 'POST', { name: 'Účetní' }],
      ['/api/calendar/subscription', 'POST', {}],
      ['/api/admin/overview', 'GET'],
    ];
    for (const [path, method, body] of asked) {
      const { status, body: answer } = await call(token, path, method, body);
      expect(`${method} ${path}: ${status} ${answer?.code}`).toBe(`${method} ${path}: 403 auth.token-reach`);
    }
    for (const path of [
      '/api/me',
      `/api/users/${jan.id}`,
      '/api/positions',
      '/api/settings',
      '/api/me/notifications',
    ]) {
      expect(`${path}: ${(await call(token, path)).status}`).toBe(`${path}: 200`);
    }
    await admin.post('/api/calendar/subscription');
    expect((await call(token, '/api/me')).body.calendarUrl).toBeNull();
  });

  test('that are unknown are refused, whatever cookies come with them', async () => {
    for (const token of ['gos_unknown', `gos_${'x'.repeat(43)}`, 'eyJhbGciOi']) {
      const { status, body, headers } = await call(token, '/api/me', 'GET', undefined, { cookie: jan.cookie });
      expect([status, body.code, headers.get('www-authenticate')]).toEqual([
        401,
        'auth.token',
        'Bearer error="invalid_token"',
      ]);
    }
    const { token } = await tokenOf(jan);
    expect((await call(token, '/api/me', 'GET', undefined, { cookie: admin.cookie })).body.id).toBe(jan.id);
    // Another scheme is that of a proxy before us.
    expect((await jan.get('/api/me', { authorization: 'Basic YTpi' })).status).toBe(200);
  });

  test('end when they are revoked, when they expire and with the deactivation, at once and for good', async () => {
    const [revoked, short, other] = [
      await tokenOf(jan),
      await tokenOf(jan, { expiresAt: at(noon + minute) }),
      await tokenOf(jan),
    ];
    const works = async ({ token }: Json) => (await call(token, '/api/me')).status === 200;
    expect(await Promise.all([revoked, short, other].map(works))).toEqual([true, true, true]);
    expect((await admin.delete(`/api/me/tokens/${revoked.id}`)).body.code).toBe('token.not-found');
    expect((await jan.delete(`/api/me/tokens/${revoked.id}`)).status).toBe(204);
    expect((await jan.delete(`/api/me/tokens/${revoked.id}`)).status).toBe(404);
    gos.clock.set(at(noon + minute));
    expect(await Promise.all([revoked, short, other].map(works))).toEqual([false, false, true]);
    const listed = (await jan.get('/api/me/tokens?pageSize=100')).body.items.map(({ id }: Json) => id);
    expect([listed.includes(short.id), listed.includes(other.id)]).toEqual([false, true]);
    await admin.patch(`/api/users/${jan.id}`, { active: false });
    expect(await works(other)).toBe(false);
    await admin.patch(`/api/users/${jan.id}`, { active: true });
    expect(await works(other)).toBe(false);
    gos.clock.set(at(noon));
    await jan.post('/api/auth/login', { email: jan.email, password: 'correct horse' });
    expect((await jan.get('/api/me/tokens')).body.items).toEqual([]);
  });

  test('have a name and end within 366 days; a person has fifty at most', async () => {
    const codes = async (more: object) => {
      const { status, body } = await make(jan, more);
      return [status, ...body.errors.map(({ path, code }: Json) => `${path} ${code}`)];
    };
    expect(await codes({ name: ' ' })).toEqual([422, 'name validation.required']);
    expect(await codes({ name: 'x'.repeat(101) })).toEqual([422, 'name validation.too-long']);
    expect(await codes({ scope: 'admin' })).toEqual([422, 'scope validation.choice']);
    expect(await codes({ expiresAt: at(noon) })).toEqual([422, 'expiresAt token.expiry']);
    expect(await codes({ expiresAt: at(noon + 366 * day + 1) })).toEqual([422, 'expiresAt token.expiry']);
    expect((await make(jan, { expiresAt: at(noon + 366 * day) })).status).toBe(201);
    for (let count = 1; count < 50; count++) expect((await make(jan)).status).toBe(201);
    expect(await codes({})).toEqual([422, ' validation.too-many']);
    expect((await make(admin)).status).toBe(201);
  });

  test('are kept as hashes only, and work after a restart', async () => {
    const { token } = await tokenOf(admin);
    await gos.restart();
    expect((await call(token, '/api/me')).status).toBe(200);
    await gos.down();
    for (const name of readdirSync(gos.folder).filter((one) => one.includes('.sqlite'))) {
      const content = readFileSync(join(gos.folder, name)).toString('latin1');
      expect(`${name}: ${content.includes(token)}`).toBe(`${name}: false`);
    }
  });
});
