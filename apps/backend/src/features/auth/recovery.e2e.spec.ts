import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ParsedMail, simpleParser } from 'mailparser';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { Harness, type Json, type Person } from '../../testing/harness';
import { TestSmtpServer } from '../../testing/servers/smtp';
import { Registration } from './common/registration';

const password = 'correct horse';
const next = 'staple battery';
const origin = 'https://work.firma.example';
const minute = 60_000;
const day = 24 * 60 * minute;

let gos: Harness;
let now = Date.parse('2026-11-24T10:00:00Z');
const at = (ms: number) => {
  now = ms;
  gos.clock.set(new Date(ms).toISOString());
};
const start = async (env: Record<string, string> = {}) => {
  gos = await Harness.start({ GOS_PUBLIC_URL: origin, ...env });
  mkdirSync(folder(), { recursive: true });
  at(now);
};
const folder = () => join(gos.folder, 'mail');
const codes = ({ status, body }: { status: number; body: Json }) => [
  status,
  ...(body.errors?.map(({ path, code }: Json) => `${path} ${code}`) ?? (body.code ? [body.code] : [])),
];

/** The mails to an address, as many as wanted; what was read before is left out. */
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
const tokenIn = ({ text = '' }: ParsedMail) => /[?](?:token|invitation)=([\w-]+)/.exec(text)![1]!;
const ask = (email: string) => gos.stranger().post('/api/auth/forgotten', { email });
const recover = (token: string, wanted = next, repeat = wanted) =>
  gos.stranger().post('/api/auth/recover', { token, password: wanted, passwordRepeat: repeat });
const login = (email: string, given: string) => gos.stranger().post('/api/auth/login', { email, password: given });
async function link(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(204);
  for (;;) {
    const links = (await mailsTo(email)).filter(({ text }) => text?.includes('token='));
    if (links.length > 0) return tokenIn(links[0]!);
  }
}

