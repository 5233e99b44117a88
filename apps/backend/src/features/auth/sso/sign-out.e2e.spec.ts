import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { ACCOUNTS, type Accounts } from '../../../stores/accounts/accounts';
import { Harness, type Person } from '../../../testing/harness';
import { Cookies } from '../../../testing/servers/cookies';
import { TestOidcServer } from '../../../testing/servers/oidc';
import { RogueProvider } from './testing/rogue-provider';

const password = 'correct horse';

describe('a sign-out at the provider', () => {
  let gos: Harness;
  let oidc: TestOidcServer;
  let rogue: RogueProvider;

  beforeAll(async () => {
    oidc = await TestOidcServer.start(['http://localhost/oidc-callback']);
    rogue = await RogueProvider.start();
    gos = await Harness.start({ ...oidc.env('GOOGLE', 'Google'), ...rogue.env });
    await gos.person('Alena Adminová');
  });
  afterAll(async () => {
    await gos.stop();
    await oidc.stop();
    await rogue.stop();
  });

  async function enter(login: string, cookies = new Cookies(), person = gos.stranger()) {
    oidc.accounts.set(login, { name: login, email: `${login}@firma.example`, email_verified: true });
    const { headers } = await person.get('/api/auth/sso/google');
    const { code, state, iss } = await oidc.signIn(headers.get('location')!, login, cookies);
    expect((await person.post('/api/auth/sso/callback', { code, state, iss })).status).toBe(200);
    return { person, cookies };
  }
  async function enterRogue(sub: string): Promise<Person> {
    const person = gos.stranger();
    const { searchParams } = new URL((await person.get('/api/auth/sso/sso')).headers.get('location')!);
    const [nonce, state] = [searchParams.get('nonce')!, searchParams.get('state')!];
    const code = rogue.codeFor({ nonce, sub, email: `${sub}@firma.example`, email_verified: true });
    expect((await person.post('/api/auth/sso/callback', { code, state })).status).toBe(200);
    return person;
  }
  const isIn = async (person: Person) => (await person.get('/api/me')).status === 200;
  const signOut = async (person: Person) => {
    const { status, body, headers } = await person.post('/api/auth/sso/logout');
    expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    return body.location as string | null;
  };

  it('is offered, and ends both sessions: the provider knows whom, and leads back', async () => {
    const { person, cookies } = await enter('eva');
    expect((await person.get('/api/me')).body.signOutAt).toEqual({ id: 'google', name: 'Google' });
    const location = new URL((await signOut(person))!);
    expect([await isIn(person), [...person.cookies.keys()]]).toEqual([false, ['gosDevice']]);
    const { id_token_hint: hint, state, ...others } = Object.fromEntries(location.searchParams);
    expect(location.origin).toBe(oidc.issuer);
    expect(others).toEqual({ client_id: 'gos', post_logout_redirect_uri: 'http://localhost/login' });
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(decodeJwt(hint!).sub).toBe('eva');
    expect(await oidc.signOut(location.href, cookies)).toBe(`http://localhost/login?state=${state}`);
    // The provider's session is gone: the next sign-in requires a login there.
    const next = gos.stranger();
    const asked = await cookies.fetch((await next.get('/api/auth/sso/google')).headers.get('location')!);
    expect(asked.headers.get('location')).toMatch(/\/interaction\//);
  });

  it('by itself ends the session there alone where Gos is not told', async () => {
    const { person, cookies } = await enter('iva');
    expect((await person.post('/api/auth/logout')).status).toBe(204);
    const again = await enter('iva', cookies);
    expect(await isIn(again.person)).toBe(true);
  });

  it('ends the sessions that began by it, by the logout token that a real provider sends', async () => {
    oidc.logoutsTo = `${gos.origin}/api/auth/sso/google/logout`;
    const cookies = new Cookies();
    const [one, two] = [await enter('ola', cookies), await enter('ola', cookies)];
    const elsewhere = await enter('ola');
    const location = await signOut(one.person);
    expect([await isIn(two.person), await isIn(elsewhere.person)]).toEqual([true, true]);
    await oidc.signOut(location!, cookies);
    expect([await isIn(two.person), await isIn(elsewhere.person)]).toEqual([false, true]);
    oidc.logoutsTo = null;
  });

  it('is not offered where the provider declares no address, or an unsafe one, or the session began by a password', async () => {
    for (const metadata of [{}, { end_session_endpoint: 'http://evil.example/out' }, { end_session_endpoint: 7 }]) {
      rogue.metadata = metadata;
      const person = await enterRogue('ela');
      expect((await person.get('/api/me')).body).not.toHaveProperty('signOutAt');
      expect([await signOut(person), await isIn(person)]).toEqual([null, false]);
    }
    const jan = await gos.person('Jan');
    expect((await jan.get('/api/me')).body).not.toHaveProperty('signOutAt');
    expect([await signOut(jan), await isIn(jan)]).toEqual([null, false]);
    expect(await signOut(gos.stranger())).toBeNull();
  });

  it('ends the session here also when the provider is away', async () => {
    rogue.metadata = { end_session_endpoint: `${rogue.issuer}/out?tenant=1` };
    const [first, second] = [await enterRogue('ota'), await enterRogue('ota')];
    const address = new URL((await signOut(first))!);
    expect([address.pathname, address.searchParams.get('tenant')]).toEqual(['/out', '1']);
    rogue.instead = (_, response) => {
      response.writeHead(503).end();
      return true;
    };
    expect([await signOut(second), await isIn(second)]).toEqual([null, false]);
    rogue.instead = null;
  });

  it('keeps the ID token sealed, and goes on after a session was refreshed', async () => {
    const { person } = await enter('uma');
    expect((await person.post('/api/auth/refresh')).status).toBe(200);
    const { id } = (await person.get('/api/me')).body;
    const records = await gos.service<Accounts>(ACCOUNTS).byRef('session', `person:${id}`);
    expect(JSON.stringify(records)).not.toMatch(/eyJ|uma@/);
    expect(new URL((await signOut(person))!).searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  });

  it('leaves what an account linked by its password began without a hint', async () => {
    const known = await gos.person('Známá');
    oidc.accounts.set('znama', { name: 'Známá', email: known.email, email_verified: true });
    const person = gos.stranger();
    const { headers } = await person.get('/api/auth/sso/google');
    const { code, state, iss } = await oidc.signIn(headers.get('location')!, 'znama');
    expect((await person.post('/api/auth/sso/callback', { code, state, iss })).body).toHaveProperty('link');
    expect((await person.post('/api/auth/sso/link', { password })).status).toBe(200);
    expect((await person.get('/api/me')).body.signOutAt).toEqual({ id: 'google', name: 'Google' });
    const { searchParams } = new URL((await signOut(person))!);
    expect([searchParams.has('id_token_hint'), searchParams.get('client_id')]).toEqual([false, 'gos']);
  });
});
