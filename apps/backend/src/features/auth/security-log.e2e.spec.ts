import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { PinoLogger } from '../../observability/logger';
import { securityEvents } from '../../observability/security-log';
import { Operations } from '../../operator/ops/operations';
import { Harness, type Json, Person } from '../../testing/harness';

const password = 'correct horse';

describe('the security log', () => {
  const raw: string[] = [];
  let gos: Harness;
  let admin: Person;
  let jan: Person;
  beforeAll(async () => {
    gos = await Harness.start();
    Logger.overrideLogger(new PinoLogger('warn', { write: (line) => void raw.push(line) }));
    admin = await gos.person('Alena Adminová');
    jan = await gos.person('Jan Novák');
  });
  afterAll(async () => {
    Logger.overrideLogger(false);
    await gos.stop();
  });
  beforeEach(() => {
    raw.length = 0;
  });

  const lines = () => raw.map((line) => JSON.parse(line) as Json).filter(({ security }) => security !== undefined);
  /** All entries since the test began. */
  const told = () =>
    lines().map(({ security, person, by, what }) =>
      [security, person, by, what].filter((one) => one !== undefined).join(' '),
    );
  const login = (email: string, typed: string, person = gos.stranger(), headers = {}) =>
    person.post('/api/auth/login', { email, password: typed }, headers);
  const expiresAt = () => new Date(Date.now() + 60_000).toISOString();

  test('tells of registrations, sign-ins and sessions', async () => {
    const eva = await gos.person('Eva');
    expect(told()).toEqual([
      `person.registered ${eva.id} member`,
      `session.begun ${eva.id}`,
      `sign-in.succeeded ${eva.id} registration`,
    ]);
    raw.length = 0;
    await login(eva.email, 'wrong horse');
    await login('nobody@example.com', password);
    const browser = gos.stranger();
    await login(eva.email, password, browser);
    await browser.post('/api/auth/logout');
    expect(told()).toEqual([
      `sign-in.failed ${eva.id} password`,
      'sign-in.failed password',
      `session.begun ${eva.id}`,
      `sign-in.succeeded ${eva.id} password`,
      `session.ended ${eva.id}`,
    ]);
    const [, unknown] = lines();
    expect(unknown).toMatchObject({
      email: expect.stringMatching(/^[\w-]{16}$/),
      address: '127.0.0.1',
      route: 'POST /api/auth/login',
    });
    expect(unknown!.correlationId).toEqual(expect.any(String));
  });

  test('tells of limits, refusals, forged requests and tokens', async () => {
    const { token, id } = (
      await jan.post('/api/me/tokens', { name: 'x', scope: 'read', expiresAt: expiresAt(), password: 'correct horse' })
    ).body;
    const by = (bearer: string) => ({ authorization: `Bearer ${bearer}` });
    const program = new Person(gos.origin);
    await program.get('/api/tasks', by(token));
    await program.get('/api/tasks', by(token));
    await program.post('/api/tasks', { name: 'x' }, by(token));
    await program.get('/api/me/tokens', by(token));
    await program.get('/api/tasks', by(`gos_${'x'.repeat(43)}`));
    await jan.delete(`/api/me/tokens/${id}`);
    await jan.patch(`/api/users/${admin.id}`, { role: 'member' });
    const hidden = (await admin.post('/api/tasks', { name: 'Tajný úkol' })).body.id;
    await jan.get(`/api/tasks/${hidden}`);
    await gos.stranger().get(`/api/tasks/${hidden}`);
    await jan.patch('/api/me', { name: 'Forged' }, { 'x-requested-with': '' });
    expect(told()).toEqual([
      `token.made ${jan.id} read`,
      `token.used ${jan.id} read`,
      `token.out-of-reach ${jan.id} auth.token-scope`,
      `token.out-of-reach ${jan.id} auth.token-reach`,
      'token.refused',
      `token.revoked ${jan.id}`,
      `access.refused ${jan.id} user.forbidden`,
      `access.not-found ${jan.id} task.not-found`,
      `request.forged ${jan.id}`,
    ]);
    raw.length = 0;
    for (let n = 0; n < 6; n++)
      await login(jan.email, 'wrong horse', gos.stranger(), { 'x-forwarded-for': '192.0.2.77' });
    expect(told().slice(-1)).toEqual(['limit.reached request.rate-limited']);
    expect(lines().at(-1)).toMatchObject({ address: '192.0.2.77' });
  });

  test('tells of roles, leaving, data taken out and erased, invitations and settings', async () => {
    const ota = await gos.person('Ota');
    raw.length = 0;
    await admin.patch(`/api/users/${ota.id}`, { role: 'auditor' });
    await admin.get(`/api/users/${ota.id}/export`);
    await admin.patch(`/api/users/${ota.id}`, { active: false });
    await admin.post(`/api/users/${ota.id}/erase`, { confirm: 'Ota' });
    await admin.post('/api/users/invite', { invitations: [{ email: 'x@example.com', role: 'member' }] });
    await admin.patch('/api/settings', { ipDays: 30 });
    await admin.patch('/api/settings', { registration: 'off' });
    const late = { name: 'Late', email: 'late@example.com', password, passwordRepeat: password };
    expect((await gos.stranger().post('/api/auth/register', late)).status).toBe(403);
    await admin.patch('/api/settings', { registration: 'open' });
    expect(told()).toEqual([
      `person.role-changed ${ota.id} ${admin.id} member auditor`,
      `person.exported ${ota.id} ${admin.id}`,
      `person.deactivated ${ota.id} ${admin.id}`,
      `session.all-ended ${ota.id} ${admin.id}`,
      `token.all-revoked ${ota.id} ${admin.id}`,
      `person.erased ${ota.id} ${admin.id}`,
      ...told().slice(6, -5),
      `invitation.made ${admin.id} member`,
      `settings.changed ${admin.id} ipDays`,
      `settings.changed ${admin.id} registration`,
      'access.refused auth.registration-closed',
      `settings.changed ${admin.id} registration`,
    ]);
    // Once each, whatever followed.
    for (const name of ['person.role-changed', 'person.deactivated', 'person.erased']) {
      expect(told().filter((one) => one.startsWith(name))).toHaveLength(1);
    }
  });

  test('tells of passwords: forgotten, refused links, changed, given by an operator', async () => {
    await gos.stranger().post('/api/auth/forgotten', { email: jan.email });
    await gos.stranger().post('/api/auth/forgotten', { email: 'nobody@example.com' });
    const next = { password: 'staple battery', passwordRepeat: 'staple battery' };
    await gos.stranger().post('/api/auth/recover', { token: 'made-up', ...next });
    await jan.post('/api/me/password', { current: password, ...next });
    await gos.service<Operations>(Operations).run('user', ['password', jan.email], () => {});
    expect(told()).toEqual([
      `recovery.asked ${jan.id}`,
      'recovery.asked',
      'recovery.refused',
      `password.changed ${jan.id}`,
      'operator.ran user password',
      `session.all-ended ${jan.id}`,
      `session.all-ended ${jan.id}`,
      `token.all-revoked ${jan.id}`,
      `password.given ${jan.id}`,
    ]);
  });

  test('holds neither e-mails, names, passwords nor cookies, and cannot be forged', async () => {
    const evil = '\u001b[31mx\r\n{"security":"sign-in.succeeded"}@example.com';
    const headers = { 'user-agent': 'evil \u00a0 {"security":"sign-in.succeeded"}' };
    await login(evil, 'secret typed', gos.stranger(), headers);
    await login(admin.email, 'secret typed', admin, headers);
    await login(admin.email, password, admin);
    expect(told()).toEqual([
      'sign-in.failed password',
      `sign-in.failed ${admin.id} password`,
      `session.begun ${admin.id}`,
      `sign-in.succeeded ${admin.id} password`,
      `session.ended ${admin.id}`,
    ]);
    const said = raw.join('');
    expect(said).not.toMatch(/@|Alena|secret typed|correct horse|evil|\[31m/);
    for (const value of admin.cookies.values()) if (value.length > 20) expect(said).not.toContain(value);
  });

  test('has each of its names explained', () => {
    const page = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    expect(Object.keys(securityEvents).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