describe('a forgotten password', () => {
  let admin: Person;
  let jan: Person;
  beforeAll(async () => {
    await start();
    admin = await gos.person('Alena Adminová');
    jan = await gos.person('Jan <Malý>');
  });
  afterAll(() => gos.stop());

  test('is replaced by a mailed link, once; all sessions and tokens end, and the person is told', async () => {
    const expiresAt = new Date(now + day).toISOString();
    const { token: program } = (
      await jan.post('/api/me/tokens', { name: 'x', scope: 'read', expiresAt, password: 'correct horse' })
    ).body;
    expect(codes(await ask(` ${jan.email.toUpperCase()} `))).toEqual([204]);
    const [mail] = await mailsTo(jan.email);
    expect(mail!.subject).toBe('Gos: nové heslo');
    expect(mail!.text).toMatch(/^Dobrý den, Jan <Malý>,/);
    const token = tokenIn(mail!);
    expect(mail!.text).toContain(`${origin}/forgotten?token=${token}`);
    expect(mail!.html).toContain(`href="${origin}/forgotten?token=${token}"`);
    expect(mail!.html).toContain('Jan &#60;Malý&#62;');
    expect(codes(await recover('unknown'))).toEqual([422, 'token auth.recovery.token']);
    expect(codes(await recover(token, ''))).toEqual([
      422,
      'password auth.recovery.password',
      'passwordRepeat auth.recovery.repeat',
    ]);
    expect(codes(await recover(token, next, 'other'))).toEqual([422, 'passwordRepeat auth.passwords-differ']);
    expect(codes(await recover(token, 'short'))).toEqual([422, 'password auth.password.too-short']);
    expect(codes(await recover(token, '12345678'))).toEqual([422, 'password auth.password.common']);
    expect((await jan.get('/api/me')).status).toBe(200);
    const done = await recover(token);
    expect([done.status, done.headers.getSetCookie()]).toEqual([204, []]);
    expect((await jan.get('/api/me')).status).toBe(401);
    const byToken = await fetch(`${gos.origin}/api/me`, { headers: { authorization: `Bearer ${program}` } });
    expect(byToken.status).toBe(401);
    expect([(await login(jan.email, password)).status, (await login(jan.email, next)).status]).toEqual([401, 200]);
    // The answer may have been lost: the same once more is no failure, and does nothing.
    expect((await recover(token)).status).toBe(204);
    expect(codes(await recover(token, 'yet another one'))).toEqual([422, 'token auth.recovery.token']);
    const [told] = await mailsTo(jan.email);
    expect(told!.subject).toBe('Gos: heslo bylo změněno');
    expect(told!.text).toContain('24. listopadu 2026');
  });

  test('is answered alike for who is known, unknown or deactivated; only the first gets a mail', async () => {
    const gone = await gos.person('Odešlá');
    await admin.patch(`/api/users/${gone.id}`, { active: false });
    const answers = [];
    for (const email of [gone.email, 'nobody@example.com', admin.email]) answers.push(await ask(email));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['204 ']));
    await mailsTo(admin.email);
    const names = readdirSync(folder()).filter((name) => name.startsWith('recovery.') && !read.has(name));
    expect(names).toEqual([]);
    expect(codes(await ask(' '))).toEqual([422, 'email auth.forgotten.email']);
    expect(codes(await ask('jan'))).toEqual([422, 'email auth.email']);
  });

  test('counts how often it is asked for, for an unknown e-mail as for a known one', async () => {
    const eva = await gos.person('Eva');
    for (const email of [eva.email, 'unknown@example.com']) {
      const statuses = [];
      for (let count = 0; count < 6; count++) statuses.push((await ask(email)).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
    await mailsTo(eva.email);
    at(now + 4 * minute);
    expect((await ask(eva.email)).status).toBe(204);
  });

  test('is not kept from anybody by who asks for it again and again elsewhere', async () => {
    const iva = await gos.person('Iva');
    const askFrom = (address: string, person = gos.stranger()) =>
      person.post('/api/auth/forgotten', { email: iva.email }, { 'x-forwarded-for': address });
    for (let count = 0; count < 6; count++) await askFrom('198.51.100.1');
    expect((await askFrom('198.51.100.2')).status).toBe(204);
    // E-mails to one address are limited, except for people who have signed in from this browser.
    for (let count = 0; count < 20; count++) await askFrom(`203.0.113.${count}`);
    expect((await askFrom('198.51.100.3')).status).toBe(429);
    expect((await askFrom('198.51.100.3', iva)).status).toBe(204);
  });

  test('asked for again leaves only the newest link; a link lives one hour', async () => {
    const petr = await gos.person('Petr');
    const first = await link(petr.email);
    at(now + 1_000);
    const second = await link(petr.email);
    expect(codes(await recover(first))).toEqual([422, 'token auth.recovery.token']);
    at(now + 59 * minute);
    expect(codes(await recover(second))).toEqual([204]);
    const third = await link(petr.email);
    at(now + 60 * minute);
    expect(codes(await recover(third))).toEqual([422, 'token auth.recovery.token']);
  });

  test('of two uses of one link at once one counts', async () => {
    const ivo = await gos.person('Ivo');
    const token = await link(ivo.email);
    const both = await Promise.all([recover(token, 'first of the two'), recover(token, 'second of the two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 422]);
    const kept = both[0]!.status === 204 ? 'first of the two' : 'second of the two';
    expect((await login(ivo.email, kept)).status).toBe(200);
  });

  test('is no way in for who was deactivated, nor past a password that was changed since', async () => {
    const [left, careful] = [await gos.person('Odchází'), await gos.person('Pečlivá')];
    const [one, other] = [await link(left.email), await link(careful.email)];
    await admin.post('/api/auth/login', { email: admin.email, password });
    await admin.patch(`/api/users/${left.id}`, { active: false });
    expect(codes(await recover(one))).toEqual([422, 'token auth.recovery.token']);
    const change = { current: password, password: next, passwordRepeat: next };
    expect((await careful.post('/api/me/password', change)).status).toBe(204);
    expect(codes(await recover(other))).toEqual([422, 'token auth.recovery.token']);
  });
});

describe('an invitation', () => {
  let admin: Person;
  const invite = (...invitations: readonly object[]) => admin.post('/api/users/invite', { invitations });
  const register = (email: string, invitation?: string, name = 'Nová') =>
    gos.stranger().post('/api/auth/register', { name, email, password, passwordRepeat: password, invitation });
  const shown = (token: string) => gos.stranger().post('/api/auth/invitation', { token });
  const listed = async () => (await admin.get('/api/users/invitations')).body;
  beforeAll(async () => {
    await start({ GOS_REGISTRATION: 'invite' });
    admin = await gos.person('Alena Adminová');
    await admin.patch('/api/me', { language: 'en' });
  });
  afterAll(() => gos.stop());

  test('lets one person in, in the role that was chosen', async () => {
    const answer = await invite(
      { email: 'Eva@Example.com', role: 'collaborator' },
      { email: admin.email, role: 'member' },
    );
    expect([answer.status, answer.body.results]).toEqual([
      200,
      [
        { email: 'Eva@Example.com', outcome: 'invited', id: expect.any(String) },
        { email: admin.email, outcome: 'person', id: null },
      ],
    ]);
    const [mail] = await mailsTo('Eva@Example.com');
    expect(mail!.subject).toBe('Invitation to Gos');
    expect(mail!.text).toContain('Alena Adminová invites you to Gos.');
    const token = tokenIn(mail!);
    expect(mail!.text).toContain(`${origin}/register?invitation=${token}`);
    const link = `/api/users/invitations/${answer.body.results[0].id}/link`;
    expect((await admin.post(link)).body).toEqual({ link: `${origin}/register?invitation=${token}` });
    expect(await listed()).toMatchObject({
      total: 1,
      items: [
        {
          email: 'Eva@Example.com',
          role: 'collaborator',
          invitedBy: { id: admin.id, name: 'Alena Adminová' },
          invitedAt: new Date(now).toISOString(),
          expiresAt: new Date(now + 7 * day).toISOString(),
          state: 'no-mail',
        },
      ],
    });
    expect((await shown(token)).body).toEqual({ email: 'Eva@Example.com', invitedBy: 'Alena Adminová' });
    expect(codes(await register('eva@example.com'))).toEqual([422, 'invitation auth.invitation']);
    expect(codes(await register('eva@example.com', 'wrong'))).toEqual([422, 'invitation auth.invitation']);
    expect(codes(await register('other@example.com', token))).toEqual([422, 'email auth.invitation-email']);
    const both = await Promise.all([register('eva@example.com', token), register('eva@example.com', token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const { id } = both.find(({ status }) => status === 201)!.body;
    expect((await admin.get(`/api/users/${id}`)).body.role).toBe('collaborator');
    const events = await gos.service<EventLog>(EVENT_LOG).readStream(`user-${id}`);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'UserRegistered', data: { userId: id, role: 'collaborator', invitedBy: admin.id } },
    ]);
    expect((await listed()).total).toBe(0);
    expect(codes(await shown(token))).toEqual([422, 'token auth.invitation']);
    expect(codes(await register('eva@example.com', token))).toEqual([422, 'invitation auth.invitation']);
  });

  test('is renewed by inviting again: only the new link and role hold', async () => {
    await invite({ email: 'petr@example.com', role: 'admin' });
    const first = tokenIn((await mailsTo('petr@example.com'))[0]!);
    const again = await invite({ email: 'PETR@example.com', role: 'auditor' });
    expect(again.body.results).toMatchObject([{ outcome: 'renewed' }]);
    const second = tokenIn((await mailsTo('PETR@example.com'))[0]!);
    expect(codes(await shown(first))).toEqual([422, 'token auth.invitation']);
    const { body } = await register('petr@example.com', second);
    expect((await admin.get(`/api/users/${body.id}`)).body.role).toBe('auditor');
  });

  test('whose registration a crash cut off gives its role at the next sign-in', async () => {
    const email = 'cut-off@example.com';
    await invite({ email, role: 'auditor' });
    const token = tokenIn((await mailsTo(email))[0]!);
    const registration = gos.service<Registration>(Registration);
    const invited = { by: admin.id, role: 'auditor' } as const;
    const id = await registration.enter({ name: 'Cut Off', email, password, invited }, true);
    // The e-mail is taken from then on, whatever became of the invitation.
    expect(codes(await register(email, token))).toEqual([422, 'auth.registration-refused']);
    expect((await login(email, password)).body).toEqual({ id, name: 'Cut Off' });
    expect((await admin.get(`/api/users/${id}`)).body.role).toBe('auditor');
    await admin.delete(`/api/users/invitations/${(await listed()).items[0].id}`);
  });

  test('is withdrawn, and lives seven days', async () => {
    await invite({ email: 'a@example.com', role: 'member' }, { email: 'b@example.com', role: 'member' });
    const [a, b] = [tokenIn((await mailsTo('a@example.com'))[0]!), tokenIn((await mailsTo('b@example.com'))[0]!)];
    const { id } = (await listed()).items.find(({ email }: Json) => email === 'a@example.com');
    expect((await admin.delete(`/api/users/invitations/${id}`)).status).toBe(204);
    expect(codes(await admin.post(`/api/users/invitations/${id}/link`))).toEqual([404, 'invitation.not-found']);
    expect(codes(await admin.delete(`/api/users/invitations/${id}`))).toEqual([404, 'invitation.not-found']);
    expect(codes(await register('a@example.com', a))).toEqual([422, 'invitation auth.invitation']);
    at(now + 7 * day);
    await admin.post('/api/auth/refresh');
    expect((await listed()).items).toMatchObject([{ email: 'b@example.com', state: 'expired' }]);
    expect(codes(await register('b@example.com', b))).toEqual([422, 'invitation auth.invitation']);
    const renewed = await invite({ email: 'b@example.com', role: 'member' });
    expect(renewed.body.results).toMatchObject([{ outcome: 'renewed' }]);
    const token = tokenIn((await mailsTo('b@example.com'))[0]!);
    expect((await register('b@example.com', token)).status).toBe(201);
  });

  test('is for addresses, once each, at most two hundred at once', async () => {
    expect(codes(await invite())).toEqual([422, 'invitations validation.required']);
    expect(codes(await invite({ email: 'x', role: 'member' }, { email: 'x@example.com', role: 'boss' }))).toEqual([
      422,
      'invitations.0.email auth.email',
      'invitations.1.role validation.choice',
    ]);
    const many = Array.from({ length: 201 }, (_, index) => ({ email: `many${index}@example.com`, role: 'member' }));
    expect(codes(await invite(...many))).toEqual([422, 'invitations validation.too-many']);
    const twice = await invite({ email: 'c@example.com', role: 'member' }, { email: 'C@example.com', role: 'auditor' });
    expect(twice.body.results).toHaveLength(1);
    expect((await listed()).items).toMatchObject([{ email: 'C@example.com', role: 'auditor' }]);
  });
});

describe('an invitation where registration is otherwise', () => {
  afterAll(() => gos.stop());

  test('open gives its role; off lets nobody in, and says so when inviting', async () => {
    await start();
    const admin = await gos.person('Alena Adminová');
    const invite = (email: string) => admin.post('/api/users/invite', { invitations: [{ email, role: 'auditor' }] });
    const register = (email: string, invitation: string | null) =>
      gos.stranger().post('/api/auth/register', { name: 'X', email, password, passwordRepeat: password, invitation });
    await invite('one@example.com');
    const one = tokenIn((await mailsTo('one@example.com'))[0]!);
    expect(codes(await register('else@example.com', 'wrong'))).toEqual([422, 'invitation auth.invitation']);
    const { body } = await register('one@example.com', one);
    expect((await admin.get(`/api/users/${body.id}`)).body.role).toBe('auditor');
    await invite('two@example.com');
    const two = tokenIn((await mailsTo('two@example.com'))[0]!);
    await admin.patch('/api/settings', { registration: 'off' });
    expect(codes(await register('two@example.com', two))).toEqual([403, 'auth.registration-closed']);
    expect(codes(await invite('three@example.com'))).toEqual([409, 'invitation.closed']);
    await admin.patch('/api/settings', { registration: 'open' });
    // A person who registered without the invitation needs it no more.
    expect((await register('two@example.com', null)).status).toBe(201);
    expect((await admin.get('/api/users/invitations')).body.total).toBe(0);
  });
});

test('an invitation that no mail server takes says so, to the admin too, who sends it again', async () => {
  const smtp = await TestSmtpServer.start();
  try {
    await start({ SMTP_URL: `smtp://${smtp.address}?from=gos@firma.example` });
    const admin = await gos.person('Alena Adminová');
    smtp.refusing = { recipient: '550 No such user' };
    await admin.post('/api/users/invite', { invitations: [{ email: 'eva@example.com', role: 'member' }] });
    const state = async () => (await admin.get('/api/users/invitations')).body.items[0].state;
    const becomes = async (wanted: string) => {
      while ((await state()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await becomes('failed');
    const jobs = gos.service<Jobs>(JOBS);
    const dead = async () => (await jobs.list('account-mail', 'failed', { offset: 0, limit: 10 })).items;
    while ((await dead()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const [letter] = await dead();
    expect(letter!.reason).toMatch(/^Email not sent: .*No such user/);
    expect(JSON.stringify(letter!.data)).not.toContain('eva@');
    smtp.refusing = {};
    await jobs.retry('account-mail', letter!.id);
    await becomes('sent');
    expect(smtp.mails).toHaveLength(1);
  } finally {
    await gos.stop();
    await smtp.stop();
  }
});
