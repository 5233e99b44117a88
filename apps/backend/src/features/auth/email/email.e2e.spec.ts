import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userStream } from '@gos/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type ParsedMail, simpleParser } from 'mailparser';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { PeopleOperations } from '../../../operator/ops/people-operations';
import { EmailChanges } from '../../../shared/session/email-changes';
import { EmailLinks } from '../../../shared/user/email-links';
import { People } from '../../../shared/user/people';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import { Harness, type Json, Person, type Reply } from '../../../testing/harness';

const password = 'correct horse';
const atOnce = 24;
const origin = 'https://work.firma.example';
const minute = 60_000;
const day = 24 * 60 * minute;

let gos: Harness;
let admin: Person;
let addresses = 0;
const codes = ({ status, body }: Reply<Json>) => [
  status,
  ...(body.errors?.map(({ path, code }: Json) => `${path} ${code}`) ?? (body.code ? [body.code] : [])),
];
const newAddress = () => `nova-${++addresses}@firma.example`;
const folder = () => join(gos.folder, 'mail');

/** The mails to an address that no earlier call returned, once there are as many as wanted. */
const read = new Set<string>();
async function mailsTo(email: string, wanted = 1): Promise<ParsedMail[]> {
  const found: ParsedMail[] = [];
  for (;;) {
    for (const name of readdirSync(folder()).filter((one) => one.endsWith('.eml') && !read.has(one))) {
      const mail = await simpleParser(readFileSync(join(folder(), name)));
      const to = Array.isArray(mail.to) ? mail.to[0] : mail.to;
      if (to?.value[0]?.address?.toLowerCase() !== email.toLowerCase()) continue;
      read.add(name);
      found.push(mail);
    }
    if (found.length >= wanted) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const tokenIn = ({ text = '' }: ParsedMail) => /\/email[?]token=([\w-]+)/.exec(text)![1]!;
const ask = (person: Person, email: string, given = password) =>
  person.post('/api/me/email', { email, password: given });
const confirm = (person: Person, token: string) => person.post('/api/me/email/confirm', { token });
async function link(person: Person, email: string): Promise<string> {
  expect(codes(await ask(person, email))).toEqual([204]);
  const [mail] = await mailsTo(email);
  return tokenIn(mail!);
}
const login = (email: string) => gos.stranger().post('/api/auth/login', { email, password });
const emailOf = async ({ id }: Person) => (await admin.get(`/api/users/${id}`)).body.email;
const isIn = async (person: Person) => (await person.get('/api/me')).status === 200;
async function changesOf({ id }: Person): Promise<Json[]> {
  const events = await gos.service<EventLog>(EVENT_LOG).readStream(userStream(id));
  return events.filter(({ type }) => type === 'UserEmailChanged').map(({ data, metadata }) => [data, metadata.actor]);
}
const dataOf = async ({ id }: Person) => (await gos.service<People>(People).record(id))!.value;

beforeAll(async () => {
  gos = await Harness.start({ GOS_PUBLIC_URL: origin });
  mkdirSync(folder(), { recursive: true });
  admin = await gos.person('Alena Adminová');
});
afterAll(() => gos.stop());
afterEach(() => gos.clock.set(null));

describe('the address of a person who changes it', () => {
  it('changes by the mailed link; the former one is informed, signs nobody in, and is free', async () => {
    const [jan, email] = [await gos.person('Jan Malý'), `  Nova-Jan@Firma.example `];
    const expiresAt = new Date(Date.now() + day).toISOString();
    const { token: program } = (await jan.post('/api/me/tokens', { name: 'P', scope: 'read', expiresAt, password }))
      .body;
    const { calendarUrl } = (await jan.get('/api/me')).body;
    const other = await gos.signIn(jan.email);
    const before = Date.now();
    expect(codes(await ask(jan, email))).toEqual([204]);
    const [mail] = await mailsTo('Nova-Jan@Firma.example');
    expect(mail!.subject).toBe('Gos: potvrďte novou e-mailovou adresu');
    expect(mail!.text).toContain(`${origin}/email?token=${tokenIn(mail!)}`);
    const { body } = await jan.get('/api/me/email');
    expect(body).toEqual({
      email: jan.email,
      pending: { email: 'Nova-Jan@Firma.example', expiresAt: expect.any(String) },
    });
    expect(Date.parse(body.pending.expiresAt) - before).toBeGreaterThanOrEqual(day);
    expect([await emailOf(jan), (await login(email)).status]).toEqual([jan.email, 401]);

    expect(codes(await confirm(jan, tokenIn(mail!)))).toEqual([204]);
    expect(await emailOf(jan)).toBe('Nova-Jan@Firma.example');
    expect((await jan.get('/api/me/email')).body).toEqual({ email: 'Nova-Jan@Firma.example', pending: null });
    expect([(await login(jan.email)).status, (await login('nova-jan@firma.example')).status]).toEqual([401, 200]);
    const [told] = await mailsTo(jan.email);
    expect(told!.subject).toBe('Gos: změna e-mailové adresy');
    expect(told!.text).toContain('Touto dosavadní adresou se už nepřihlásíte');
    expect(`${told!.text}${told!.html}`).not.toMatch(/nova-jan/i);

    // Sessions, tokens and the calendar go on.
    expect([await isIn(jan), await isIn(other)]).toEqual([true, true]);
    const byToken = await fetch(`${gos.origin}/api/me`, { headers: { authorization: `Bearer ${program}` } });
    expect([byToken.status, ((await byToken.json()) as Json).email]).toEqual([200, 'Nova-Jan@Firma.example']);
    expect((await jan.get('/api/me')).body.calendarUrl).toBe(calendarUrl);
    expect(await changesOf(jan)).toEqual([[{ how: 'link' }, jan.id]]);
    const log = JSON.stringify(await gos.service<EventLog>(EVENT_LOG).readAll(null, 10_000));
    expect(log).not.toMatch(/nova-jan|example\.com/i);
    const again = new Person(gos.origin);
    const registered = { name: 'Někdo jiný', email: jan.email, password, passwordRepeat: password };
    expect((await again.post('/api/auth/register', registered, { 'x-forwarded-for': '198.19.1.1' })).status).toBe(201);
  });

  it('needs the password, an address that mail can use, and another one', async () => {
    const eva = await gos.person('Eva');
    expect(codes(await ask(eva, newAddress(), 'not this one'))).toEqual([422, 'password auth.password.wrong']);
    expect(codes(await eva.post('/api/me/email', { email: newAddress() }))).toEqual([
      422,
      'password validation.required',
    ]);
    for (const email of ['', 'eva', 'eva,nova@firma.example', `${'x'.repeat(65)}@firma.example`]) {
      expect(codes(await ask(eva, email))).toEqual([422, 'email auth.email']);
    }
    expect(codes(await ask(eva, ` ${eva.email.toUpperCase()}`))).toEqual([422, 'email user.email.same']);
    expect((await eva.get('/api/me/email')).body.pending).toBeNull();
    expect(codes(await gos.stranger().post('/api/me/email/confirm', { token: 'x' }))).toEqual([401, 'auth.required']);
  });

  it('is not given away by the link alone: it counts for the person who asked, signed in, and nobody else', async () => {
    const [ivo, ota] = [await gos.person('Ivo'), await gos.person('Ota')];
    const token = await link(ivo, newAddress());
    expect((await confirm(gos.stranger(), token)).status).toBe(401);
    expect(codes(await confirm(ota, token))).toEqual([422, 'token user.email.link']);
    expect(codes(await confirm(ivo, 'unknown'))).toEqual([422, 'token user.email.link']);
    expect(codes(await confirm(ivo, token))).toEqual([204]);
  });

  it('says nothing of an address that another person has; its owner gets a notice instead of a link', async () => {
    const [iva, owner] = [await gos.person('Iva'), await gos.person('Majitelka')];
    expect(codes(await ask(iva, owner.email.toUpperCase()))).toEqual([204]);
    const [notice] = await mailsTo(owner.email);
    expect(notice!.subject).toBe('Gos: vaši adresu chtěl použít jiný účet');
    expect(notice!.text).not.toContain('token=');
    expect(notice!.text).not.toContain('Iva');
    expect((await iva.get('/api/me/email')).body.pending.email.toLowerCase()).toBe(owner.email);
    expect([await emailOf(iva), await emailOf(owner)]).toEqual([iva.email, owner.email]);
  });

  it('changes once by a link: it works once, for a day, and only the newest', async () => {
    const ema = await gos.person('Ema');
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const former = await link(ema, first);
    const token = await link(ema, second);
    expect(codes(await confirm(ema, former))).toEqual([422, 'token user.email.link']);
    expect(codes(await confirm(ema, token))).toEqual([204]);
    // The answer may have been lost.
    expect(codes(await confirm(ema, token))).toEqual([204]);
    expect(await changesOf(ema)).toHaveLength(1);
    expect((await admin.call('PUT', `/api/users/${ema.id}/email`, { email: ema.email, password })).status).toBe(200);
    expect(codes(await confirm(ema, token))).toEqual([422, 'token user.email.link']);

    const late = await link(ema, third);
    const now = Date.now();
    gos.clock.set(new Date(now + day - minute).toISOString());
    expect(codes(await ema.post('/api/auth/refresh'))).toEqual([200]);
    gos.clock.set(new Date(now + day + minute).toISOString());
    expect(codes(await confirm(ema, late))).toEqual([422, 'token user.email.link']);
    expect((await ema.get('/api/me/email')).body.pending).toBeNull();
  });

  it('stays when the change is withdrawn', async () => {
    const ola = await gos.person('Ola');
    const token = await link(ola, newAddress());
    expect(codes(await ola.delete('/api/me/email'))).toEqual([204]);
    expect(codes(await ola.delete('/api/me/email'))).toEqual([404, 'user.email.none']);
    expect((await ola.get('/api/me/email')).body.pending).toBeNull();
    expect(codes(await confirm(ola, token))).toEqual([422, 'token user.email.link']);
  });

  it('ends a link for a new password that was mailed to the former one', async () => {
    const lea = await gos.person('Lea');
    const token = await link(lea, newAddress());
    expect((await gos.stranger().post('/api/auth/forgotten', { email: lea.email })).status).toBe(204);
    const [mail] = await mailsTo(lea.email);
    const recovery = /token=([\w-]+)/.exec(mail!.text!)![1];
    expect(codes(await confirm(lea, token))).toEqual([204]);
    const body = { token: recovery, password: 'another horse', passwordRepeat: 'another horse' };
    expect(codes(await gos.stranger().post('/api/auth/recover', body))).toEqual([422, 'token auth.recovery.token']);
    expect((await gos.stranger().post('/api/auth/forgotten', { email: lea.email })).status).toBe(204);
    const names = readdirSync(folder()).filter((name) => name.startsWith('recovery.') && !read.has(name));
    expect(names).toEqual([]);
  });

  it('ends an invitation to the new one', async () => {
    const [jana, email] = [await gos.person('Jana'), newAddress()];
    const { body } = await admin.post('/api/users/invite', { invitations: [{ email, role: 'member' }] });
    expect(body.results[0].outcome).toBe('invited');
    await mailsTo(email);
    expect(codes(await confirm(jana, await link(jana, email)))).toEqual([204]);
    expect((await admin.get('/api/users/invitations')).body.items).toEqual([]);
    const again = await admin.post('/api/users/invite', { invitations: [{ email, role: 'member' }] });
    expect(again.body.results[0].outcome).toBe('person');
  });

  it('is mailed a few links, then one in three minutes', async () => {
    const uma = await gos.person('Uma');
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await ask(uma, newAddress())).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    gos.clock.set(new Date(Date.now() + 4 * minute).toISOString());
    expect((await ask(uma, newAddress())).status).toBe(204);
  });

  it('goes to one of many who confirm the same at once', async () => {
    const email = newAddress();
    const people = await Promise.all(Array.from({ length: atOnce }, (_, index) => gos.person(`Osoba ${index}`)));
    const links = gos.service<EmailLinks>(EmailLinks);
    const tokens = await Promise.all(
      people.map(async ({ id }) => {
        await links.make(id, email, 0);
        return links.tokenOf((await links.pending(id))!);
      }),
    );
    const answers = await Promise.all(people.map(async (one, n) => [one, await confirm(one, tokens[n]!)] as const));
    const winners = new Set(answers.filter(([, { status }]) => status === 204).map(([one]) => one));
    expect(winners.size).toBe(1);
    const refusals = answers.filter(([, { status }]) => status !== 204).map(([, answer]) => codes(answer).join(' '));
    expect(new Set(refusals)).toEqual(new Set(['422 email user.email.taken']));
    expect((await Promise.all(people.map(emailOf))).filter((one) => one === email)).toHaveLength(1);
    expect((await Promise.all(people.map(changesOf))).flat()).toHaveLength(1);
    expect(await gos.service<People>(People).changingEmail()).toEqual([]);
  });

  it('changes once where one link is confirmed many times at once', async () => {
    const [una, email] = [await gos.person('Una'), newAddress()];
    const token = await link(una, email);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => confirm(una, token)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await changesOf(una)).toHaveLength(1);
  });
});

