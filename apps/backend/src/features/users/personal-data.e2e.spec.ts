import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Worker } from '../../engine/jobs/worker';
import { verifyLog } from '../../operator/ops/verify-log';
import { People } from '../../shared/user/people';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { EVENT_LOG } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Erasure } from './erasure';

describe('the data of a person', () => {
  let gos: Harness;
  let admin: Person;
  let eva: Person;
  let jan: Person;
  let taskId: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    eva = await gos.person('Eva Řeřichová');
    jan = await gos.person('Jan Novák');
    taskId = await eva.task({
      name: 'Evin úkol',
      description: '<p>Vlastní slova</p>',
      solverId: eva.id,
      passive: [jan.id],
    });
    await eva.post(`/api/tasks/${taskId}/comments`, { text: `Píše Eva, @[${jan.id}]` });
    await jan.task({ name: 'Zmínka', passive: [eva.id], description: `<p>@[${eva.id}]</p>` });
    await eva.patch('/api/me', { phone: '+420 777 123 456' });
    await eva.call('PUT', '/api/me/preferences/lists', { value: { dense: true } }, { 'x-requested-with': 'gos' });
    await eva.post('/api/me/tokens', {
      name: 'Program',
      scope: 'read',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      password: 'correct horse',
    });
    await eva.post('/api/work/start', { taskId });
    await eva.post('/api/work/stop');
  });
  afterAll(() => gos.stop());

  /** Every record outside the log, as text. */
  async function beside(): Promise<string[]> {
    const records = await gos.service<Accounts>(ACCOUNTS).listAll(null, 10_000);
    return records.map((record) => JSON.stringify(record));
  }
  const erase = (who: Person, confirm: string, id = eva.id) => who.post(`/api/users/${id}/erase`, { confirm });

  test('is exported to herself and to admins, without secrets', async () => {
    const { status, body, headers } = await eva.get(`/api/users/${eva.id}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="gos-person-${eva.id}.json"`);
    const told: Json = typeof body === 'string' ? JSON.parse(body) : body;
    expect(told).toMatchObject({
      person: { id: eva.id, name: 'Eva Řeřichová', email: eva.email, phone: '+420 777 123 456', role: 'member' },
      secondStep: { totpSince: null, passkeys: [] },
      identities: [],
      avatar: null,
      preferences: { lists: { dense: true } },
      sessions: [{ current: false }],
      tokens: [{ name: 'Program' }],
      work: [{ taskId, ip: expect.any(String) }],
      plans: [],
    });
    expect(told.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'TaskCreated', about: `task-${taskId}` }),
        expect.objectContaining({
          type: 'CommentAdded',
          data: expect.objectContaining({ text: expect.stringContaining('Píše Eva') }),
        }),
        expect.objectContaining({ type: 'UserRegistered', about: `user-${eva.id}` }),
      ]),
    );
    expect(told.events.every(({ by, about }: Json) => by === eva.id || about === `user-${eva.id}`)).toBe(true);
    expect(JSON.stringify(told)).not.toMatch(/argon2|Hash|gos_[\w-]{20}/);
    expect((await admin.get(`/api/users/${eva.id}/export`)).status).toBe(200);
    expect((await jan.get(`/api/users/${eva.id}/export`)).body.code).toBe('user.forbidden');
  });

  test('is erased by an admin only, who repeats the name, and once the person is deactivated', async () => {
    expect((await erase(jan, 'Eva Řeřichová')).body.code).toBe('user.forbidden');
    expect((await erase(admin, 'Eva Řeřichová')).body.code).toBe('user.erase.active');
    await admin.patch(`/api/users/${eva.id}`, { active: false });
    expect((await erase(admin, 'Eva Reřichová')).body).toMatchObject({
      errors: [{ path: 'confirm', code: 'user.erase.name' }],
    });
    expect((await beside()).filter((record) => record.includes(eva.email))).not.toEqual([]);
  });

  test('is nowhere afterwards; the history stays and proves itself', async () => {
    const { status, body } = await erase(admin, ' Eva Řeřichová ');
    expect([status, body.id]).toEqual([200, eva.id]);
    const left = (await beside()).filter(
      (record) => /Řeřich|\+420 777|dense|Program/.test(record) || record.includes(eva.email),
    );
    expect(left).toEqual([]);
    expect(
      (await beside()).filter((record) => record.includes(`"person:${eva.id}"`) && !record.includes('"upload"')),
    ).toEqual([]);
    const name = `erased person ${eva.id}`;
    expect((await admin.get(`/api/users/${eva.id}`)).body).toMatchObject({
      name,
      email: null,
      phone: null,
      active: false,
      erased: true,
    });
    expect((await jan.get(`/api/tasks/${taskId}`)).body).toMatchObject({
      name: 'Evin úkol',
      contractor: { id: eva.id, name },
    });
    expect((await jan.get(`/api/tasks/${taskId}/comments`)).body.items[0].by).toEqual({ id: eva.id, name });
    expect((await admin.get('/api/users?q=rericho')).body.items).toEqual([]);
    expect((await verifyLog(gos.service(EVENT_LOG))).errors).toEqual([]);
  });

  test('is erased again without harm, and never comes back', async () => {
    const before = (await admin.get(`/api/users/${eva.id}`)).body.revision;
    expect((await erase(admin, 'whatever')).body).toMatchObject({ id: eva.id, revision: before });
    for (const change of [{ active: true }, { role: 'admin' }]) {
      expect((await admin.patch(`/api/users/${eva.id}`, change)).body.code).toBe('user.erased');
    }
  });

  test('leaves the e-mail to somebody else', async () => {
    const body = { name: 'Eva Nová', email: eva.email, password: 'correct horse', passwordRepeat: 'correct horse' };
    const { status, body: registered } = await gos.stranger().post('/api/auth/register', body);
    expect(status).toBe(201);
    expect(registered.id).not.toBe(eva.id);
    expect((await admin.get(`/api/users/${eva.id}`)).body.name).toBe(`erased person ${eva.id}`);
  });

  test('that a crash left behind is emptied afterwards', async () => {
    await admin.patch(`/api/users/${jan.id}`, { active: false });
    const people = gos.service<People>(People);
    const { value } = (await people.record(jan.id))!;
    await erase(admin, 'Jan Novák', jan.id);
    await people.create(jan.id, value);
    await gos.service<Erasure>(Erasure).finish();
    expect(await people.record(jan.id)).toBeUndefined();
    await gos.service<Worker>(Worker).tickNow();
  });
});
