import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RequestTurns } from '../../http/request-turns';
import { PeopleOperations } from '../../operator/ops/people-operations';
import { Sessions } from '../../shared/session/sessions';
import { EmailLinks } from '../../shared/user/email-links';
import { Identities } from '../../shared/user/identities';
import { type InvitationRecord, Invitations } from '../../shared/user/invitations';
import { People } from '../../shared/user/people';
import { Recoveries } from '../../shared/user/recoveries';
import { epochOf, SecondSteps } from '../../shared/user/second-steps';
import { ACCOUNTS, type AccountKind, type Accounts } from '../../stores/accounts/accounts';
import { Harness, type Json, Person, type Reply } from '../../testing/harness';
import { recoveryHash } from './second-step/recovery-codes';
import { RogueProvider } from './sso/testing/rogue-provider';
import { Authenticator } from './testing/authenticator';
import { holdCalls } from './testing/held-calls';

const password = 'correct horse';
const next = 'another horse';
const atOnce = 24;
const many = <T>(make: (index: number) => T): T[] => Array.from({ length: atOnce }, (_, index) => make(index));
const codeOf = ({ status, body }: Reply<Json>) => body.code ?? status;

const tokenOf = (invitations: Invitations, { value }: InvitationRecord) =>
  new URL(invitations.linkOf(value)).searchParams.get('invitation')!;

