import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generateKeyPair } from 'jose';
import { Identities } from '../../../shared/user/identities';
import { People } from '../../../shared/user/people';
import { Recoveries } from '../../../shared/user/recoveries';
import { SecondSteps } from '../../../shared/user/second-steps';
import { readLetter } from '../../../stores/mail/testing/read-letter';
import { Harness, type Json, Person, type Reply } from '../../../testing/harness';
import { type OidcAccount, TestOidcServer } from '../../../testing/servers/oidc';
import { RogueProvider } from './testing/rogue-provider';

const password = 'correct horse';
const told = ({ status, body }: Reply<Json>) => [status, ...(body.code ? [body.code] : [])];

describe('single sign-on', () => {
  let gos: Harness;
  let google: TestOidcServer;
  let rogue: RogueProvider;
  let admin: Person;
  let accounts = 0;

  beforeAll(async () => {
    google = await TestOidcServer.start(['http://localhost/oidc-callback']);
    rogue = await RogueProvider.start();
    gos = await Harness.start({ ...google.env('GOOGLE', 'Google'), ...rogue.env });
    admin = await gos.person('Alena Adminová');
  });
  afterAll(async () => {
    await gos.stop();
    await google.stop();
    await rogue.stop();
  });
  afterEach(async () => {
    gos.clock.set(null);
    rogue.instead = null;
    rogue.metadata = {};
    rogue.token = (nonce) => rogue.signed({ nonce });
    await admin.patch('/api/settings', { registration: 'open' });
  });

  /** Somebody new at the provider. */
  function account(more: OidcAccount = {}) {
    const login = `login-${++accounts}`;
    const email = `${login}@firma.example`;
    google.accounts.set(login, { name: `Osoba ${accounts}`, email, email_verified: true, ...more });
    return { login, email: more.email ?? email };
  }
  async function begin(person: Person, provider = 'google', redirectTo = ''): Promise<URL> {
    const { status, headers } = await person.get(
      `/api/auth/sso/${provider}${redirectTo && `?redirectTo=${redirectTo}`}`,
    );
    expect(status).toBe(302);
    return new URL(headers.get('location')!, gos.origin);
  }
  const back = (person: Person, { code, state, iss }: Record<string, string>) =>
    person.post('/api/auth/sso/callback', { code, state, iss });
  async function enter(login: string, redirectTo?: string, person = gos.stranger()) {
    const location = await begin(person, 'google', redirectTo);
    return { person, answer: await back(person, await google.signIn(location.href, login)) };
  }
  async function enterRogue(person = gos.stranger()) {
    const { searchParams } = await begin(person, 'sso');
    rogue.nonce = searchParams.get('nonce')!;
    return { person, answer: await back(person, { code: 'any', state: searchParams.get('state')! }) };
  }
  const idOf = async (person: Person): Promise<number> => (await person.get('/api/me')).body.id;
  async function known(email: string): Promise<Person> {
    const person = new Person(gos.origin, email);
    const body = { name: 'Známá Osoba', email, password, passwordRepeat: password };
    person.id = (await person.post('/api/auth/register', body)).body.id;
    return person;
  }
  /** Connects the signed-in person with the account that our own provider reports. */
  async function connectRogue(person: Person, sub: string): Promise<void> {
    rogue.token = (nonce) => rogue.signed({ nonce, sub });
    const { searchParams } = new URL((await person.post('/api/me/identities/sso', {})).body.location);
    rogue.nonce = searchParams.get('nonce')!;
    expect(told(await back(person, { code: 'any', state: searchParams.get('state')! }))).toEqual([200]);
  }
  async function mailed(userId: number, news: string): Promise<string> {
    const folder = join(gos.folder, 'mail');
    for (;;) {
      const name = readdirSync(folder).find((one) => one.startsWith(`sign-in-${userId}.${news}.`));
      if (name) return readLetter(readFileSync(join(folder, name), 'utf8')).part('text/plain')!;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  const everybody = async () => (await admin.get('/api/users')).body.total;

  it('signs nobody in by a link on a foreign page: it leads to the sign-in', async () => {
    const from = async (site: string) => {
      const { status, headers } = await gos
        .stranger()
        .get('/api/auth/sso/google?redirectTo=/tasks/given', { 'sec-fetch-site': site });
      return [status, headers.get('location')!.replace(/^http.*/, 'the provider'), headers.getSetCookie().length];
    };
    const asked = [302, '/login?redirectTo=%2Ftasks%2Fgiven', 0];
    expect(await from('cross-site')).toEqual(asked);
    expect(await from('same-site')).toEqual(asked);
    expect(await from('same-origin')).toEqual([302, 'the provider', 1]);
    expect(await from('none')).toEqual([302, 'the provider', 1]);
  });

  it('names its providers, and sends to one with what binds the answer to this browser', async () => {
    const stranger = gos.stranger();
    const { body } = await stranger.get('/api/auth/sso');
    expect(body).toEqual({
      items: [
        { id: 'google', name: 'Google' },
        { id: 'sso', name: 'Firma' },
      ],
    });
    expect(told(await stranger.get('/api/auth/sso/other'))).toEqual([404, 'auth.sso.unknown']);

    const { status, headers } = await stranger.get('/api/auth/sso/google?redirectTo=/tasks/given');
    expect([status, headers.get('cache-control')]).toEqual([302, 'no-store']);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^oidcTempToken=[\w-]+; Path=\/api; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const { origin, searchParams } = new URL(headers.get('location')!);
    expect(origin).toBe(google.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'gos',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost/oidc-callback',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    // Parameters of the endpoint's own address stay.
    expect((await begin(stranger, 'sso')).searchParams.get('tenant')).toBe('1');
  });

  it('registers who is new, and knows them again whatever became of their e-mail', async () => {
    const { login, email } = account({ name: 'Eva Nová', locale: 'en-GB' });
    const { person, answer } = await enter(login, '/tasks/given?page=2');
    expect([answer.status, answer.body]).toEqual([200, { redirectTo: encodeURI('/tasks/given?page=2') }]);
    expect([...person.cookies.keys()].sort()).toEqual([
      'accessExpiration',
      'accessToken',
      'gosDevice',
      'refreshExpiration',
      'refreshToken',
    ]);
    const me = (await person.get('/api/me')).body;
    expect(me).toMatchObject({ name: 'Eva Nová', email, role: 'member', language: 'en', password: 'none' });
    google.accounts.set(login, { email: 'other@firma.example', email_verified: false });
    const again = await enter(login);
    expect([again.answer.body, await idOf(again.person)]).toEqual([{ redirectTo: '/tasks' }, me.id]);
  });

  it('ends the session that the browser came with', async () => {
    const planted = await known('planted@firma.example');
    const browser = gos.stranger();
    for (const [name, value] of planted.cookies) browser.cookies.set(name, value);
    const { answer } = await enter(account().login, undefined, browser);
    expect(answer.status).toBe(200);
    expect((await planted.get('/api/me')).status).toBe(401);
    expect([await idOf(browser)].includes(planted.id)).toBe(false);
    // Where the account has to be linked first, with the password that links it.
    const { login, email } = account();
    const jan = await known(email);
    const other = gos.stranger();
    for (const [name, value] of jan.cookies) other.cookies.set(name, value);
    await enter(login, undefined, other);
    expect((await jan.get('/api/me')).status).toBe(200);
    expect(told(await other.post('/api/auth/sso/link', { password }))).toEqual([200]);
    expect([(await jan.get('/api/me')).status, await idOf(other)]).toEqual([401, jan.id]);
  });

  it.each(['https://evil.example', '//evil.example', '/x/..//evil.example', '/%5C/..\\evil', '%0a/x'])(
    'goes on within the application, whatever %s asks for',
    async (redirectTo) => {
      const { login } = account();
      expect((await enter(login, encodeURIComponent(redirectTo))).answer.body).toEqual({ redirectTo: '/tasks' });
    },
  );

  it('takes one return once, only in the browser that went, in several tabs, for ten minutes', async () => {
    const { login } = account();
    const person = gos.stranger();
    const first = await google.signIn((await begin(person)).href, login);
    const other = gos.stranger();
    expect(told(await back(other, first))).toEqual([401, 'auth.sso.ended']);
    const second = await google.signIn((await begin(person)).href, login);
    const twin = new Person(gos.origin);
    twin.cookies.set('oidcTempToken', person.cookies.get('oidcTempToken')!);
    expect(told(await back(person, { ...second, state: first.state! }))).toEqual([401, 'auth.sso.refused']);
    expect(told(await back(person, first))).toEqual([200]);
    expect(told(await back(person, first))).toEqual([401, 'auth.sso.ended']);
    // The provider does not exchange a code again.
    expect(told(await back(twin, first))).toEqual([401, 'auth.sso.refused']);

    const third = await google.signIn((await begin(person)).href, login);
    gos.clock.set(new Date(Date.now() + 10 * 60_000 + 1_000).toISOString());
    expect(told(await back(person, third))).toEqual([401, 'auth.sso.ended']);
    gos.clock.set(null);
    expect(told(await back(person, { code: 'none', state: third.state! }))).toEqual([401, 'auth.sso.refused']);
    const sealed = person.cookies.get('oidcTempToken')!;
    person.cookies.set('oidcTempToken', `${sealed.slice(0, -2)}AA`);
    expect(told(await back(person, third))).toEqual([401, 'auth.sso.ended']);
    expect(told(await person.post('/api/auth/sso/callback', { code: '', state: 'x' }))).toEqual([
      422,
      'auth.fill-both',
    ]);
  });

  it('takes one return once where the provider exchanges a code twice', async () => {
    rogue.token = (nonce) => rogue.signed({ nonce, sub: 'twice', email: 'twice@firma.example', email_verified: true });
    const person = gos.stranger();
    const { searchParams } = await begin(person, 'sso');
    rogue.nonce = searchParams.get('nonce')!;
    const twin = new Person(gos.origin);
    twin.cookies.set('oidcTempToken', person.cookies.get('oidcTempToken')!);
    const given = { code: 'any', state: searchParams.get('state')! };
    const answers = await Promise.all([back(person, given), back(twin, given)]);
    expect(answers.map(told).sort()).toEqual([[200], [401, 'auth.sso.ended']]);
  });

  it('asks for the password of the account with that e-mail once, and links both', async () => {
    const { login, email } = account();
    const jan = await known(` ${email.toUpperCase()}`);
    const { person, answer } = await enter(login, '/people');
    const provider = { id: 'google', name: 'Google' };
    expect([answer.status, answer.body]).toEqual([200, { link: { provider, email: email.toUpperCase() } }]);
    expect((await person.get('/api/me')).status).toBe(401);
    expect(told(await person.post('/api/auth/sso/link', { password: 'wrong horse' }))).toEqual([
      401,
      'auth.credentials',
    ]);
    expect(told(await gos.stranger().post('/api/auth/sso/link', { password }))).toEqual([401, 'auth.sso.ended']);
    const linked = await person.post('/api/auth/sso/link', { password });
    expect([linked.status, linked.body]).toEqual([200, { redirectTo: '/people' }]);
    expect(await idOf(person)).toBe(jan.id);
    expect(person.cookies.has('oidcTempToken')).toBe(false);
    const again = await enter(login);
    expect([again.answer.body, await idOf(again.person)]).toEqual([{ redirectTo: '/tasks' }, jan.id]);
    // The password goes on to sign in.
    expect(told(await gos.stranger().post('/api/auth/login', { email, password }))).toEqual([200]);
  });

  it('links no account with a second step by the password alone', async () => {
    const { login, email } = account();
    const jan = await known(email);
    const steps = gos.service<SecondSteps>(SecondSteps);
    const totp = { sealed: steps.seal('JBSWY3DPEHPK3PXP', jan.id), since: '2026-01-01T00:00:00.000Z', usedStep: 0 };
    await steps.change(jan.id, (now) => ({ next: { ...now, totp }, answer: null }));
    const { person } = await enter(login);
    expect(told(await person.post('/api/auth/sso/link', { password }))).toEqual([403, 'auth.sso.second-step']);
    expect((await person.get('/api/me')).status).toBe(401);
    expect(told(await person.post('/api/auth/sso/link', { password }))).toEqual([401, 'auth.sso.ended']);
    expect((await enter(login)).answer.body).toMatchObject({ link: { email } });
  });

  it('never links by an e-mail that the provider has not verified, or does not tell', async () => {
    const { login, email } = account({ email_verified: false });
    await known(email);
    const { person, answer } = await enter(login);
    expect(told(answer)).toEqual([403, 'auth.sso.email-unverified']);
    expect((await person.get('/api/me')).status).toBe(401);
    expect(told(await person.post('/api/auth/sso/link', { password }))).toEqual([401, 'auth.sso.ended']);
    const silent = account({ email: undefined });
    expect(told((await enter(silent.login)).answer)).toEqual([403, 'auth.sso.email-missing']);
    const odd = account({ email: 'no address' });
    expect(told((await enter(odd.login)).answer)).toEqual([403, 'auth.sso.email-missing']);
  });

  it('links who has no password by the verified e-mail, unless it was not verified when they registered', async () => {
    const { login, email } = account();
    const { person } = await enter(login);
    rogue.token = (nonce) => rogue.signed({ nonce, sub: 'same', email, email_verified: true });
    expect(await idOf((await enterRogue()).person)).toBe(await idOf(person));

    const unverified = account({ email_verified: false });
    const squatter = await enter(unverified.login);
    expect(told(squatter.answer)).toEqual([200]);
    rogue.token = (nonce) => rogue.signed({ nonce, sub: 'owner', email: unverified.email, email_verified: true });
    expect(told((await enterRogue()).answer)).toEqual([403, 'auth.sso.recover']);
    // The owner recovers it by mail: what they had not connected goes.
    const squatterId = await idOf(squatter.person);
    const { value } = (await gos.service<People>(People).record(squatterId))!;
    const asked = { nonce: 'n', askedAt: Date.now() };
    const token = await gos.service<Recoveries>(Recoveries).issue(squatterId, value, asked);
    const chosen = { password, passwordRepeat: password };
    expect(told(await gos.stranger().post('/api/auth/recover', { token, ...chosen }))).toEqual([204]);
    expect((await squatter.person.get('/api/me')).status).toBe(401);
    expect(told((await enter(unverified.login)).answer)).toEqual([403, 'auth.sso.email-unverified']);
    const owner = await enterRogue();
    expect(owner.answer.body).toMatchObject({ link: { email: unverified.email } });
    expect(told(await owner.person.post('/api/auth/sso/link', { password }))).toEqual([200]);
    expect(await idOf(owner.person)).toBe(squatterId);
  });

  it('refuses the deactivated as a sign-in by password does', async () => {
    const { login } = account();
    const { person } = await enter(login);
    await admin.patch(`/api/users/${await idOf(person)}`, { active: false });
    expect(told((await enter(login)).answer)).toEqual([401, 'auth.credentials']);
  });

  it('registers nobody where registration is closed or by invitation', async () => {
    const before = await everybody();
    const old = await known(account().email);
    await admin.patch('/api/settings', { registration: 'off' });
    expect(told((await enter(account().login)).answer)).toEqual([403, 'auth.registration-closed']);
    await admin.patch('/api/settings', { registration: 'invite' });
    expect(told((await enter(account().login)).answer)).toEqual([422, 'auth.invitation']);
    const invited = account();
    const unverified = account({ email_verified: false });
    const invitations = [invited, unverified].map(({ email }) => ({ email, role: 'auditor' }));
    expect(told(await admin.post('/api/users/invite', { invitations }))).toEqual([200]);
    const { person } = await enter(invited.login);
    expect((await person.get('/api/me')).body).toMatchObject({ email: invited.email, role: 'auditor' });
    expect(told((await enter(unverified.login)).answer)).toEqual([422, 'auth.invitation']);
    expect(await everybody()).toBe(before + 2);
    const { login } = account({ email: old.email });
    expect((await enter(login)).answer.body).toMatchObject({ link: { email: old.email } });
  });

  it('is connected in the profile, confirmed by the password, and disconnected while another way is left', async () => {
    const { login } = account();
    const jan = await known(account().email);
    const { items } = (await jan.get('/api/me/identities')).body;
    expect(items.map((one: Json) => [one.provider.id, one.connected])).toEqual([
      ['google', null],
      ['sso', null],
    ]);
    expect(told(await jan.post('/api/me/identities/google', {}))).toEqual([422, 'validation.required']);
    const wrong = await jan.post('/api/me/identities/google', { password: 'wrong horse' });
    expect(told(wrong)).toEqual([422, 'auth.password.wrong']);
    expect(told(await jan.post('/api/me/identities/other', { password }))).toEqual([404, 'auth.sso.unknown']);
    expect(told(await jan.delete('/api/me/identities/google'))).toEqual([404, 'identity.not-found']);

    const { location } = (await jan.post('/api/me/identities/google', { password })).body;
    const returned = await google.signIn(location, login);
    // Another person who signed in here meanwhile gets nothing.
    const other = await known(account().email);
    other.cookies.set('oidcTempToken', jan.cookies.get('oidcTempToken')!);
    const code = (await google.signIn(location, login)).code!;
    expect(told(await back(other, { ...returned, code }))).toEqual([401, 'auth.sso.ended']);
    const again = (await jan.post('/api/me/identities/google', { password })).body.location;
    expect((await back(jan, await google.signIn(again, login))).body).toEqual({ redirectTo: '/profile' });
    const [connected] = (await jan.get('/api/me/identities')).body.items;
    expect(connected.connected).toEqual({ email: `${login}@firma.example`, since: expect.any(String) });
    expect(await idOf((await enter(login)).person)).toBe(jan.id);
    expect(await mailed(jan.id, 'identity-connected')).toContain('připojeno přihlašování přes Google');

    const connect = async (person: Person, body: object, as: string) => {
      const answer = await person.post('/api/me/identities/google', body);
      return back(person, await google.signIn(answer.body.location, as));
    };
    expect(told(await connect(other, { password }, login))).toEqual([409, 'identity.taken']);
    expect(told(await connect(jan, { password }, account().login))).toEqual([409, 'identity.other-connected']);
    expect(told(await connect(jan, { password }, login))).toEqual([200]);
    expect(told(await jan.delete('/api/me/identities/google'))).toEqual([204]);
    expect(await mailed(jan.id, 'identity-disconnected')).toContain('odpojeno přihlašování přes Google');
    expect((await enter(login)).answer.body).toEqual({ redirectTo: '/tasks' });

    const { person } = await enter(account().login);
    expect(told(await person.delete('/api/me/identities/google'))).toEqual([409, 'identity.last']);
    await connectRogue(person, 'second way');
    expect(told(await person.delete('/api/me/identities/google'))).toEqual([204]);
    expect(told(await person.delete('/api/me/identities/sso'))).toEqual([409, 'identity.last']);
  });

  it('leaves one when both are disconnected at once', async () => {
    const { person } = await enter(account().login);
    await connectRogue(person, 'the other of both');
    const identities = gos.service<Identities>(Identities);
    const id = await idOf(person);
    const isEnough = (left: readonly unknown[]) => left.length > 0;
    // Both have looked before either is removed.
    const looked: (() => void)[] = [];
    const { of } = identities;
    jest.spyOn(identities, 'of').mockImplementation(async (userId) => {
      const own = await of.call(identities, userId);
      if (looked.length < 2) {
        await new Promise<void>((resolve) => {
          looked.push(resolve);
          if (looked.length === 2) for (const go of looked) go();
        });
      }
      return own;
    });
    const results = await Promise.allSettled([
      identities.disconnect(id, 'google', isEnough),
      identities.disconnect(id, 'sso', isEnough),
    ]);
    jest.restoreAllMocks();
    expect(results.some(({ status }) => status === 'rejected')).toBe(true);
    expect((await identities.of(id)).length).toBeGreaterThan(0);
  });

  it('takes a right token, also by a key that is newer than those that it knows', async () => {
    const sub = { sub: 'rotating', email: 'rotating@firma.example', email_verified: 'true' };
    rogue.token = (nonce) => rogue.signed({ nonce, ...sub });
    expect(told((await enterRogue()).answer)).toEqual([200]);
    await rogue.rotate();
    expect(told((await enterRogue()).answer)).toEqual([200]);
    rogue.token = (nonce) => rogue.signed({ nonce, ...sub, aud: ['gos', 'other'], azp: 'gos' });
    expect(told((await enterRogue()).answer)).toEqual([200]);
  });

  it('takes no forged token', async () => {
    const before = await everybody();
    const mail = { sub: 'forged', email: 'forged@firma.example', email_verified: true };
    const seconds = Math.floor(Date.now() / 1_000);
    const { privateKey } = await generateKeyPair('ES256');
    const forged: Record<string, (nonce: string) => Promise<string>> = {
      'another key': (nonce) => rogue.signed({ nonce, ...mail }, privateKey),
      'no signature': async (nonce) => rogue.unsigned({ alg: 'none' }, rogue.claims({ nonce, ...mail })),
      'a shared secret': async (nonce) => rogue.unsigned({ alg: 'HS256' }, rogue.claims({ nonce, ...mail }), 'AAAA'),
      'another nonce': () => rogue.signed({ nonce: 'other', ...mail }),
      'no nonce': () => rogue.signed(mail),
      'another audience': (nonce) => rogue.signed({ nonce, ...mail, aud: 'other' }),
      'several audiences': (nonce) => rogue.signed({ nonce, ...mail, aud: ['gos', 'other'] }),
      'another party': (nonce) => rogue.signed({ nonce, ...mail, azp: 'other' }),
      'another issuer': (nonce) => rogue.signed({ nonce, ...mail, iss: google.issuer }),
      expired: (nonce) => rogue.signed({ nonce, ...mail, exp: seconds - 90 }),
      'no end': (nonce) => rogue.signed({ nonce, ...mail, exp: undefined }),
      'no subject': (nonce) => rogue.signed({ nonce, ...mail, sub: undefined }),
      'an empty subject': (nonce) => rogue.signed({ nonce, ...mail, sub: '' }),
      'no token': async () => 'hello',
      'not even that': async () => null as unknown as string,
    };
    for (const [name, token] of Object.entries(forged)) {
      rogue.token = token;
      const { person, answer } = await enterRogue();
      expect([name, ...told(answer)]).toEqual([name, 401, 'auth.sso.refused']);
      expect(person.cookies.has('accessToken')).toBe(false);
    }
    expect(await everybody()).toBe(before);
  });

  it('says that a provider cannot be reached, in time', async () => {
    const person = gos.stranger();
    const { searchParams } = await begin(person, 'sso');
    const given = { code: 'any', state: searchParams.get('state')! };
    for (const instead of [
      (path: string, response: Json) => path === '/token' && response.writeHead(500).end('down'),
      (path: string, response: Json) => path === '/token' && response.socket.destroy(),
      (path: string) => path === '/token',
    ]) {
      rogue.instead = (path, response) => Boolean(instead(path, response));
      expect(told(await back(person, given))).toEqual([503, 'auth.sso.unavailable']);
    }
    const hour = 60 * 60_000;
    gos.clock.set(new Date(Date.now() + 2 * hour).toISOString());
    rogue.instead = (_, response) => Boolean(response.writeHead(500).end());
    // No browser is sent to a provider that is away, also where its addresses are known.
    expect((await begin(gos.stranger(), 'sso')).href).toBe(`${gos.origin}/login?error=auth.sso.unavailable`);
  });

  it('finishes a sign-in by the addresses that it knows while the provider publishes none', async () => {
    const person = gos.stranger();
    rogue.token = (nonce) => rogue.signed({ nonce, sub: 'hours', email: 'hours@firma.example', email_verified: true });
    const { searchParams } = await begin(person, 'sso');
    rogue.nonce = searchParams.get('nonce')!;
    rogue.instead = (path, response) => path.startsWith('/.well-known') && Boolean(response.writeHead(500).end());
    expect(told(await back(person, { code: 'any', state: searchParams.get('state')! }))).toEqual([200]);
  });

  it('takes a return only from the issuer that the browser was sent to', async () => {
    rogue.token = (nonce) => rogue.signed({ nonce, sub: 'mixed', email: 'mixed@firma.example', email_verified: true });
    const returned = async (iss?: string) => {
      const person = gos.stranger();
      const { searchParams } = await begin(person, 'sso');
      rogue.nonce = searchParams.get('nonce')!;
      const state = searchParams.get('state')!;
      return told(await person.post('/api/auth/sso/callback', { code: 'any', state, iss }));
    };
    expect(await returned(google.issuer)).toEqual([401, 'auth.sso.refused']);
    expect(await returned(rogue.issuer)).toEqual([200]);
    expect(await returned()).toEqual([200]);
    rogue.metadata = { authorization_response_iss_parameter_supported: true };
    expect(await returned()).toEqual([401, 'auth.sso.refused']);
    expect(await returned(`${rogue.issuer}/`)).toEqual([401, 'auth.sso.refused']);
    expect(await returned(rogue.issuer)).toEqual([200]);
  });

  it('takes user info that is signed for it, and refuses what is not', async () => {
    rogue.metadata = { userinfo_endpoint: `${rogue.issuer}/userinfo` };
    rogue.token = (nonce) => rogue.signed({ nonce, sub: 'signed' });
    const info = { sub: 'signed', email: 'signed@firma.example', email_verified: true, name: 'Iva Podepsaná' };
    const { privateKey } = await generateKeyPair('ES256');
    const sent = async (text: string) => {
      rogue.instead = (path, response) =>
        path === '/userinfo' && Boolean(response.writeHead(200, { 'content-type': 'application/jwt' }).end(text));
      return enterRogue();
    };
    for (const wrong of [
      await rogue.signed(info, privateKey),
      await rogue.signed({ ...info, aud: 'other' }),
      await rogue.signed({ ...info, iss: google.issuer }),
      await rogue.signed({ ...info, sub: 'another' }),
      'no token',
    ]) {
      expect(told((await sent(wrong)).answer)).toEqual([401, 'auth.sso.refused']);
    }
    const { person, answer } = await sent(await rogue.signed(info));
    expect(told(answer)).toEqual([200]);
    expect((await person.get('/api/me')).body).toMatchObject({ name: info.name, email: info.email });
  });

  it('leaves no cookie of a sign-in after the sign-out', async () => {
    const { login } = account();
    const { person } = await enter(login);
    await begin(person, 'sso');
    expect(person.cookies.has('oidcTempToken')).toBe(true);
    await person.post('/api/auth/logout');
    expect([...person.cookies.keys()]).toEqual(['gosDevice']);
  });
});

describe('single sign-on by a provider that is away', () => {
  it('leads back to the sign-in, which says so', async () => {
    const rogue = await RogueProvider.start();
    const gos = await Harness.start(rogue.env);
    try {
      const away = '/login?error=auth.sso.unavailable';
      const begin = async (search = '') => {
        const { status, headers } = await gos.stranger().get(`/api/auth/sso/sso${search}`);
        return [status, headers.get('location'), headers.getSetCookie()];
      };
      rogue.instead = (_, response) =>
        Boolean(response.writeHead(200).end(JSON.stringify({ issuer: 'http://other.example' })));
      expect(await begin()).toEqual([302, away, []]);
      await rogue.stop();
      expect(await begin('?redirectTo=/people')).toEqual([302, `${away}&redirectTo=%2Fpeople`, []]);
      expect(await begin('?redirectTo=//evil.example')).toEqual([302, away, []]);
    } finally {
      await gos.stop();
    }
  });
});
