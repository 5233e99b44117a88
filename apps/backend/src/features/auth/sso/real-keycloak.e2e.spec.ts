import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Harness, type Person } from '../../../testing/harness';
import { describeWithKeycloak, type KeycloakPerson, KeycloakServer } from '../../../testing/servers/keycloak';

const back = 'http://localhost/oidc-callback';
const eva: KeycloakPerson = {
  username: 'eva',
  email: 'eva.mala@firma.example',
  firstName: 'Eva',
  lastName: 'Malá',
  password: 'spravny-kun-42-baterie',
};

describeWithKeycloak('single sign-on with a real Keycloak', () => {
  let gos: Harness;
  let keycloak: KeycloakServer;
  let subject: string;

  beforeAll(async () => {
    keycloak = await KeycloakServer.start([back]);
    gos = await Harness.start(keycloak.env);
    await gos.person('Alena Adminová');
    subject = await keycloak.add(eva);
  }, 240_000);
  afterAll(async () => {
    await gos.stop();
    await keycloak.stop();
  });

  async function enter(): Promise<Person> {
    const person = gos.stranger();
    const { headers } = await person.get('/api/auth/sso/sso');
    const answer = await keycloak.signIn(headers.get('location')!, eva);
    expect(answer.iss).toBe(keycloak.issuer);
    const { code, state, iss } = answer;
    expect((await person.post('/api/auth/sso/callback', { code, state, iss })).status).toBe(200);
    return person;
  }
  const isIn = async (person: Person) => (await person.get('/api/me')).status === 200;
  const sendLogouts = (named: 'session' | 'person') =>
    keycloak.sendLogoutsTo(`${gos.origin}/api/auth/sso/sso/logout`, named);
  const sessions = () => keycloak.call('GET', `/users/${subject}/sessions`);

  it('registers who is new, and knows them again', async () => {
    const [first, second] = [await enter(), await enter()];
    const { body } = await first.get('/api/me');
    expect(body).toMatchObject({ name: 'Eva Malá', email: eva.email });
    expect((await second.get('/api/me')).body.id).toBe(body.id);
  });

  it('ends the one session whose session at Keycloak ended', async () => {
    await sendLogouts('session');
    const before = new Set((await sessions()).map(({ id }: { id: string }) => id));
    const people = [await enter(), await enter()];
    const added = (await sessions()).filter(({ id }: { id: string }) => !before.has(id));
    expect(added).toHaveLength(2);
    await keycloak.call('DELETE', `/sessions/${added[0].id}`);
    expect((await Promise.all(people.map(isIn))).toSorted()).toEqual([false, true]);
  });

  // Keycloak sends one token for all sessions of a person, so it has to name the person.
  it('ends all sessions of somebody whom Keycloak signs out, and lets nobody in who is disabled there', async () => {
    await sendLogouts('person');
    const people = [await enter(), await enter()];
    await keycloak.call('POST', `/users/${subject}/logout`);
    expect(await Promise.all(people.map(isIn))).toEqual([false, false]);
    for (const person of people) expect((await person.post('/api/auth/refresh')).status).toBe(401);

    await keycloak.call('PUT', `/users/${subject}`, { enabled: false });
    await expect(enter()).rejects.toThrow(/answered 200 to the sign-in/);
  });
});
