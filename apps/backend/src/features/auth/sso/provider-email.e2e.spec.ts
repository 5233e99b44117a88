import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userStream } from '@gos/domain';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SecurityLog } from '../../../observability/security-log';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import { readLetter } from '../../../stores/mail/testing/read-letter';
import { Harness, Person } from '../../../testing/harness';
import { RogueProvider } from './testing/rogue-provider';

const password = 'correct horse';

describe('an address that a provider reports', () => {
  let gos: Harness;
  let provider: RogueProvider;
  let admin: Person;
  let subjects = 0;

  beforeAll(async () => {
    provider = await RogueProvider.start();
    gos = await Harness.start(provider.env);
    mkdirSync(join(gos.folder, 'mail'), { recursive: true });
    admin = await gos.person('Alena Adminová');
  });
  afterAll(async () => {
    await gos.stop();
    await provider.stop();
  });

  interface Reported {
    readonly email: string;
    readonly email_verified?: boolean;
  }
  async function enter(sub: string, { email, email_verified = true }: Reported, person = gos.stranger()) {
    const { searchParams } = new URL((await person.get('/api/auth/sso/sso')).headers.get('location')!);
    const [nonce, state] = [searchParams.get('nonce')!, searchParams.get('state')!];
    const code = provider.codeFor({ nonce, sub, email, email_verified, name: sub });
    const { status, body } = await person.post('/api/auth/sso/callback', { code, state });
    if (status === 200) person.id = (await person.get('/api/me')).body.id;
    return { person, status, code: body.code };
  }
  const named = () => `osoba-${++subjects}`;
  const at = (sub: string, domain = 'firma.example') => `${sub}@${domain}`;
  const emailOf = async ({ id }: Person) => (await admin.get(`/api/users/${id}`)).body.email;
  const reportedOf = async (person: Person) =>
    (await person.get('/api/me/identities')).body.items[0].connected.email as string;
  async function changesOf({ id }: Person) {
    const events = await gos.service<EventLog>(EVENT_LOG).readStream(userStream(id));
    return events.flatMap(({ type, data, metadata }) => (type === 'UserEmailChanged' ? [[data, metadata.actor]] : []));
  }
  async function mailed(to: string, count = 1): Promise<string[]> {
    for (;;) {
      const letters = readdirSync(join(gos.folder, 'mail'))
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readFileSync(join(gos.folder, 'mail', name), 'utf8'))
        .filter((text) => new RegExp(`^To:.*${to}`, 'im').test(text));
      if (letters.length >= count) return letters.map((text) => readLetter(text).part('text/plain')!);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('is taken over once it is verified; sign-ins by the provider go on, and both addresses are informed', async () => {
    const sub = named();
    const { person } = await enter(sub, { email: at(sub) });
    const unverified = await enter(sub, { email: at(sub, 'nova.example'), email_verified: false });
    expect([unverified.status, await emailOf(person)]).toEqual([200, at(sub)]);
    const later = await enter(sub, { email: at(sub, 'nova.example') });
    expect([later.status, later.person.id]).toEqual([200, person.id]);
    expect(await emailOf(person)).toBe(at(sub, 'nova.example'));
    expect((await person.get('/api/me')).status).toBe(200);
    expect(await changesOf(person)).toEqual([[{ how: 'provider' }, person.id]]);
    expect(await reportedOf(later.person)).toBe(at(sub, 'nova.example'));
    expect((await mailed(at(sub)))[0]).toContain('podle vašeho účtu u poskytovatele přihlášení');
    expect((await mailed(at(sub, 'nova.example')))[0]).toContain('Od teď se přihlašujete touto adresou');
    expect((await enter(sub, { email: at(sub, 'nova.example').toUpperCase() })).status).toBe(200);
    expect(await changesOf(person)).toHaveLength(1);
  });

  it('is no reason to change an address that the person or an admin has chosen', async () => {
    const sub = named();
    const { person } = await enter(sub, { email: at(sub) });
    const chosen = at(sub, 'chosen.example');
    const change = { email: chosen, password };
    expect((await admin.call('PUT', `/api/users/${person.id}/email`, change)).status).toBe(200);
    const later = await enter(sub, { email: at(sub) });
    const again = await enter(sub, { email: at(sub, 'nova.example') });
    expect([later.status, again.status, await emailOf(person)]).toEqual([200, 200, chosen]);
    expect(await reportedOf(again.person)).toBe(at(sub, 'nova.example'));
  });

  it('is refused when another person has it: nothing is merged, the log and the admins hear of it once', async () => {
    const written = jest.spyOn(gos.service<SecurityLog>(SecurityLog), 'write');
    const sub = named();
    const owner = await gos.person('Majitelka');
    const { person } = await enter(sub, { email: at(sub) });
    for (let count = 0; count < 3; count++) {
      const later = await enter(sub, { email: owner.email.toUpperCase() });
      expect([later.status, later.person.id]).toEqual([200, person.id]);
    }
    expect([await emailOf(person), await emailOf(owner)]).toEqual([at(sub), owner.email]);
    expect(await changesOf(person)).toEqual([]);
    const noted = written.mock.calls.filter(([name]) => name === 'email.taken').map(([, facts]) => facts);
    expect(noted).toEqual([{ person: person.id, what: 'sso' }]);
    written.mockRestore();
    const letters = (await mailed(admin.email)).filter((text) => text.includes('Majitelka'));
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain(`${sub} (#${person.id}) se hlásí přes Firma`);
    expect(letters[0]).toContain(`má Majitelka (#${owner.id})`);
    // Once it is free, the next sign-in takes it over.
    const change = { email: at(named()), password };
    expect((await admin.call('PUT', `/api/users/${owner.id}/email`, change)).status).toBe(200);
    expect((await enter(sub, { email: owner.email })).status).toBe(200);
    expect(await emailOf(person)).toBe(owner.email);
  });

  it('changes nothing for a person who was deactivated', async () => {
    const sub = named();
    const { person } = await enter(sub, { email: at(sub) });
    await admin.patch(`/api/users/${person.id}`, { active: false });
    const later = await enter(sub, { email: at(sub, 'nova.example') });
    expect([later.status, later.code, await emailOf(person)]).toEqual([401, 'auth.credentials', at(sub)]);
  });

  it('is taken over once by many sign-ins at once', async () => {
    const sub = named();
    const { person } = await enter(sub, { email: at(sub) });
    const browsers = Array.from({ length: 24 }, () => new Person(gos.origin));
    const answers = await Promise.all(browsers.map((one) => enter(sub, { email: at(sub, 'nova.example') }, one)));
    // Some come upon the change itself, and sign in again.
    expect(answers.filter(({ status, code }) => status !== 200 && code !== 'auth.access-changed')).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await emailOf(person)).toBe(at(sub, 'nova.example'));
    expect(await changesOf(person)).toHaveLength(1);
  });
});
