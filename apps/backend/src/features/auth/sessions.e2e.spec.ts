import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CONFIG, type Config } from '../../kernel/config';
import { formerSessionKey } from '../../kernel/keys';
import { SessionTokens } from '../../shared/session/session-tokens';
import { type EndedSession, Sessions } from '../../shared/session/sessions';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { Harness, type Json, Person } from '../../testing/harness';

const password = 'correct horse';
const minute = 60_000;
const day = 24 * 60 * minute;
const noon = Date.parse('2026-11-21T12:00:00.000Z');

let gos: Harness;
afterEach(() => gos.stop());

const at = (milliseconds: number) => gos.clock.set(new Date(milliseconds).toISOString());
const login = (person: Person, email: string) => person.post('/api/auth/login', { email, password });
const signedIn = async (person: Person) => (await person.get('/api/me')).status === 200;
const copyOf = (person: Person) => {
  const copy = gos.stranger();
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  return copy;
};
describe('a session', () => {
  let jan: Person;
  let ended: EndedSession[];
  beforeEach(async () => {
    gos = await Harness.start();
    at(noon);
    jan = await gos.person('Jan');
    ended = [];
    gos.service<Sessions>(Sessions).onEnded((one) => ended.push(one));
  });

  test('survives a restart', async () => {
    await gos.restart();
    const browser = copyOf(jan);
    const moved = new Person(gos.origin);
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
    expect(await signedIn(moved)).toBe(true);
    expect((await moved.post('/api/auth/refresh')).status).toBe(200);
  });

  test('opens for fifteen minutes, then it is to be refreshed', async () => {
    at(noon + 15 * minute - 1);
    expect(await signedIn(jan)).toBe(true);
    at(noon + 15 * minute);
    expect(await signedIn(jan)).toBe(false);
    const { status, body } = await jan.post('/api/auth/refresh');
    expect([status, body]).toEqual([200, { id: 1, name: 'Jan' }]);
    expect(await signedIn(jan)).toBe(true);
    expect(Number(jan.cookies.get('accessExpiration'))).toBe(noon + 30 * minute);
    expect(Number(jan.cookies.get('refreshExpiration'))).toBe(noon + 15 * minute + 30 * 24 * 60 * minute);
  });

  test('that nobody refreshed for thirty days is over', async () => {
    at(noon + 30 * 24 * 60 * minute);
    const { status, body, headers } = await jan.post('/api/auth/refresh');
    expect([status, body.code]).toEqual([401, 'auth.session-ended']);
    expect(headers.getSetCookie()).toHaveLength(6);
    expect([...jan.cookies.keys()]).toEqual(['gosDevice']);
  });

  test('ends ninety days after the sign-in, however often it was refreshed', async () => {
    const end = noon + 90 * day;
    const expiresAt = async () => (await jan.get('/api/me/sessions')).body.items.map((one: Json) => one.expiresAt);
    expect(await expiresAt()).toEqual([new Date(noon + 30 * day).toISOString()]);
    for (const days of [29, 58, 87]) {
      at(noon + days * day);
      expect((await jan.post('/api/auth/refresh')).status).toBe(200);
    }
    expect(Number(jan.cookies.get('refreshExpiration'))).toBe(end);
    expect(await expiresAt()).toEqual([new Date(end).toISOString()]);
    at(end - minute);
    expect((await jan.post('/api/auth/refresh')).status).toBe(200);
    expect(Number(jan.cookies.get('accessExpiration'))).toBe(end);
    at(end - 1);
    expect(await signedIn(jan)).toBe(true);
    at(end);
    expect(await signedIn(jan)).toBe(false);
    expect((await jan.post('/api/auth/refresh')).body.code).toBe('auth.session-ended');
  });

  describe('of a version without keys for purposes', () => {
    /** As that version kept it. */
    async function former(createdAt: number): Promise<Person> {
      const tokens = new SessionTokens(formerSessionKey(gos.service<Config>(CONFIG)));
      const refreshToken = tokens.first();
      const accessToken = tokens.sibling(refreshToken);
      const session = {
        userId: jan.id,
        createdAt,
        refreshedAt: noon,
        userAgent: null,
        accessHash: tokens.hash(accessToken),
        accessExpiresAt: noon + 15 * minute,
        refreshHash: tokens.hash(refreshToken),
        refreshExpiresAt: noon + 30 * day,
        previous: null,
      };
      await gos
        .service<Accounts>(ACCOUNTS)
        .insert('session', tokens.sessionId(refreshToken), session, { refs: [`person:${jan.id}`] });
      const browser = gos.stranger();
      browser.cookies.set('accessToken', accessToken).set('refreshToken', refreshToken);
      return browser;
    }

    test('goes on until it ends', async () => {
      const browser = await former(noon - 50 * day);
      expect(await signedIn(browser)).toBe(true);
      expect(await signedIn(browser)).toBe(true);
      const tabs = [browser, copyOf(browser)];
      const answers = await Promise.all(tabs.map((tab) => tab.post('/api/auth/refresh')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1);
      expect(await signedIn(browser)).toBe(true);
      expect((await jan.get('/api/me/sessions')).body.total).toBe(2);
      at(noon + 29 * day);
      expect((await browser.post('/api/auth/refresh')).status).toBe(200);
      at(noon + 40 * day);
      expect((await browser.post('/api/auth/refresh')).status).toBe(401);
    });

    test('is signed out as others are, and is over where it was refreshed for too long', async () => {
      const browser = await former(noon);
      const copy = copyOf(browser);
      expect((await browser.post('/api/auth/logout')).status).toBe(204);
      expect(await signedIn(copy)).toBe(false);
      const old = await former(noon - 90 * day);
      expect((await jan.get('/api/me/sessions')).body.total).toBe(1);
      expect((await old.post('/api/auth/refresh')).status).toBe(401);
    });
  });

  test('that a browser came with ends with the sign-in: what was planted there opens nothing', async () => {
    const eva = await gos.person('Eva');
    // Eva’s browser was given Jan’s session, which Jan still holds.
    const browser = copyOf(jan);
    const { status } = await login(browser, eva.email);
    expect([status, (await browser.get('/api/me')).body.name]).toEqual([200, 'Eva']);
    expect(await signedIn(jan)).toBe(false);
    expect((await jan.post('/api/auth/refresh')).status).toBe(401);
    // One’s own as well.
    const before = copyOf(browser);
    await login(browser, eva.email);
    expect([await signedIn(before), await signedIn(browser)]).toEqual([false, true]);
    // A registration is a sign-in too.
    const planted = copyOf(browser);
    const ota = { name: 'Ota', email: 'ota@example.com', password, passwordRepeat: password };
    expect((await planted.post('/api/auth/register', ota)).status).toBe(201);
    expect([await signedIn(browser), (await planted.get('/api/me')).body.name]).toEqual([false, 'Ota']);
    expect(await signedIn(eva)).toBe(true);
  });

  test('never takes tokens over that a browser came with', async () => {
    const browser = gos.stranger();
    const made = `${'A'.repeat(22)}.${'B'.repeat(43)}`;
    browser.cookies.set('accessToken', made).set('refreshToken', made).set('secondStep', 'C'.repeat(43));
    expect((await login(browser, jan.email)).status).toBe(200);
    for (const name of ['accessToken', 'refreshToken'])
      expect(browser.cookies.get(name)!.slice(0, 22)).not.toContain('AAA');
    const thief = gos.stranger();
    thief.cookies.set('accessToken', made).set('refreshToken', made);
    expect(await signedIn(thief)).toBe(false);
    expect((await thief.post('/api/auth/refresh')).status).toBe(401);
  });

  test('keeps a sign-in that fails from ending it', async () => {
    expect((await jan.post('/api/auth/login', { email: jan.email, password: 'wrong horse' })).status).toBe(401);
    expect(await signedIn(jan)).toBe(true);
  });

  test('follows a change of role at once', async () => {
    const eva = await gos.person('Eva');
    const settings = () => eva.patch('/api/settings', { ipDays: 60 });
    expect((await settings()).status).toBe(403);
    await jan.patch(`/api/users/${eva.id}`, { role: 'admin' });
    expect((await settings()).status).toBe(200);
    await jan.patch(`/api/users/${eva.id}`, { role: 'collaborator' });
    expect((await settings()).status).toBe(403);
    expect((await eva.get('/api/me')).body.role).toBe('collaborator');
  });

  test('requests under way keep their token over a rotation', async () => {
    const before = copyOf(jan);
    await jan.post('/api/auth/refresh');
    expect(await signedIn(before)).toBe(true);
    at(noon + 15 * minute);
    expect(await signedIn(before)).toBe(false);
  });

  test('two tabs that refresh at once get the same valid tokens', async () => {
    const tabs = [jan, copyOf(jan), copyOf(jan)];
    const answers = await Promise.all(tabs.map((tab) => tab.post('/api/auth/refresh')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(tabs.map((tab) => tab.cookie)).size).toBe(1);
    const sessions = gos.service<Sessions>(Sessions);
    const { cookie } = jan;
    const raced = await Promise.all([1, 2, 3].map(() => sessions.refresh(cookie)));
    expect(new Set(raced.map((one) => one?.tokens.refreshToken)).size).toBe(1);
    expect(await sessions.authenticate(`accessToken=${raced[2]!.tokens.accessToken}`)).toMatchObject({
      actor: { id: 1 },
    });
    at(noon + 5_000);
    tabs[1]!.cookies.set('accessToken', raced[0]!.tokens.accessToken);
    tabs[1]!.cookies.set('refreshToken', raced[0]!.tokens.refreshToken);
    const late = copyOf(tabs[1]!);
    expect(await signedIn(late)).toBe(true);
    expect((await late.post('/api/auth/refresh')).status).toBe(200);
  });

  test('ends as a whole when a rotated token comes back later', async () => {
    const thief = copyOf(jan);
    const other = gos.stranger();
    await login(other, jan.email);
    await jan.post('/api/auth/refresh');
    at(noon + 11_000);
    const { status, body } = await thief.post('/api/auth/refresh');
    expect([status, body.code]).toEqual([401, 'auth.session-ended']);
    expect(await signedIn(jan)).toBe(false);
    expect((await jan.post('/api/auth/refresh')).status).toBe(401);
    expect(await signedIn(other)).toBe(true);
    expect(ended).toEqual([{ userId: 1, sessionId: expect.any(String) }]);
  });

  test('ends when a token of two rotations ago comes back, however soon', async () => {
    const thief = copyOf(jan);
    await jan.post('/api/auth/refresh');
    await jan.post('/api/auth/refresh');
    expect((await thief.post('/api/auth/refresh')).status).toBe(401);
    expect(await signedIn(jan)).toBe(false);
  });

  test('ends with the sign-out at once, in this browser only', async () => {
    const copy = copyOf(jan);
    const other = gos.stranger();
    await login(other, jan.email);
    const { status, body, headers } = await jan.post('/api/auth/logout');
    expect([status, body, headers.getSetCookie().length]).toEqual([204, '', 6]);
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect([...jan.cookies.keys()]).toEqual(['gosDevice']);
    expect(await signedIn(copy)).toBe(false);
    expect((await copy.post('/api/auth/refresh')).status).toBe(401);
    expect(await signedIn(other)).toBe(true);
    expect(ended).toHaveLength(1);
  });

  test('ends by the refresh token alone; signing out works without any', async () => {
    const copy = copyOf(jan);
    jan.cookies.delete('accessToken');
    expect((await jan.post('/api/auth/logout', {})).status).toBe(204);
    expect(await signedIn(copy)).toBe(false);
    expect((await gos.stranger().post('/api/auth/logout')).status).toBe(204);
    expect((await copy.post('/api/auth/logout')).status).toBe(204);
  });

  test('ends with the deactivation at once', async () => {
    const eva = await gos.person('Eva');
    const change = (active: boolean) => jan.patch(`/api/users/${eva.id}`, { active });
    expect((await change(false)).status).toBe(200);
    expect(ended).toEqual([{ userId: eva.id }]);
    expect(await signedIn(eva)).toBe(false);
    expect((await eva.post('/api/auth/refresh')).status).toBe(401);
    expect((await login(gos.stranger(), eva.email)).body.code).toBe('auth.credentials');
    await change(true);
    expect(await signedIn(eva)).toBe(false);
    expect((await login(eva, eva.email)).status).toBe(200);
    expect(await signedIn(eva)).toBe(true);
  });

  test('of somebody else are ended by an admin, who stays signed in where they are; API tokens stay', async () => {
    const eva = await gos.person('Eva');
    const path = `/api/users/${eva.id}/sessions`;
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { token } = (
      await eva.post('/api/me/tokens', { name: 'Program', scope: 'read', expiresAt, password: 'correct horse' })
    ).body;
    expect((await eva.delete(path)).body.code).toBe('user.forbidden');
    expect((await jan.delete(path)).status).toBe(204);
    expect(ended).toEqual([{ userId: eva.id }]);
    expect(await signedIn(eva)).toBe(false);
    expect((await eva.post('/api/auth/refresh')).status).toBe(401);
    const program = gos.stranger();
    expect((await program.get('/api/me', { Authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await login(eva, eva.email)).status).toBe(200);

    const elsewhere = gos.stranger();
    await login(elsewhere, jan.email);
    expect((await jan.delete(`/api/users/${jan.id}/sessions`)).status).toBe(204);
    expect([await signedIn(jan), await signedIn(elsewhere)]).toEqual([true, false]);
  });

  test('leaves no token, password or personal data where they do not belong', async () => {
    await login(jan, jan.email);
    await jan.post('/api/auth/refresh');
    const secrets = ['accessToken', 'refreshToken'].flatMap((name) => jan.cookies.get(name)!.split('.'));
    await gos.down();
    for (const name of readdirSync(gos.folder)) {
      const path = join(gos.folder, name);
      if (!/\.sqlite/.test(name)) continue;
      const content = readFileSync(path).toString('latin1');
      for (const secret of [...secrets, password])
        expect(`${name}: ${content.includes(secret)}`).toBe(`${name}: false`);
      if (!name.startsWith('accounts')) expect(content).not.toMatch(/person1@example\.com|"Jan"/);
    }
  });
});