describe('the address of another person', () => {
  const change = (by: Person, { id }: Pick<Person, 'id'>, email: string, given = password) =>
    by.call('PUT', `/api/users/${id}/email`, { email, password: given });

  it('changes by an admin, who gives their own password; the person is informed at both', async () => {
    const [petr, email] = [await gos.person('Petr'), newAddress()];
    await petr.patch('/api/me', { language: 'en' });
    expect(codes(await change(admin, petr, email, 'not this one'))).toEqual([422, 'password auth.password.wrong']);
    expect(codes(await change(petr, admin, email))).toEqual([403, 'user.forbidden']);
    expect(codes(await change(admin, admin, email))).toEqual([403, 'user.email.own']);
    expect(codes(await change(admin, petr, petr.email.toUpperCase()))).toEqual([422, 'email user.email.same']);
    expect(codes(await change(admin, petr, admin.email))).toEqual([422, 'email user.email.taken']);
    expect(codes(await change(admin, petr, 'petr;novy@firma.example'))).toEqual([422, 'email auth.email']);
    const { status, body } = await change(admin, petr, email);
    expect([status, body]).toEqual([200, { id: petr.id, revision: 2, position: expect.any(String) }]);
    expect([await emailOf(petr), await isIn(petr)]).toEqual([email, true]);
    const [former, present] = [await mailsTo(petr.email), await mailsTo(email)];
    expect(former[0]!.text).toMatch(/An admin changed the e-mail address of your account/);
    expect(former[0]!.text).toContain('You can no longer sign in with this former address');
    expect(present[0]!.text).toContain('From now on you sign in with this address');
    expect(await changesOf(petr)).toEqual([[{ how: 'admin' }, admin.id]]);
  });

  it('changes by an admin also when the person was deactivated, never once they are erased', async () => {
    const [gone, email] = [await gos.person('Odešel'), newAddress()];
    await admin.patch(`/api/users/${gone.id}`, { active: false });
    expect(codes(await change(admin, gone, email))).toEqual([200]);
    expect((await login(email)).status).toBe(401);
    expect((await admin.post(`/api/users/${gone.id}/erase`, { confirm: 'Odešel' })).status).toBe(200);
    expect(codes(await change(admin, gone, newAddress()))).toEqual([409, 'user.erased']);
  });

  it('changes by an operator', async () => {
    const [vera, email] = [await gos.person('Věra'), newAddress()];
    const run = async (...args: string[]) => {
      const lines: string[] = [];
      await gos.service<PeopleOperations>(PeopleOperations).run(['email', ...args], (line) => lines.push(line));
      return lines;
    };
    await expect(run(vera.email)).rejects.toThrow(/user email E-MAIL NEW-E-MAIL/);
    await expect(run('nobody@firma.example', email)).rejects.toThrow('Nobody has the e-mail nobody@firma.example.');
    await expect(run(vera.email, 'no address')).rejects.toThrow('"no address" is no e-mail address.');
    await expect(run(vera.email, admin.email)).rejects.toThrow(
      `${admin.email}: Another person has this e-mail address.`,
    );
    expect((await run(vera.email.toUpperCase(), email))[0]).toBe(
      `Věra is person ${vera.id}, and has the e-mail ${email} now; ${vera.email} is free`,
    );
    expect(await run(email, email)).toEqual([`Věra is person ${vera.id}, and has the e-mail ${email} already`]);
    expect([(await login(vera.email)).status, (await login(email)).status]).toEqual([401, 200]);
    expect(await changesOf(vera)).toEqual([[{ how: 'operator' }, null]]);
    await mailsTo(vera.email);
    await mailsTo(email);
  });
});

