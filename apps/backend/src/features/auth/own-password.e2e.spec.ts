import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Operations } from '../../operator/ops/operations';
import { People } from '../../shared/user/people';
import { Harness, type Json, Person } from '../../testing/harness';

const password = 'correct horse';
const next = 'staple battery';

describe('my password', () => {
  let gos: Harness;
  let jan: Person;
  beforeAll(async () => {
    gos = await Harness.start();
    jan = await gos.person('Jan');
  });
  afterAll(() => gos.stop());

  const change = (of: Person, current: string, wanted: string, repeat = wanted) =>
    of.post('/api/me/password', { current, password: wanted, passwordRepeat: repeat });
  const codes = ({ status, body }: { status: number; body: Json }) => [
    status,
    ...(body.errors ?? []).map(({ path, code }: Json) => `${path} ${code}`),
  ];
  async function signedIn(email: string, given: string): Promise<Person> {
    const person = new Person(gos.origin, email);
    expect((await person.post('/api/auth/login', { email, password: given })).status).toBe(200);
    return person;
  }

  test('is changed by who knows it; all other sessions end, this one and the tokens stay', async () => {
    const other = await signedIn(jan.email, password);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { token } = (
      await jan.post('/api/me/tokens', { name: 'x', scope: 'read', expiresAt, password: 'correct horse' })
    ).body;
    expect(codes(await change(jan, 'wrong horse', next))).toEqual([422, 'current auth.password.wrong']);
    expect(codes(await change(jan, '', next))).toEqual([422, 'current validation.required']);
    expect(codes(await change(jan, password, 'short'))).toEqual([422, 'password auth.password.too-short']);
    expect(codes(await change(jan, password, next, 'other'))).toEqual([422, 'passwordRepeat auth.passwords-differ']);
    expect(codes(await change(jan, password, 'Football1'))).toEqual([422, 'password auth.password.common']);
    expect(codes(await change(jan, password, password))).toEqual([422, 'password auth.password.same']);
    expect((await other.get('/api/me')).status).toBe(200);
    expect(codes(await change(jan, password, next))).toEqual([204]);
    expect([(await jan.get('/api/me')).status, (await other.get('/api/me')).status]).toEqual([200, 401]);
    const byToken = await fetch(`${gos.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(byToken.status).toBe(200);
    expect(codes(await change(jan, password, next))).toEqual([422, 'current auth.password.wrong']);
    await signedIn(jan.email, next);
  });

  test('is not guessed: failures count as failed sign-ins', async () => {
    const eva = await gos.person('Eva');
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 70 && !statuses.has(429); attempt++) {
      statuses.add((await change(eva, `wrong ${attempt}`, next)).status);
    }
    expect([...statuses]).toEqual([422, 429]);
    // A stranger at an open browser does not lock its person out elsewhere.
    await signedIn(eva.email, password);
    gos.clock.set(new Date(Date.now() + 5 * 60_000).toISOString());
    // One of two concurrent changes holds; the other did not have the present password.
    await eva.post('/api/auth/refresh');
    const both = await Promise.all([change(eva, password, 'first of two'), change(eva, password, 'second of two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422]);
    gos.clock.set(null);
  });

  test('of who has none comes by recovery', async () => {
    const ota = await gos.person('Ota');
    await gos.service<People>(People).change(ota.id, (data) => ({ ...data, passwordHash: null }));
    expect((await ota.get('/api/me')).body.password).toBe('none');
    expect((await change(ota, password, next)).body.code).toBe('auth.password.none');
  });

  test('that an operator made has to be changed before anything else', async () => {
    const operations = gos.service<Operations>(Operations);
    const said: string[] = [];
    await operations.run('user', ['create', 'Nová', 'nova@example.com'], (line) => said.push(line));
    const made = said.find((line) => line.startsWith('password: '))!.slice('password: '.length);
    const nova = await signedIn('nova@example.com', made);
    expect((await nova.get('/api/me')).body.password).toBe('temporary');
    for (const path of ['/api/tasks', '/api/me/sessions', '/api/me/tokens']) {
      const { status, body } = await nova.get(path);
      expect(`${path} ${status} ${body.code}`).toBe(`${path} 403 auth.password-change`);
    }
    expect(codes(await change(nova, made, made))).toEqual([422, 'password auth.password.same']);
    expect((await change(nova, made, next)).status).toBe(204);
    expect((await nova.get('/api/tasks')).status).toBe(200);
    expect((await nova.get('/api/me')).body.password).toBe('own');

    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { token } = (
      await nova.post('/api/me/tokens', { name: 'x', scope: 'read', expiresAt, password: 'correct horse' })
    ).body;
    const people = gos.service<People>(People);
    const set = people.change.bind(people);
    // An open screen sends requests at any time: a session that is ending must never make it demand a new password.
    const meanwhile: number[] = [];
    jest.spyOn(people, 'change').mockImplementationOnce(async (...of) => {
      meanwhile.push((await nova.get('/api/tasks')).status);
      const changed = await set(...of);
      meanwhile.push((await nova.get('/api/tasks')).status);
      return changed;
    });
    await operations.run('user', ['password', 'nova@example.com'], (line) => said.push(line));
    expect([...meanwhile, (await nova.get('/api/me')).status]).toEqual([401, 401, 401]);
    const byToken = await fetch(`${gos.origin}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(byToken.status).toBe(401);
    const renewed = said.filter((line) => line.startsWith('password: ')).at(-1)!;
    const again = await signedIn('nova@example.com', renewed.slice('password: '.length));
    expect((await again.get('/api/tasks')).body.code).toBe('auth.password-change');
    expect((await again.post('/api/auth/logout')).status).toBe(204);
  });

  test('the other browsers are signed out at once', async () => {
    const [here, there] = [await signedIn(jan.email, next), await signedIn(jan.email, next)];
    expect((await here.delete('/api/me/sessions')).status).toBe(204);
    expect([(await here.get('/api/me')).status, (await there.get('/api/me')).status]).toEqual([200, 401]);
    expect((await here.get('/api/me/sessions')).body.items).toMatchObject([{ current: true }]);
  });
});