describe('access that was checked before a change', () => {
  let gos: Harness;
  let provider: RogueProvider;
  let admin: Person;
  let jan: Person;
  let accounts: Accounts;
  let subjects = 0;

  beforeAll(async () => {
    provider = await RogueProvider.start();
    // Hashing takes long enough that sign-ins wait for each other.
    const passwordCost = { memoryCost: 4_096, timeCost: 2, parallelism: 1 };
    gos = await Harness.start(provider.env, { passwordCost });
    accounts = gos.service<Accounts>(ACCOUNTS);
    // A person's requests take turns, a few at a time: the held ones would keep the change waiting.
    jest.spyOn(gos.service<RequestTurns>(RequestTurns), 'take').mockResolvedValue(() => {});
    admin = await gos.person('Alena Adminová');
  });
  afterAll(async () => {
    await gos.stop();
    await provider.stop();
  });
  beforeEach(async () => {
    jan = await gos.person('Jan');
  });
  afterEach(async () => {
    await admin.patch('/api/settings', { registration: 'open' });
  });

  const sessionsOf = async (userId: number) => (await gos.service<Sessions>(Sessions).list(userId, null)).length;
  const isIn = async (person: Person) => (await person.get('/api/me')).status === 200;
  const changes = {
    'the password is changed': async () => {
      const body = { current: password, password: next, passwordRepeat: next };
      expect((await jan.post('/api/me/password', body)).status).toBe(204);
      await jan.post('/api/auth/logout');
    },
    'the password is recovered': async () => {
      const { value } = (await gos.service<People>(People).record(jan.id))!;
      const asked = { nonce: `nonce-${jan.id}`, askedAt: Date.now() };
      const token = await gos.service<Recoveries>(Recoveries).issue(jan.id, value, asked);
      const { status } = await gos
        .stranger()
        .post('/api/auth/recover', { token, password: next, passwordRepeat: next });
      expect(status).toBe(204);
    },
    'an operator sets a password': async () => {
      await gos.service<PeopleOperations>(PeopleOperations).run(['password', jan.email], () => {});
    },
    'an admin signs the person out': async () => {
      expect((await admin.delete(`/api/users/${jan.id}/sessions`)).status).toBe(204);
    },
    'the person signs out everywhere else': async () => {
      expect((await jan.delete('/api/me/sessions')).status).toBe(204);
      await jan.post('/api/auth/logout');
    },
    'the person is deactivated': async () => {
      expect((await admin.patch(`/api/users/${jan.id}`, { active: false })).status).toBe(200);
    },
    'the person is deactivated and activated': async () => {
      for (const active of [false, true]) await admin.patch(`/api/users/${jan.id}`, { active });
    },
    'the role changes': async () => {
      expect((await admin.patch(`/api/users/${jan.id}`, { role: 'auditor' })).status).toBe(200);
      await jan.post('/api/auth/logout');
    },
    'a second step is added': async () => {
      await addCodes([]);
      await jan.post('/api/auth/logout');
    },
  } as const;
  type Change = keyof typeof changes;
  const all = Object.keys(changes) as Change[];

  /** Sets up an authenticator app with these recovery codes. */
  async function addCodes(recoveryCodes: readonly string[]): Promise<void> {
    const steps = gos.service<SecondSteps>(SecondSteps);
    const since = '2026-01-01T00:00:00.000Z';
    const totp = { sealed: steps.seal('JBSWY3DPEHPK3PXP', jan.id), since, usedStep: 0 };
    const hashes = recoveryCodes.map((code) => recoveryHash(code, jan.id));
    const recovery = { hashes, madeAt: since };
    await steps.change(jan.id, (now) => ({ next: { ...now, totp, recovery }, answer: null }));
  }

  /** Holds the requests where they store what they begin, changes meanwhile, and lets them go on. */
  async function raced(
    [method, kind]: readonly ['insert' | 'replace' | 'get', AccountKind],
    requests: () => readonly Promise<Reply<Json>>[],
    change: () => Promise<void>,
    held = atOnce,
  ): Promise<Reply<Json>[]> {
    const calls = holdCalls(accounts, method, kind, held);
    try {
      const sent = requests();
      await calls.reached;
      await change();
      calls.release();
      return await Promise.all(sent);
    } finally {
      calls.release();
    }
  }

  describe.each(all)('when %s', (change) => {
    const browsers = () => many(() => new Person(gos.origin));

    it('begins no session by the password', async () => {
      const people = browsers();
      const login = (person: Person) => person.post('/api/auth/login', { email: jan.email, password });
      const answers = await raced(['insert', 'session'], () => people.map(login), changes[change]);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.access-changed']));
      expect(await sessionsOf(jan.id)).toBe(0);
    });

    it('begins no session by a second step', async () => {
      const codes = many((index) => `${String.fromCharCode(97 + index).repeat(28)}`);
      await addCodes(codes);
      const people = browsers();
      for (const person of people) await person.post('/api/auth/login', { email: jan.email, password });
      const finish = (person: Person, index: number) =>
        person.post('/api/auth/second-step', { kind: 'recovery', code: codes[index] });
      const change2 =
        change === 'a second step is added'
          ? () =>
              gos
                .service<SecondSteps>(SecondSteps)
                .reset(jan.id)
                .then(() => jan.post('/api/auth/logout'))
                .then(() => {})
          : changes[change];
      const answers = await raced(['insert', 'session'], () => people.map(finish), change2);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.access-changed']));
      expect(await sessionsOf(jan.id)).toBe(0);
    });

    it('begins no session by a provider', async () => {
      const sub = `known-${++subjects}`;
      await connect(jan, sub);
      const people = browsers();
      const returns = await Promise.all(people.map((person) => leave(person, sub)));
      const answers = await raced(
        ['insert', 'session'],
        () => people.map((one, n) => one.post(...returns[n]!)),
        changes[change],
      );
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.access-changed']));
      expect(await sessionsOf(jan.id)).toBe(0);
    });

    it('links no account at a provider', async () => {
      const people = browsers();
      const claims = { email: jan.email, email_verified: true };
      for (const person of people) {
        const [path, body] = await leave(person, `link-${++subjects}`, claims);
        expect((await person.post(path, body)).body).toMatchObject({ link: { email: jan.email } });
      }
      const link = (person: Person) => person.post('/api/auth/sso/link', { password });
      const answers = await raced(['insert', 'identity'], () => people.map(link), changes[change]);
      expect(answers.filter(({ status }) => status === 200)).toEqual([]);
      expect(await gos.service<Identities>(Identities).of(jan.id)).toEqual([]);
      expect(await sessionsOf(jan.id)).toBe(0);
    });

    it('changes no e-mail address by a link', async () => {
      const browser = await gos.signIn(jan.email);
      const token = await linkTo('new');
      // One at a time claims the address.
      const send = () => many(() => browser.post('/api/me/email/confirm', { token }));
      const answers = await raced(['replace', 'person'], send, changes[change], 1);
      expect(answers.filter(({ status }) => status < 400)).toEqual([]);
      expect((await dataOf()).email).toBe(jan.email);
      expect(await dataOf()).not.toHaveProperty('nextEmail');
    });

    it('makes no API token', async () => {
      const browser = await gos.signIn(jan.email);
      const expiresAt = new Date(Date.now() + 60_000).toISOString();
      const make = () => browser.post('/api/me/tokens', { name: 'P', scope: 'write', expiresAt, password });
      const answers = await raced(['insert', 'apiToken'], () => many(make), changes[change]);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.access-changed']));
      expect(await accounts.countByRef('apiToken', `person:${jan.id}`)).toBe(0);
    });
  });

  /** Makes a link to an address with this start, as if the person had requested it. */
  async function linkTo(start: string): Promise<string> {
    const links = gos.service<EmailLinks>(EmailLinks);
    await links.make(
      jan.id,
      `${start}-${jan.id}@firma.example`,
      epochOf(await gos.service<SecondSteps>(SecondSteps).of(jan.id)),
    );
    return links.tokenOf((await links.pending(jan.id))!);
  }
  const dataOf = async () => (await gos.service<People>(People).record(jan.id))!.value;

  describe.each(all.filter((one) => !/^(the role|a second)/.test(one)))('when %s', (change) => {
    it('refreshes no session that ends', async () => {
      const people = await Promise.all(many(() => gos.signIn(jan.email)));
      const refresh = (person: Person) => person.post('/api/auth/refresh');
      const answers = await raced(['replace', 'session'], () => people.map(refresh), changes[change]);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.session-ended']));
      expect(await sessionsOf(jan.id)).toBe(0);
    });

    it('sets up no second step', async () => {
      const browser = await gos.signIn(jan.email);
      await addCodes([]);
      const begin = () => browser.post('/api/me/totp', { password });
      const answers = await raced(['replace', 'secondStep'], () => many(begin), changes[change]);
      expect(answers.filter(({ status }) => status < 400)).toEqual([]);
      expect((await gos.service<SecondSteps>(SecondSteps).of(jan.id)).begunTotp).toBeNull();
    });

    it('reveals no calendar address that counts afterwards', async () => {
      const browser = await gos.signIn(jan.email);
      await browser.get('/api/me');
      const answers = await raced(
        ['get', 'calendar'],
        () => many((index) => (index % 2 ? browser.get('/api/me') : browser.post('/api/calendar/subscription'))),
        changes[change],
      );
      const told = answers.flatMap(({ body }) => (body.calendarUrl ? [new URL(body.calendarUrl).pathname] : []));
      const feeds = await Promise.all(told.map((path) => gos.stranger().get(path)));
      expect(feeds.filter(({ status }) => status === 200)).toEqual([]);
    });
  });

  describe('begins no session by a factor that changes meanwhile', () => {
    async function race(
      given: (person: Person, index: number) => object | Promise<object>,
      change: () => Promise<Reply<Json>>,
    ): Promise<void> {
      const people = many(() => new Person(gos.origin));
      for (const person of people) await person.post('/api/auth/login', { email: jan.email, password });
      const bodies = await Promise.all(people.map(given));
      const finish = (person: Person, index: number) => person.post('/api/auth/second-step', bodies[index]);
      const answers = await raced(
        ['insert', 'session'],
        () => people.map(finish),
        async () => {
          expect((await change()).status).toBeLessThan(300);
        },
      );
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.access-changed']));
      expect(await sessionsOf(jan.id)).toBe(1);
    }

    it('by a passkey that is removed', async () => {
      const device = new Authenticator('http://localhost');
      const options = (await jan.post('/api/me/passkeys/options', { password })).body;
      const made = await jan.post('/api/me/passkeys', { name: 'Telefon', attestation: device.create(options) });
      expect(made.status).toBe(201);
      const signed = async (person: Person) => {
        const { body } = await person.post('/api/auth/second-step/options');
        return { kind: 'passkey', assertion: device.get(body) };
      };
      await race(signed, () => jan.call('DELETE', `/api/me/passkeys/${made.body.id}`, { password }));
    });

    it('by recovery codes that are renewed', async () => {
      const codes = many((index) => String.fromCharCode(97 + index).repeat(28));
      await addCodes(codes);
      const renew = () => jan.post('/api/me/recovery-codes', { password });
      await race((_, index) => ({ kind: 'recovery', code: codes[index] }), renew);
    });
  });

  it.each(['the password is changed', 'the password is recovered', 'the person is deactivated'] as const)(
    'lets nobody in who signs in while %s',
    async (change) => {
      const people = many(() => new Person(gos.origin));
      const logins = people.map((person) => person.post('/api/auth/login', { email: jan.email, password }));
      await Promise.all([...logins, changes[change]()]);
      expect(await Promise.all(people.map(isIn))).toEqual(many(() => false));
      expect(await sessionsOf(jan.id)).toBe(0);
    },
  );

  describe('registers nobody', () => {
    const registered = async () => (await admin.get('/api/users')).body.total as number;
    const register = (index: number, more: object = {}) =>
      gos.stranger().post(
        '/api/auth/register',
        {
          name: `Nová ${index}`,
          email: `new-${++subjects}@firma.example`,
          password,
          passwordRepeat: password,
          ...more,
        },
        { 'x-forwarded-for': `198.19.0.${index}` },
      );

    it('when registration is turned off before they are stored', async () => {
      const before = await registered();
      const answers = await raced(
        ['insert', 'person'],
        () => many((index) => register(index)),
        async () => {
          expect((await admin.patch('/api/settings', { registration: 'off' })).status).toBe(200);
        },
      );
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.registration-closed']));
      expect(await registered()).toBe(before);
    });

    it('by a provider, when registration needs an invitation from then on', async () => {
      const before = await registered();
      const people = many(() => new Person(gos.origin));
      const claims = (n: number) => ({ email: `sso-${subjects}-${n}@firma.example`, email_verified: true });
      const returns = await Promise.all(people.map((one, n) => leave(one, `new-${++subjects}`, claims(n))));
      const answers = await raced(
        ['insert', 'person'],
        () => people.map((one, n) => one.post(...returns[n]!)),
        async () => {
          await admin.patch('/api/settings', { registration: 'invite' });
        },
      );
      expect(new Set(answers.map(codeOf))).toEqual(new Set(['auth.invitation']));
      expect(await registered()).toBe(before);
    });

    it('by an invitation that is withdrawn before they are stored', async () => {
      await admin.patch('/api/settings', { registration: 'invite' });
      const before = await registered();
      const invitations = gos.service<Invitations>(Invitations);
      const invited = await Promise.all(
        many(async (index) => {
          const email = `invited-${index}@firma.example`;
          const { id } = await invitations.invite(email, 'member', admin.id);
          return { id, email, invitation: tokenOf(invitations, (await invitations.get(id))!) };
        }),
      );
      const answers = await raced(
        ['insert', 'person'],
        () => invited.map(({ email, invitation }, index) => register(index, { email, invitation })),
        async () => {
          for (const { id } of invited) expect((await admin.delete(`/api/users/invitations/${id}`)).status).toBe(204);
        },
      );
      expect(answers.filter(({ status }) => status < 400)).toEqual([]);
      expect(await registered()).toBe(before);
    });

    it('whose invitation was withdrawn with success while they registered', async () => {
      await admin.patch('/api/settings', { registration: 'invite' });
      const invitations = gos.service<Invitations>(Invitations);
      const pairs = await Promise.all(
        many(async (index) => {
          const email = `either-${index}@firma.example`;
          const { id } = await invitations.invite(email, 'member', admin.id);
          const invitation = tokenOf(invitations, (await invitations.get(id))!);
          const both = [register(index, { email, invitation }), admin.delete(`/api/users/invitations/${id}`)] as const;
          const [entered, withdrawn] = await Promise.all(both);
          return [entered.status < 400, withdrawn.status === 204];
        }),
      );
      expect(pairs.filter(([entered, withdrawn]) => entered === withdrawn)).toEqual([]);
    });
  });

  /** Sends the browser to the provider; returns the request by which it comes back. */
  async function leave(person: Person, sub: string, more: object = {}): Promise<[string, object]> {
    const { headers } = await person.get('/api/auth/sso/sso');
    return returnOf(new URL(headers.get('location')!), sub, more);
  }
  async function connect(person: Person, sub: string): Promise<void> {
    const { body } = await person.post('/api/me/identities/sso', { password });
    expect((await person.post(...returnOf(new URL(body.location), sub))).status).toBe(200);
  }
  function returnOf({ searchParams }: URL, sub: string, more: object = {}): [string, object] {
    const [nonce, state] = [searchParams.get('nonce')!, searchParams.get('state')!];
    const code = provider.codeFor({ nonce, sub, ...more });
    return ['/api/auth/sso/callback', { code, state }];
  }
});
