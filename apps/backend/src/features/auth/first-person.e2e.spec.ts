import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SetupCode } from '../../shared/installation/setup-code';
import { Harness, type Person } from '../../testing/harness';
import { TestOidcServer } from '../../testing/servers/oidc';

const elsewhere = { 'x-forwarded-for': '192.0.2.7' };
const password = 'correct horse';

describe('the first person', () => {
  let gos: Harness;
  let google: TestOidcServer;
  beforeEach(async () => {
    google = await TestOidcServer.start(['http://localhost/oidc-callback']);
    gos = await Harness.start(google.env('GOOGLE', 'Google'));
  });
  afterEach(async () => {
    await gos.stop();
    await google.stop();
  });

  const code = () => gos.service<SetupCode>(SetupCode).code();
  let people = 0;
  async function register(more: object = {}, headers: Record<string, string> = elsewhere) {
    const person = gos.stranger();
    const body = { name: 'Alena', email: `alena${++people}@example.com`, password, passwordRepeat: password, ...more };
    const { status, body: answer } = await person.post('/api/auth/register', body, headers);
    return { person, told: status === 201 ? [status] : [status, answer.code] };
  }
  /** Sends a request with exactly these headers; returns the whole answer. */
  async function raw(method: string, path: string, more: Record<string, string> = {}, version = '1.1') {
    const { hostname, port } = new URL(gos.origin);
    const text = JSON.stringify({ name: 'A', email: `raw${++people}@example.com`, password, passwordRepeat: password });
    const body = method === 'POST' ? text : '';
    const headers: Record<string, string | number> = {
      host: `localhost:${port}`,
      'x-requested-with': 'gos',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
      ...more,
    };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(Number(port), hostname);
    socket.write(`${method} ${path} HTTP/${version}\r\n${head.join('')}\r\n${body}`);
    return textOf(socket);
  }
  const roleOf = async (person: Person) => (await person.get('/api/me')).body.role;

  it('registers freely from the machine itself', async () => {
    const { person, told } = await register({}, {});
    expect([told, await roleOf(person)]).toEqual([[201], 'admin']);
  });

  it.each<Record<string, string>>([
    { host: 'work.firma.example' },
    { host: 'work.firma.example:3000' },
    { host: '10.0.0.5:3000' },
    { origin: 'https://work.firma.example' },
    { origin: 'null' },
  ])('needs the code through a proxy of the same machine that passes on %j and nothing else', async (headers) => {
    expect(await raw('POST', '/api/auth/register', headers)).toContain('auth.setup');
  });

  it('needs the code through a proxy that speaks HTTP/1.0', async () => {
    expect(await raw('POST', '/api/auth/register', {}, '1.0')).toContain('auth.setup');
  });

  it('needs the code from elsewhere, which is the same after a restart, and nobody needs it later', async () => {
    const setup = await code();
    expect(setup).toMatch(/^[\w-]{22}$/);
    await gos.restart();
    expect(await code()).toBe(setup);
    for (const wrong of [undefined, null, '', 'wrong', `${setup}a`]) {
      expect((await register({ setup: wrong })).told).toEqual([403, 'auth.setup']);
    }
    for (const header of ['via', 'forwarded', 'x-real-ip', 'x-forwarded-proto']) {
      expect((await register({}, { [header]: '127.0.0.1' })).told).toEqual([403, 'auth.setup']);
    }
    const { person, told } = await register({ setup });
    expect([told, await roleOf(person)]).toEqual([[201], 'admin']);
    const [later, old] = [await register(), await register({ setup })];
    expect([later.told, old.told]).toEqual([[201], [201]]);
    expect([await roleOf(later.person), await roleOf(old.person)]).toEqual(['member', 'member']);
    expect(await gos.service<SetupCode>(SetupCode).isRight(setup)).toBe(false);
  });

  it('is one, also where two bring the code at once', async () => {
    const setup = await code();
    const both = await Promise.all([register({ setup }), register({ setup })]);
    const roles = await Promise.all(both.map(({ person }) => roleOf(person)));
    expect(roles.sort()).toEqual(['admin', 'member']);
  });

  it('needs it by single sign-on too', async () => {
    google.accounts.set('alena', { name: 'Alena', email: 'alena@firma.example', email_verified: true });
    const enter = async (setup: string) => {
      const person = gos.stranger();
      const { headers } = await person.get(`/api/auth/sso/google${setup && `?setup=${setup}`}`, elsewhere);
      const { code: given, state, iss } = await google.signIn(headers.get('location')!, 'alena');
      const { status, body } = await person.post('/api/auth/sso/callback', { code: given, state, iss }, elsewhere);
      return { person, told: [status, body.code] };
    };
    for (const wrong of ['', 'wrong', 'x'.repeat(500)]) expect((await enter(wrong)).told).toEqual([403, 'auth.setup']);
    const { person, told } = await enter(await code());
    expect([told, await roleOf(person)]).toEqual([[200, undefined], 'admin']);
  });
});
