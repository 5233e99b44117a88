import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RequestTurns } from '../../../http/request-turns';
import { PeopleOperations } from '../../../operator/ops/people-operations';
import { EmailLinks } from '../../../shared/user/email-links';
import { People } from '../../../shared/user/people';
import { Recoveries } from '../../../shared/user/recoveries';
import { epochOf, SecondSteps } from '../../../shared/user/second-steps';
import { ACCOUNTS, type Accounts } from '../../../stores/accounts/accounts';
import { Harness, type Json, Person, type Reply } from '../../../testing/harness';
import { holdCalls } from '../testing/held-calls';

const password = 'correct horse';
const next = 'another horse';
const atOnce = 24;
const many = <T>(make: (index: number) => T): T[] => Array.from({ length: atOnce }, (_, index) => make(index));
const codeOf = ({ status, body }: Reply<Json>) => body.code ?? status;

describe('a change of an address', () => {
  let gos: Harness;
  let admin: Person;
  let jan: Person;
  let accounts: Accounts;

  beforeAll(async () => {
    gos = await Harness.start();
    accounts = gos.service<Accounts>(ACCOUNTS);
    // A person's requests take turns, a few at a time: the held ones would keep the change waiting.
    jest.spyOn(gos.service<RequestTurns>(RequestTurns), 'take').mockResolvedValue(() => {});
    admin = await gos.person('Alena Adminová');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    jan = await gos.person('Jan');
  });

  const dataOf = async () => (await gos.service<People>(People).record(jan.id))!.value;
  const address = (start: string) => `${start}-${jan.id}@firma.example`;
  const changes = {
    'the password is recovered': async () => {
      const asked = { nonce: `nonce-${jan.id}`, askedAt: Date.now() };
      const token = await gos.service<Recoveries>(Recoveries).issue(jan.id, await dataOf(), asked);
      const body = { token, password: next, passwordRepeat: next };
      expect((await gos.stranger().post('/api/auth/recover', body)).status).toBe(204);
    },
    'an operator sets a password': async () => {
      await gos.service<PeopleOperations>(PeopleOperations).run(['password', jan.email], () => {});
    },
    'an admin signs the person out': async () => {
      expect((await admin.delete(`/api/users/${jan.id}/sessions`)).status).toBe(204);
    },
    'the person signs out everywhere else': async () => {
      expect((await jan.delete('/api/me/sessions')).status).toBe(204);
    },
  } as const;

  it.each(Object.keys(changes) as (keyof typeof changes)[])(
    'does not take effect when %s between its comparison and its confirmation',
    async (change) => {
      const browser = await gos.signIn(jan.email);
      const links = gos.service<EmailLinks>(EmailLinks);
      await links.make(jan.id, address('new'), epochOf(await gos.service<SecondSteps>(SecondSteps).of(jan.id)));
      const token = links.tokenOf((await links.pending(jan.id))!);
      const calls = holdCalls(accounts, 'replace', 'person', 1, 1);
      const confirmed = browser.post('/api/me/email/confirm', { token });
      await calls.reached;
      // It waits for what the person has under way, but has dropped the claim before.
      const changed = changes[change]();
      while ((await dataOf()).nextEmail) await new Promise((resolve) => setTimeout(resolve, 5));
      calls.release();
      expect(codeOf(await confirmed)).toBe('auth.access-changed');
      await changed;
      expect((await dataOf()).email).toBe(jan.email);
    },
  );

  it('fails the sign-ins by the former address that are under way', async () => {
    const people = many(() => new Person(gos.origin));
    const login = (person: Person) => person.post('/api/auth/login', { email: jan.email, password });
    const calls = holdCalls(accounts, 'insert', 'session', atOnce);
    const sent = people.map(login);
    await calls.reached;
    const body = { email: address('other'), password };
    expect((await admin.call('PUT', `/api/users/${jan.id}/email`, body)).status).toBe(200);
    calls.release();
    expect(new Set((await Promise.all(sent)).map(codeOf))).toEqual(new Set(['auth.access-changed']));
    expect((await login(gos.stranger())).status).toBe(401);
  });

  it.each([
    ['demoted', { role: 'member' }],
    ['deactivated', { active: false }],
  ] as const)('is not made by an admin who is %s before it takes effect', async (_, lessened) => {
    const boss = await gos.person('Bývalá správkyně');
    await admin.patch(`/api/users/${boss.id}`, { role: 'admin' });
    const calls = holdCalls(accounts, 'replace', 'person', 1);
    const body = { email: address('other'), password };
    const sent = many(() => boss.call('PUT', `/api/users/${jan.id}/email`, body));
    await calls.reached;
    expect((await admin.patch(`/api/users/${boss.id}`, lessened)).status).toBe(200);
    calls.release();
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
    expect((await dataOf()).email).toBe(jan.email);
  });
});
