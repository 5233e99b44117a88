import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPair } from 'jose';
import { ACCOUNTS, type Accounts } from '../../../stores/accounts/accounts';
import { Harness, Person } from '../../../testing/harness';
import { holdCalls } from '../testing/held-calls';
import { RogueProvider } from './testing/rogue-provider';

const password = 'correct horse';
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describe('a logout at the provider', () => {
  let gos: Harness;
  let provider: RogueProvider;
  let admin: Person;
  let tokens = 0;

  beforeAll(async () => {
    provider = await RogueProvider.start();
    gos = await Harness.start(provider.env);
    admin = await gos.person('Alena Adminová');
  });
  afterAll(async () => {
    await gos.stop();
    await provider.stop();
  });
  afterEach(() => gos.clock.set(null));

  async function leave(person: Person, sub: string, sid?: string): Promise<[string, object]> {
    const { headers } = await person.get('/api/auth/sso/sso');
    const { searchParams } = new URL(headers.get('location')!);
    const [nonce, state] = [searchParams.get('nonce')!, searchParams.get('state')!];
    const claims = { sub, email: `${sub}@firma.example`, email_verified: true, name: sub, ...(sid && { sid }) };
    return ['/api/auth/sso/callback', { code: provider.codeFor({ nonce, ...claims }), state }];
  }
  async function enter(sub: string, sid?: string): Promise<Person> {
    const person = gos.stranger();
    const { status } = await person.post(...(await leave(person, sub, sid)));
    expect(status).toBe(200);
    return person;
  }
  const logoutToken = (more: object) => provider.signed({ sub: undefined, events, jti: `jti-${++tokens}`, ...more });
  async function send(token: string, to = 'sso') {
    const response = await fetch(`${gos.origin}/api/auth/sso/${to}/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }),
    });
    return [response.status, response.headers.get('cache-control')];
  }
  const isIn = async (person: Person) => (await person.get('/api/me')).status === 200;
  const done = [200, 'no-store'];

  it('ends the sessions of one session there, and of nobody else', async () => {
    const [phone, desk, other] = [await enter('eva', 'phone'), await enter('eva', 'desk'), await enter('ota', 'other')];
    expect(await send(await logoutToken({ sub: 'eva', sid: 'phone' }))).toEqual(done);
    expect([await isIn(phone), await isIn(desk), await isIn(other), await isIn(admin)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect((await phone.post('/api/auth/refresh')).status).toBe(401);
    expect(await send(await logoutToken({ sid: 'desk' }))).toEqual(done);
    expect([await isIn(desk), await isIn(other)]).toEqual([false, true]);
  });

  it('ends all sessions of an account there, also after they were refreshed', async () => {
    const [one, two] = [await enter('iva', 'one'), await enter('iva')];
    expect((await one.post('/api/auth/refresh')).status).toBe(200);
    expect(await send(await logoutToken({ sub: 'iva' }))).toEqual(done);
    expect([await isIn(one), await isIn(two)]).toEqual([false, false]);
  });

  it('leaves sessions that began by a password', async () => {
    const jan = await gos.person('Jan');
    const { body } = await jan.post('/api/me/identities/sso', { password });
    const { searchParams } = new URL(body.location);
    const code = provider.codeFor({ nonce: searchParams.get('nonce')!, sub: 'jan' });
    await jan.post('/api/auth/sso/callback', { code, state: searchParams.get('state')! });
    const other = await enter('jan', 'here');
    expect(await send(await logoutToken({ sub: 'jan' }))).toEqual(done);
    expect([await isIn(jan), await isIn(other)]).toEqual([true, false]);
  });

  it.each([
    ['its session alone', 'known', { sid: 'ended' }],
    ['its session alone, while they register', 'new', { sid: 'ended-new' }],
    ['its account, while they register', 'new', { sub: 'novy-2' }],
  ])('lets no sign-in begin that is under way by naming %s', async (_, start, named) => {
    const sub = 'sub' in named ? named.sub : `${start}-1`;
    if (start === 'known') await enter(sub, 'before');
    const sid = 'sid' in named ? named.sid : 'other';
    const [person, later] = [gos.stranger(), gos.stranger()];
    const [returned, returnedLater] = [await leave(person, sub, sid), await leave(later, sub, sid)];
    const calls = holdCalls(gos.service<Accounts>(ACCOUNTS), 'insert', start === 'known' ? 'session' : 'identity', 1);
    const sent = person.post(...returned);
    await calls.reached;
    expect(await send(await logoutToken(named))).toEqual(done);
    calls.release();
    expect((await sent).body.code).toBe('auth.access-changed');
    // Its ID token is of before the logout too.
    expect((await later.post(...returnedLater)).body.code).toBe('auth.access-changed');
  });

  it('lets no sign-in begin that is under way', async () => {
    await enter('ema', 'before');
    const people = Array.from({ length: 24 }, () => gos.stranger());
    const returns = await Promise.all(people.map((person) => leave(person, 'ema', 'now')));
    const calls = holdCalls(gos.service<Accounts>(ACCOUNTS), 'insert', 'session', 24);
    const sent = people.map((person, index) => person.post(...returns[index]!));
    await calls.reached;
    expect(await send(await logoutToken({ sub: 'ema', sid: 'now' }))).toEqual(done);
    calls.release();
    expect(new Set((await Promise.all(sent)).map(({ body }) => body.code))).toEqual(new Set(['auth.access-changed']));
  });

  it('takes no token that is forged, of another kind, old, or used', async () => {
    const person = await enter('ola', 'here');
    const seconds = Math.floor(Date.now() / 1_000);
    const { privateKey } = await generateKeyPair('ES256');
    const named = { sub: 'ola', sid: 'here' };
    const wrong = [
      await provider.signed({ events, jti: 'forged', ...named }, privateKey),
      provider.unsigned({ alg: 'none' }, provider.claims({ events, jti: 'none', ...named })),
      await logoutToken({ ...named, events: undefined }),
      await logoutToken({ ...named, events: { other: {} } }),
      await logoutToken({ ...named, nonce: 'x' }),
      await logoutToken({ ...named, aud: 'other' }),
      await logoutToken({ ...named, iss: 'https://other.example' }),
      await logoutToken({ ...named, jti: undefined }),
      await logoutToken({ ...named, iat: seconds - 3_600 }),
      await logoutToken({ ...named, exp: seconds - 90 }),
      await logoutToken({}),
      'no token',
      '',
    ];
    for (const token of wrong) expect((await send(token))[0]).toBe(400);
    expect(await isIn(person)).toBe(true);
    const token = await logoutToken(named);
    expect(await send(token)).toEqual(done);
    const again = await enter('ola', 'here');
    expect((await send(token))[0]).toBe(400);
    expect(await isIn(again)).toBe(true);
    expect((await send(token, 'google'))[0]).toBe(404);
  });
});