describe('a change of the address that is cut off', () => {
  const changes = () => gos.service<EmailChanges>(EmailChanges);
  const by = (person: Person, email: string) =>
    ({ userId: person.id, email, how: 'operator', by: null, correlationId: 'test' }) as const;

  it('before its event leaves the address that was there, and the new one free', async () => {
    const [jan, email] = [await gos.person('Jan'), newAddress()];
    const people = gos.service<People>(People);
    const nextEmail = { ...by(jan, email), eventId: crypto.randomUUID(), isConfirmed: false };
    await people.change(jan.id, (data) => ({ ...data, nextEmail }));
    const other = await gos.person('Jiný');
    await expect(changes().change(by(other, email), null)).rejects.toThrow('user.email.taken');
    expect((await login(email)).status).toBe(401);
    await changes().settleAll();
    expect(await dataOf(jan)).not.toHaveProperty('nextEmail');
    expect(await changesOf(jan)).toEqual([]);
    await changes().change(by(other, email), null);
    expect(await emailOf(other)).toBe(email);
  });

  it.each([
    ['before the event is written', 'not-written'],
    ['after it', 'unknown'],
  ] as const)('once it is confirmed, %s, is finished: by itself or before the next one', async (_, outcome) => {
    const [jan, eva, email] = [await gos.person('Jan'), await gos.person('Eva'), newAddress()];
    const runner = gos.service<CommandRunner>(CommandRunner);
    const run = runner.run.bind(runner) as (...given: unknown[]) => Promise<unknown>;
    const broken = jest.spyOn(runner, 'run').mockImplementation((async (...given: unknown[]) => {
      if (outcome === 'unknown') await run(...given);
      throw new StoreUnavailable('broken off', outcome);
    }) as never);
    await expect(changes().change(by(jan, email), null)).rejects.toThrow('broken off');
    const later = newAddress();
    await expect(changes().change(by(eva, later), null)).rejects.toThrow('broken off');
    broken.mockRestore();
    await changes().settleAll();
    expect(await emailOf(jan)).toBe(email);
    expect(await changesOf(jan)).toHaveLength(1);
    const last = newAddress();
    await changes().change(by(eva, last), null);
    expect((await dataOf(eva)).formerEmails!.map((one) => one.email)).toEqual([eva.email, later]);
    expect(await emailOf(eva)).toBe(last);
    expect(await changesOf(eva)).toHaveLength(2);
    expect((await mailsTo(jan.email))[0]!.text).toContain('provozovatel');
  });
});
