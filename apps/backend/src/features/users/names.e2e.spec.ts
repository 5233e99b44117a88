import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { People } from '../../shared/user/people';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('names', () => {
  let gos: Harness;
  let admin: Person;
  let auditor: Person;
  let jan: Person;
  let taskId: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    auditor = await gos.person('Olga Revizorová');
    jan = await gos.person('Jan Novák');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    taskId = await jan.task({ name: 'Košík', passive: [admin.id] });
  });
  afterAll(() => gos.stop());

  const renamings = async (person = jan) =>
    (await gos.service<EventLog>(EVENT_LOG).readStream(`user-${person.id}`)).filter(
      ({ type }) => type === 'UserRenamed',
    );
  const namesOf = async (person: Person, by = auditor): Promise<Json> =>
    (await by.get(`/api/users/${person.id}/names`)).body;
  const authors = async (by: Person) =>
    (await by.get(`/api/tasks/${taskId}/activity`)).body.items.map((item: Json) => [item.by.name, item.byThen]);

  test('a renaming is an event without the name, and the history tells auditors what somebody was called', async () => {
    expect(await namesOf(jan)).toMatchObject({ total: 1, items: [{ name: 'Jan Novák', to: null }] });
    const { status, body } = await jan.patch('/api/me', { name: ' Alena Adminová ' });
    expect([status, body]).toEqual([200, { id: jan.id, revision: 2, position: expect.any(String) }]);
    const [event, ...more] = await renamings();
    expect(more).toEqual([]);
    expect(event).toMatchObject({ data: {}, metadata: { actor: jan.id, via: 'web' }, position: body.position });
    await jan.post(`/api/tasks/${taskId}/comments`, { text: 'Já jsem Alena' });
    await jan.patch('/api/me', { name: 'Jan Novák' });
    await jan.post(`/api/tasks/${taskId}/comments`, { text: 'Nejsem' });
    const { items, total } = await namesOf(jan);
    expect(total).toBe(3);
    expect(items.map(({ name }: Json) => name)).toEqual(['Jan Novák', 'Alena Adminová', 'Jan Novák']);
    expect(items[0]).toMatchObject({ to: null, from: items[1].to });
    expect(items[1].from).toBe(items[2].to);
    for (const person of [auditor, admin]) {
      expect(await authors(person)).toEqual([
        ['Jan Novák', null],
        ['Jan Novák', 'Alena Adminová'],
        ['Jan Novák', null],
      ]);
    }
    expect((await authors(jan)).map(([, then]: Json) => then)).toEqual([null, null, null]);
    const log = JSON.stringify(await gos.service<EventLog>(EVENT_LOG).readAll(null, 1_000));
    expect(log).not.toMatch(/Novák|Alena Adm/);
  });

  test('the same name again, and other changes, are no renaming', async () => {
    const before = (await renamings()).length;
    await jan.patch('/api/me', { name: 'Jan  Novák'.replace('  ', ' '), phone: '123' });
    await jan.patch('/api/me', { language: 'en' });
    expect(await renamings()).toHaveLength(before);
    expect((await namesOf(jan)).total).toBe(3);
  });

  test('sent twice with one key, it is one renaming', async () => {
    const key = { 'idempotency-key': 'renamed-once' };
    const eva = await gos.person('Eva Malá');
    await Promise.all([1, 2].map(() => eva.patch('/api/me', { name: 'Eva Velká' }, key)));
    expect(await renamings(eva)).toHaveLength(1);
    expect((await namesOf(eva)).total).toBe(2);
  });

  test('who asks for them at the same moment is told each', async () => {
    const eva = await gos.person('Ota Malý');
    await Promise.all(['Ota Velký', 'Ota Střední'].map((name) => eva.patch('/api/me', { name })));
    expect(await renamings(eva)).toHaveLength(2);
    const { items } = await namesOf(eva);
    expect(items.map(({ name }: Json) => name).sort()).toEqual(['Ota Malý', 'Ota Střední', 'Ota Velký']);
  });

  test('broken off between the event and the name, it is told, and asked for again it comes about', async () => {
    const eva = await gos.person('Iva Malá');
    const people = gos.service<People>(People);
    const { change } = people;
    people.change = () => Promise.reject(new Error('broken off'));
    const key = { 'idempotency-key': 'broken-off' };
    expect((await eva.patch('/api/me', { name: 'Iva Velká' }, key)).status).toBe(500);
    people.change = change;
    expect(await renamings(eva)).toHaveLength(1);
    expect((await eva.get('/api/me')).body.name).toBe('Iva Malá');
    expect((await eva.patch('/api/me', { name: 'Iva Velká' }, key)).status).toBe(200);
    expect(await renamings(eva)).toHaveLength(1);
    expect((await eva.get('/api/me')).body.name).toBe('Iva Velká');
  });

  test('all names are kept, so there is an end to them', async () => {
    const people = gos.service<People>(People);
    const eva = await gos.person('Lea Malá');
    const formerNames = Array.from({ length: 100 }, (_, index) => ({
      name: `Lea ${index}`,
      until: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString() as never,
    }));
    await people.change(eva.id, (data) => ({ ...data, formerNames }));
    const { status, body } = await eva.patch('/api/me', { name: 'Lea Velká' });
    expect([status, body.code, body.errors[0].path]).toEqual([422, 'user.name.too-often', 'name']);
    expect((await eva.get('/api/me')).body.name).toBe('Lea Malá');
    expect(await renamings(eva)).toEqual([]);
    const second = (await auditor.get(`/api/users/${eva.id}/names?page=2&pageSize=2`)).body;
    expect(second).toMatchObject({ total: 101, page: 2, items: [{ name: 'Lea 98' }, { name: 'Lea 97' }] });
  });

  test('that look the same are told apart, of the people that one sees', async () => {
    const [petr, pyotr, paul] = [
      await gos.person('Petr Svoboda'),
      await gos.person('Реtr  Svobodá'),
      await gos.person('Pavel Svoboda'),
    ];
    const alike = async (by: Person) => (await by.get('/api/users/alike')).body.items.map(({ id }: Json) => id);
    expect(await alike(paul)).toEqual([petr.id, pyotr.id]);
    const external = await gos.person('Petr Svoboda');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    expect(await alike(paul)).toEqual([petr.id, pyotr.id, external.id]);
    expect(await alike(external)).toEqual([]);
    await pyotr.task({ name: 'Společný', solverId: external.id });
    expect(await alike(external)).toEqual([pyotr.id, external.id]);
    await petr.patch('/api/me', { name: 'Petr Svobodník' });
    expect(await alike(paul)).toEqual([pyotr.id, external.id]);
  });

  test('are taken along and erased with the person', async () => {
    const told = (await jan.get(`/api/users/${jan.id}/export`)).body;
    expect(told.person.formerNames.map(({ name }: Json) => name)).toEqual(['Jan Novák', 'Alena Adminová']);
    expect(told.events.map(({ type }: Json) => type)).toContain('UserRenamed');
    await admin.patch(`/api/users/${jan.id}`, { active: false });
    expect((await admin.post(`/api/users/${jan.id}/erase`, { confirm: 'Jan Novák' })).status).toBe(200);
    expect(await namesOf(jan)).toMatchObject({ items: [], total: 0 });
    expect((await authors(auditor)).map(([, then]: Json) => then)).toEqual([null, null, null]);
  });
});
