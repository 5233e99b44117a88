import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let petr: Person;
let keeper: Person;
let external: Person;
let secret: number;
let common: number;

const day = '2026-03-10';
const at = (time: string) => `${day}T${time}:00.000Z`;
const add = async (taskId: number, from: string, to: string, more: object = {}): Promise<number> => {
  const { status, body } = await petr.post('/api/work/entries', { taskId, from: at(from), to: at(to), ...more });
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return body.id;
};
const grant = (person: Person, attendance: boolean) => admin.patch(`/api/users/${person.id}`, { attendance });
const ofPetr = (screen: string) => `/api/attendance/${screen}userId=${petr.id}`;
const statuses = async (who: Person): Promise<number[]> => {
  const answers = [
    await who.get(ofPetr('month?month=3&year=2026&')),
    await who.get(ofPetr(`day?date=${day}&`)),
    await who.get('/api/attendance/months?month=3&year=2026'),
  ];
  return answers.map(({ status }) => status);
};
const [open, shut] = [
  [200, 200, 200],
  [403, 403, 403],
];

beforeAll(async () => {
  gos = await Harness.start({}, { background: false });
  gos.clock.set('2026-03-12T12:00:00.000Z');
  admin = await gos.person('Zdena Adminová');
  petr = await gos.person('Petr Novák');
  keeper = await gos.person('Hana Účetní');
  external = await gos.person('Eva Externí');
  await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
  const contracts = [{ contractId: 'S-1', name: 'Servis', client: 'Firma' }];
  const { body: project } = await admin.post('/api/projects', { name: 'Tajný projekt', contracts });
  secret = await admin.task({ name: 'Tajný úkol', solverId: petr.id, projectId: project.id });
  common = await keeper.task({ name: 'Společný úkol', solverId: petr.id });
  await add(secret, '08:00', '09:00');
  await add(common, '09:00', '10:00');
});
afterAll(() => gos.stop());

describe('the attendance of others', () => {
  test('is granted to a person by an admin, in an event, and is lost at once', async () => {
    expect(await statuses(keeper)).toEqual(shut);
    expect((await grant(keeper, true)).status).toBe(200);
    expect((await keeper.get('/api/me')).body.attendance).toBe(true);
    expect(await statuses(keeper)).toEqual(open);
    expect((await admin.get('/api/users?attendance=true')).body.items.map(({ id }: Json) => id)).toEqual([keeper.id]);
    await grant(keeper, false);
    expect(await statuses(keeper)).toEqual(shut);
    expect((await keeper.get('/api/me')).body.attendance).toBe(false);
    const log = gos.service<EventLog>(EVENT_LOG);
    const events = (await log.readStream(`user-${keeper.id}`)).slice(-2).map(({ type, data }) => ({ type, data }));
    expect(events).toEqual([
      { type: 'UserAttendanceChanged', data: { from: false, to: true } },
      { type: 'UserAttendanceChanged', data: { from: true, to: false } },
    ]);
  });

  test('is granted to a position, for as long as one holds it and it grants it', async () => {
    const { id } = (await admin.post('/api/positions', { name: 'Účetní', attendance: true })).body;
    expect((await keeper.get(`/api/positions/${id}`)).body.attendance).toBe(true);
    await admin.patch(`/api/users/${keeper.id}`, { positionIds: [id] });
    expect(await statuses(keeper)).toEqual(open);
    expect((await keeper.get('/api/me')).body.attendance).toBe(true);
    expect((await keeper.get(`/api/users/${keeper.id}`)).body.attendance).toBe(false);
    await admin.patch(`/api/positions/${id}`, { attendance: false });
    expect(await statuses(keeper)).toEqual(shut);
    await admin.patch(`/api/positions/${id}`, { attendance: true });
    expect(await statuses(keeper)).toEqual(open);
    await admin.patch(`/api/users/${external.id}`, { positionIds: [id] });
    expect(await statuses(external)).toEqual(shut);
    await admin.patch(`/api/users/${keeper.id}`, { positionIds: [] });
    expect(await statuses(keeper)).toEqual(shut);
    await admin.patch(`/api/users/${external.id}`, { positionIds: [] });
  });

  test('is not granted to collaborators and auditors, and is lost with the role', async () => {
    expect(await grant(external, true)).toMatchObject({ status: 422, body: { code: 'user.attendance.role' } });
    const person = await gos.person('Karel Přeřazený');
    await grant(person, true);
    await admin.patch(`/api/users/${person.id}`, { role: 'auditor' });
    await admin.patch(`/api/users/${person.id}`, { role: 'member' });
    expect(await statuses(person)).toEqual(shut);
  });

  test('hides tasks, projects and contracts that the holder does not see', async () => {
    await grant(keeper, true);
    const hidden = { id: null, name: null, project: null, contractId: null, minutes: 60 };
    const month = (await keeper.get(ofPetr('month?month=3&year=2026&'))).body;
    expect(month.days[9]).toMatchObject({
      workedMinutes: 120,
      tasks: [hidden, { id: common, name: 'Společný úkol', minutes: 60 }],
    });
    const shown = (await keeper.get(ofPetr(`day?date=${day}&`))).body;
    expect(shown.entries[0]).toMatchObject({
      task: { id: null, name: null },
      project: null,
      contractId: null,
      cost: null,
      ip: null,
    });
    const entries = await keeper.get(`/api/work/entries?userId=${petr.id}`);
    expect(entries.body.total).toBe(2);
    const { body: activity } = await keeper.get(ofPetr(`activity?from=${day}&to=${day}&`));
    expect(activity.workedMinutes).toBe(120);
    for (const answer of [month, shown, entries.body, activity]) {
      expect(JSON.stringify(answer)).not.toMatch(/Tajný|S-1/);
    }
    const { projectId } = (await admin.get(`/api/tasks/${secret}`)).body.task ?? { projectId: 1 };
    expect((await keeper.get(`/api/work/entries?projectId=${projectId}`)).body.total).toBe(0);
    expect((await keeper.get(`/api/work/entries?userId=${petr.id}&contractId=S-1`)).body.total).toBe(0);
    expect((await keeper.get(`/api/work/entries?taskId=${secret}`)).status).toBe(404);
  });

  test('lets its holder correct entries and closed months of others, and plan for them', async () => {
    await grant(keeper, true);
    const id = await add(secret, '12:00', '13:00');
    const path = `/api/work/entries/${id}`;
    expect((await keeper.patch(path, { to: at('12:30'), reason: 'Omyl' })).status).toBe(200);
    const month = { userId: petr.id, month: 2, year: 2026 };
    expect((await keeper.post('/api/attendance/months/close', month)).status).toBe(200);
    expect((await keeper.post('/api/attendance/months/reopen', { ...month, reason: 'Oprava' })).status).toBe(200);
    expect((await keeper.delete(`${path}?reason=Omyl`)).status).toBe(200);
    const plan = { userId: petr.id, date: '2026-03-20', from: '08:00', to: '16:00', type: 'at_work', location: 'Brno' };
    expect((await keeper.post('/api/plans', plan)).status).toBe(201);
    await grant(keeper, false);
    expect((await keeper.post(`${path}/undelete`)).status).toBe(404);
    expect((await keeper.post('/api/attendance/months/close', month)).status).toBe(403);
    expect((await keeper.post('/api/plans', plan)).status).toBe(403);
  });
});
