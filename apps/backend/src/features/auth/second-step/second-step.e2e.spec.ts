import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { Operations } from '../../../operator/ops/operations';
import { People } from '../../../shared/user/people';
import { SecondSteps } from '../../../shared/user/second-steps';
import { ACCOUNTS, type Accounts } from '../../../stores/accounts/accounts';
import { readLetter } from '../../../stores/mail/testing/read-letter';
import { Harness, type Json, Person } from '../../../testing/harness';
import { Authenticator } from '../testing/authenticator';

const password = 'correct horse';
const minute = 60_000;
const periodMs = 30_000;

describe('the second step of the sign-in', () => {
  let gos: Harness;
  let admin: Person;
  let jan: Person;
  let now = Date.parse('2026-11-24T10:00:00Z');
  const at = (ms: number) => {
    now = ms;
    gos.clock.set(new Date(ms).toISOString());
  };
  /** To the beginning of the next time step but one, so that no code of before counts. */
  const later = (ms = 3 * periodMs) => at(Math.ceil((now + ms) / periodMs) * periodMs);

  beforeAll(async () => {
    gos = await Harness.start();
    at(now);
    admin = await gos.person('Alena Adminová');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    later();
    await admin.post('/api/auth/refresh');
    jan = await gos.person('Jan');
  });

  const codeOf = (secret: string, timestamp = now) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
  const codes = ({ status, body }: { status: number; body: Json }) => [status, ...(body.code ? [body.code] : [])];
  const begin = async (email: string, given = password) => {
    const person = new Person(gos.origin, email);
    return { person, answer: await person.post('/api/auth/login', { email, password: given }) };
  };
  const finish = (person: Person, body: object) => person.post('/api/auth/second-step', body);
  async function withApp(of: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { status, body } = await of.post('/api/me/totp', { password });
    expect(status).toBe(201);
    const confirmed = await of.post('/api/me/totp/confirm', { code: codeOf(body.secret) });
    expect(confirmed.status).toBe(200);
    later();
    return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
  }
  async function withPasskey(of: Person, device: Authenticator, name = 'Telefon'): Promise<Json> {
    const options = await of.post('/api/me/passkeys/options', { password });
    expect(options.status).toBe(200);
    const added = await of.post('/api/me/passkeys', { name, attestation: device.create(options.body) });
    expect(codes(added)).toEqual([201]);
    return added.body;
  }
  const folder = () => join(gos.folder, 'mail');
  async function mailed(person: Person, news: string): Promise<string> {
    mkdirSync(folder(), { recursive: true });
    for (;;) {
      const name = readdirSync(folder()).find((one) => one.startsWith(`sign-in-${person.id}.${news}.`));
      if (name) return readLetter(readFileSync(join(folder(), name), 'utf8')).part('text/plain')!;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test('by an authenticator app: set up with a password and a code, asked for from then on', async () => {
    expect((await jan.get('/api/me/totp')).body).toEqual({ active: false, since: null, lost: false });
    expect((await jan.get('/api/me')).body.secondStep).toBe('off');
    expect(codes(await jan.post('/api/me/totp', { password: 'wrong horse' }))).toEqual([422, 'auth.password.wrong']);
    expect(codes(await jan.post('/api/me/totp/confirm', { code: '123456' }))).toEqual([409, 'second-step.not-begun']);
    const { secret, uri } = (await jan.post('/api/me/totp', { password })).body;
    expect(uri).toContain(secret);
    expect(codes(await jan.post('/api/me/totp/confirm', { code: '12345' }))).toEqual([422, 'second-step.code']);
    expect((await begin(jan.email)).answer.body).toEqual({ id: jan.id, name: 'Jan' });
    const { recoveryCodes } = (await jan.post('/api/me/totp/confirm', { code: codeOf(secret) })).body;
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){6}[a-km-np-z2-9]{4}$/);
    expect((await jan.get('/api/me/totp')).body).toMatchObject({ active: true, since: expect.any(String) });
    expect((await jan.get('/api/me')).body.secondStep).toBe('on');
    expect(await mailed(jan, 'totp-on')).toContain('byla přidána ověřovací aplikace');

    const { person, answer } = await begin(jan.email);
    expect([answer.status, answer.body]).toEqual([200, { secondStep: ['totp', 'recovery'] }]);
    const [cookie, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^secondStep=[\w-]{43}; Path=\/api\/auth; Max-Age=300; HttpOnly; SameSite=Strict$/);
    expect((await person.get('/api/me')).status).toBe(401);
    // The code that confirmed the app signs nobody in any more.
    const used = await finish(person, { kind: 'totp', code: codeOf(secret) });
    expect(codes(used)).toEqual([401, 'auth.second-step.used']);
    later();
    expect(codes(await finish(person, { kind: 'totp', code: 'hello' }))).toEqual([401, 'auth.second-step.wrong']);
    const { status, body } = await finish(person, { kind: 'totp', code: codeOf(secret) });
    expect([status, body]).toEqual([200, { id: jan.id, name: 'Jan' }]);
    expect((await person.get('/api/me')).status).toBe(200);
    expect(person.cookies.has('secondStep')).toBe(false);
  });

  test('one code is taken once, of two requests too; its neighbours in time are taken, older ones never', async () => {
    const { secret } = await withApp(jan);
    const both = [(await begin(jan.email)).person, (await begin(jan.email)).person];
    const answers = await Promise.all(both.map((one) => finish(one, { kind: 'totp', code: codeOf(secret) })));
    expect(answers.map(codes).sort()).toEqual([[200], [401, 'auth.second-step.used']]);

    later();
    const early = await begin(jan.email);
    const next = codeOf(secret, now + periodMs);
    expect(codes(await finish(early.person, { kind: 'totp', code: next }))).toEqual([200]);
    const again = await begin(jan.email);
    expect(codes(await finish(again.person, { kind: 'totp', code: next }))).toEqual([401, 'auth.second-step.used']);
    // The present one is older than the one that was taken.
    const present = await finish(again.person, { kind: 'totp', code: codeOf(secret) });
    expect(codes(present)).toEqual([401, 'auth.second-step.used']);
    later();
    const late = codeOf(secret, now - periodMs);
    expect(codes(await finish(again.person, { kind: 'totp', code: late }))).toEqual([200]);
  });

  test('once it is finished, the session that the browser came with ends, and not before', async () => {
    const eva = await gos.person('Eva');
    const { secret } = await withApp(jan);
    const browser = new Person(gos.origin, jan.email);
    for (const [name, value] of eva.cookies) browser.cookies.set(name, value);
    // A sign-in of somebody else that was put there is not the one that is finished.
    const planted = (await begin(jan.email)).person.cookies.get('secondStep')!;
    browser.cookies.set('secondStep', planted);
    const { body } = await browser.post('/api/auth/login', { email: jan.email, password });
    expect(body).toEqual({ secondStep: ['totp', 'recovery'] });
    expect(browser.cookies.get('secondStep')).not.toBe(planted);
    expect((await eva.get('/api/me')).status).toBe(200);
    expect(codes(await finish(browser, { kind: 'totp', code: codeOf(secret) }))).toEqual([200]);
    expect([(await eva.get('/api/me')).status, (await browser.get('/api/me')).body.id]).toEqual([401, jan.id]);
  });

  test('one sign-in is finished once', async () => {
    const { recoveryCodes } = await withApp(jan);
    const { person } = await begin(jan.email);
    const twin = new Person(gos.origin, jan.email);
    twin.cookies.set('secondStep', person.cookies.get('secondStep')!);
    const answers = await Promise.all(
      [person, twin].map((one, n) => finish(one, { kind: 'recovery', code: recoveryCodes[n]! })),
    );
    expect(answers.map(codes).sort()).toEqual([[200], [401, 'auth.second-step.ended']]);
  });

  test('ends after five minutes, with another password, with deactivation, and without its cookie', async () => {
    const { secret } = await withApp(jan);
    const right = () => ({ kind: 'totp', code: codeOf(secret) });
    const ended = [401, 'auth.second-step.ended'];
    expect(codes(await finish(gos.stranger(), right()))).toEqual(ended);
    const slow = await begin(jan.email);
    at(now + 5 * minute);
    expect(codes(await finish(slow.person, right()))).toEqual(ended);
    expect(codes(await slow.person.post('/api/auth/second-step/options'))).toEqual(ended);

    const before = await begin(jan.email);
    const next = 'staple battery';
    const change = { current: password, password: next, passwordRepeat: next };
    expect((await jan.post('/api/me/password', change)).status).toBe(204);
    expect(codes(await finish(before.person, right()))).toEqual(ended);

    const leaver = await begin(jan.email, next);
    expect(leaver.answer.body.secondStep).toEqual(['totp', 'recovery']);
    await admin.patch(`/api/users/${jan.id}`, { active: false });
    expect(codes(await finish(leaver.person, right()))).toEqual(ended);
  });

  test('codes are not guessed: after five wrong ones the next is looked at later and later', async () => {
    const { secret, recoveryCodes } = await withApp(jan);
    const { person } = await begin(jan.email);
    const guess = () => finish(person, { kind: 'totp', code: '000000' });
    const many = await Promise.all(Array.from({ length: 12 }, guess));
    const tried = many.filter(({ status }) => status === 401).length;
    expect([tried, many.length - tried]).toEqual([5, many.filter(({ status }) => status === 429).length]);
    const waiting = await finish(person, { kind: 'totp', code: codeOf(secret) });
    expect([...codes(waiting), waiting.headers.get('retry-after')]).toEqual([429, 'request.rate-limited', '30']);
    at(now + 30_000);
    expect(codes(await guess())).toEqual([401, 'auth.second-step.wrong']);
    at(now + 59_000);
    expect((await guess()).status).toBe(429);
    at(now + 1_000);
    expect(codes(await finish(person, { kind: 'totp', code: codeOf(secret) }))).toEqual([200]);

    const other = await begin(jan.email);
    await Promise.all(Array.from({ length: 5 }, () => finish(other.person, { kind: 'totp', code: '000000' })));
    expect((await finish(other.person, { kind: 'totp', code: codeOf(secret) })).status).toBe(429);
    // Guesses of others do not lock out a person who lost the app.
    expect(codes(await finish(other.person, { kind: 'recovery', code: recoveryCodes[0]! }))).toEqual([200]);
  });

  test('by a recovery code, each once, however it is typed; new ones end the old', async () => {
    const { recoveryCodes } = await withApp(jan);
    const [first, second] = recoveryCodes;
    const typed = first!.toUpperCase().replaceAll('-', ' ');
    const { person } = await begin(jan.email);
    expect(codes(await finish(person, { kind: 'recovery', code: typed }))).toEqual([200]);
    expect(await mailed(jan, 'code-used')).toContain('záložním kódem');
    expect((await jan.get('/api/me/recovery-codes')).body).toMatchObject({ left: 9 });
    const again = await begin(jan.email);
    const wrong = await finish(again.person, { kind: 'recovery', code: first! });
    expect(codes(wrong)).toEqual([401, 'auth.second-step.wrong']);
    expect(codes(await jan.post('/api/me/recovery-codes', { password: 'wrong' }))).toEqual([
      422,
      'auth.password.wrong',
    ]);
    const renewed = await jan.post('/api/me/recovery-codes', { password });
    expect([renewed.status, renewed.body.recoveryCodes.length]).toEqual([201, 10]);
    expect((await finish(again.person, { kind: 'recovery', code: second! })).status).toBe(401);
    const [fresh] = renewed.body.recoveryCodes;
    expect(codes(await finish(again.person, { kind: 'recovery', code: fresh }))).toEqual([200]);
    const eva = await gos.person('Eva');
    expect(codes(await eva.post('/api/me/recovery-codes', { password }))).toEqual([409, 'second-step.off']);
  });

  test('by a passkey, whose challenge is taken once', async () => {
    const device = new Authenticator('http://localhost');
    expect((await jan.get('/api/me/passkeys')).body).toEqual({ items: [], available: true });
    const options = await jan.post('/api/me/passkeys/options', { password });
    expect(options.body).toMatchObject({ rp: { id: 'localhost', name: 'Gos' }, attestation: 'none' });
    const stolen = device.create(options.body, { origin: 'https://evil.example' });
    expect(codes(await jan.post('/api/me/passkeys', { name: 'x', attestation: stolen }))).toEqual([
      422,
      'passkey.refused',
    ]);
    const attestation = device.create(options.body);
    expect(codes(await jan.post('/api/me/passkeys', { name: 'x', attestation }))).toEqual([
      409,
      'second-step.not-begun',
    ]);
    const added = await withPasskey(jan, device, '  Můj telefon ');
    expect(added).toMatchObject({ name: 'Můj telefon', usable: true, lastUsedAt: null });
    expect(added.recoveryCodes).toHaveLength(10);
    expect(await mailed(jan, 'passkey-added')).toContain('přístupový klíč');

    const { person, answer } = await begin(jan.email);
    expect(answer.body).toEqual({ secondStep: ['passkey', 'recovery'] });
    const early = await finish(person, { kind: 'passkey', assertion: { id: 'none' } });
    expect(codes(early)).toEqual([401, 'auth.second-step.passkey']);
    const asked = await person.post('/api/auth/second-step/options');
    expect(asked.body).toMatchObject({ rpId: 'localhost', challenge: expect.any(String) });
    const foreign = device.get(asked.body, { origin: 'https://evil.example' });
    const refused = [401, 'auth.second-step.passkey'];
    expect(codes(await finish(person, { kind: 'passkey', assertion: foreign }))).toEqual(refused);
    // The challenge is gone with the wrong answer.
    const right = device.get(asked.body);
    expect(codes(await finish(person, { kind: 'passkey', assertion: right }))).toEqual(refused);
    const anew = (await person.post('/api/auth/second-step/options')).body;
    const assertion = device.get(anew);
    const both = await Promise.all([1, 2].map(() => finish(person, { kind: 'passkey', assertion })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { items } = (await jan.get('/api/me/passkeys')).body;
    expect(items).toMatchObject([{ id: added.id, lastUsedAt: new Date(now).toISOString() }]);
  });

  test('a passkey has a name, and goes with the password; recovery codes go with the last factor', async () => {
    const device = new Authenticator('http://localhost');
    const { id } = await withPasskey(jan, device);
    const path = `/api/me/passkeys/${id}`;
    expect((await jan.patch(path, { name: 'Klíč' })).body).toMatchObject({ id, name: 'Klíč' });
    expect(codes(await jan.patch(path, { name: ' ' }))).toEqual([422, 'validation.required']);
    expect(codes(await jan.patch('/api/me/passkeys/none', { name: 'x' }))).toEqual([404, 'passkey.not-found']);
    expect(codes(await jan.call('DELETE', path, { password: 'wrong' }))).toEqual([422, 'auth.password.wrong']);
    await withApp(jan);
    expect((await begin(jan.email)).answer.body.secondStep).toEqual(['totp', 'passkey', 'recovery']);
    expect(codes(await jan.call('DELETE', path, { password }))).toEqual([204]);
    expect(codes(await jan.call('DELETE', path, { password }))).toEqual([404, 'passkey.not-found']);
    expect((await jan.get('/api/me/recovery-codes')).body.left).toBe(10);
    expect(codes(await jan.call('DELETE', '/api/me/totp', { password }))).toEqual([204]);
    expect(codes(await jan.call('DELETE', '/api/me/totp', { password }))).toEqual([204]);
    expect((await jan.get('/api/me/recovery-codes')).body).toEqual({ left: 0, madeAt: null });
    expect((await begin(jan.email)).answer.body).toEqual({ id: jan.id, name: 'Jan' });
    expect(await mailed(jan, 'totp-off')).toContain('odebrána');
  });

  test('a secret that cannot be read any more switches the app off, with notice', async () => {
    await withApp(jan);
    const steps = gos.service<SecondSteps>(SecondSteps);
    await steps.change(jan.id, (one) => ({ next: { ...one, totp: { ...one.totp!, sealed: 'AAAA' } }, answer: null }));
    expect((await begin(jan.email)).answer.body).toEqual({ id: jan.id, name: 'Jan' });
    expect((await jan.get('/api/me/totp')).body).toEqual({ active: false, since: null, lost: true });
    expect((await jan.get('/api/me/recovery-codes')).body.left).toBe(0);
    expect(await mailed(jan, 'totp-lost')).toContain('přišla o tajný klíč');
    await withApp(jan);
    expect((await jan.get('/api/me/totp')).body.lost).toBe(false);
  });

  test('nothing secret is kept as it was told', async () => {
    const { secret, recoveryCodes } = await withApp(jan);
    const record = await gos.service<Accounts>(ACCOUNTS).get('secondStep', String(jan.id));
    const kept = JSON.stringify(record);
    for (const told of [secret, ...recoveryCodes]) expect(kept).not.toContain(told);
  });

  test('sessions, API tokens and refreshes go on without one', async () => {
    const expiresAt = new Date(now + 60 * minute).toISOString();
    const { token } = (await jan.post('/api/me/tokens', { name: 'x', scope: 'read', expiresAt, password })).body;
    const { person: other } = await begin(jan.email);
    await withApp(jan);
    expect((await jan.post('/api/auth/refresh')).body).toEqual({ id: jan.id, name: 'Jan' });
    expect((await other.get('/api/me')).status).toBe(200);
    const byToken = await fetch(`${gos.origin}/api/tasks`, { headers: { authorization: `Bearer ${token}` } });
    expect(byToken.status).toBe(200);
    const closed = await fetch(`${gos.origin}/api/me/totp`, { headers: { authorization: `Bearer ${token}` } });
    expect(closed.status).toBe(403);
  });

  test('an admin takes it away from somebody else, who is told; sign-ins under way end', async () => {
    const { secret } = await withApp(jan);
    const path = `/api/users/${jan.id}/second-step`;
    expect((await admin.get(path)).body).toEqual({ methods: ['totp', 'recovery'] });
    const { person } = await begin(jan.email);
    expect(codes(await jan.delete(path))).toEqual([403, 'user.forbidden']);
    expect(codes(await admin.delete(path))).toEqual([204]);
    expect(codes(await admin.delete(path))).toEqual([204]);
    const late = await finish(person, { kind: 'totp', code: codeOf(secret) });
    expect(codes(late)).toEqual([401, 'auth.second-step.ended']);
    expect((await begin(jan.email)).answer.body).toEqual({ id: jan.id, name: 'Jan' });
    expect(await mailed(jan, 'reset')).toContain('Správce zrušil');
    expect((await admin.get(path)).body).toEqual({ methods: [] });
    await withApp(jan);
    const said: string[] = [];
    const operations = gos.service<Operations>(Operations);
    for (let n = 0; n < 2; n++) await operations.run('user', ['second-step', jan.email], (line) => said.push(line));
    expect(said.map((line) => line.split(', and ')[1])).toEqual([
      'signs in by the password alone now',
      'had no second step',
    ]);
    expect((await begin(jan.email)).answer.body).toEqual({ id: jan.id, name: 'Jan' });
    const own = await admin.delete(`/api/users/${admin.id}/second-step`);
    expect(codes(own)).toEqual([403, 'second-step.own']);
  });

  test('where it is required, it is set up before anything else, but after a new password', async () => {
    const required = [403, 'auth.second-step.required'];
    await admin.patch('/api/settings', { secondStep: 'admins' });
    expect(codes(await jan.get('/api/tasks'))).toEqual([200]);
    expect(codes(await admin.get('/api/tasks'))).toEqual(required);
    expect((await admin.get('/api/me')).body.secondStep).toBe('required');
    await withApp(admin);
    expect(codes(await admin.get('/api/tasks'))).toEqual([200]);
    expect(codes(await admin.call('DELETE', '/api/me/totp', { password }))).toEqual([409, 'second-step.last']);

    await admin.patch('/api/settings', { secondStep: 'all' });
    expect(codes(await jan.get('/api/tasks'))).toEqual(required);
    const said: string[] = [];
    const operations = gos.service<Operations>(Operations);
    await operations.run('user', ['password', jan.email], (line) => said.push(line));
    const made = said.find((line) => line.startsWith('password: '))!.slice('password: '.length);
    const { person } = await begin(jan.email, made);
    expect(codes(await person.get('/api/me/totp'))).toEqual([403, 'auth.password-change']);
    const next = { current: made, password, passwordRepeat: password };
    expect((await person.post('/api/me/password', next)).status).toBe(204);
    expect(codes(await person.get('/api/tasks'))).toEqual(required);
    for (const path of ['totp', 'passkeys', 'recovery-codes']) {
      expect((await person.get(`/api/me/${path}`)).status).toBe(200);
    }
    await withPasskey(person, new Authenticator('http://localhost'));
    expect(codes(await person.get('/api/tasks'))).toEqual([200]);
    // People without a password sign in by a provider, which has its own second step.
    const ota = await gos.person('Ota');
    expect(codes(await ota.get('/api/tasks'))).toEqual(required);
    await gos.service<People>(People).change(ota.id, (data) => ({ ...data, passwordHash: null }));
    expect(codes(await ota.get('/api/tasks'))).toEqual([200]);
    expect(codes(await ota.post('/api/me/totp', { password }))).toEqual([409, 'auth.password.none']);
    await admin.patch('/api/settings', { secondStep: 'optional' });
  });
});
