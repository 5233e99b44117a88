import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let petr: Person;
let jana: Person;
let idle: Person;

const march = { month: 3, year: 2026 };
const remind = async (who: Person, userIds: readonly number[], more: object = {}): Promise<[number, Json]> => {
  const { status, body } = await who.post('/api/attendance/team-month/reminders', { ...march, userIds, ...more });
  return [status, body];
};
const outcome = ({ reminded, already, skipped }: Json) =>
  [reminded, already, skipped].map((people) => people.map(({ id }: Json) => id));
const news = async (who: Person): Promise<Json[]> => (await who.get('/api/me/notifications')).body.items;
const count = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 100_000)).length;

beforeAll(async () => {
  gos = await Harness.start({}, { background: false });
  gos.clock.set('2026-02-20T12:00:00.000Z');
  admin = await gos.person('Alena Adminová');
  [petr, jana, idle] = [await gos.person('Petr'), await gos.person('Jana'), await gos.person('Ivan Bezplánu')];
  for (const person of [petr, jana]) {
    const plan = { type: 'at_work', date: '2026-03-02', repeatUntil: '2026-03-13', excludeWeekends: true };
    await person.post('/api/plans', { ...plan, from: '08:00', to: '16:00', location: 'Praha' });
  }
  gos.clock.set('2026-03-05T12:00:00.000Z');
  [admin, petr, jana] = [await gos.signIn(admin.email), await gos.signIn(petr.email), await gos.signIn(jana.email)];
  idle = await gos.signIn(idle.email);
  const taskId = await petr.task({ name: 'Práce', solverId: petr.id });
  const span = { from: '2026-03-03T08:00:00.000Z', to: '2026-03-03T09:00:00.000Z' };
  expect((await petr.post('/api/work/entries', { taskId, ...span })).status).toBe(201);
});
afterAll(() => gos.stop());

test('reminds each person of their own missing days, and counts people without any', async () => {
  const [status, body] = await remind(admin, [petr.id, jana.id, idle.id, petr.id]);
  expect([status, outcome(body)]).toEqual([200, [[jana.id, petr.id], [], [idle.id]]]);
  expect((await news(petr))[0]).toMatchObject({
    kind: 'days-missing',
    by: { id: admin.id },
    task: null,
    month: '2026-03',
    days: ['2026-03-02', '2026-03-04'],
    read: false,
  });
  expect((await news(jana))[0]!.days).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
  expect(await news(idle)).toEqual([]);
});

test('reminds of a month once a day', async () => {
  const before = await count();
  expect(outcome((await remind(admin, [petr.id, jana.id]))[1])).toEqual([[], [jana.id, petr.id], []]);
  expect(await count()).toBe(before);
  gos.clock.set('2026-03-06T12:00:00.000Z');
  admin = await gos.signIn(admin.email);
  expect(outcome((await remind(admin, [petr.id]))[1])).toEqual([[petr.id], [], []]);
});

test('a repeated request is the same request', async () => {
  const path = '/api/attendance/team-month/reminders';
  const body = { ...march, userIds: [jana.id] };
  const headers = { 'idempotency-key': 'reminders-1' };
  const first = await admin.call('POST', path, body, headers);
  expect(outcome(first.body)).toEqual([[jana.id], [], []]);
  const before = await count();
  expect((await admin.call('POST', path, body, headers)).body).toEqual(first.body);
  expect(await count()).toBe(before);
});

test('leaves out closed days and people who left', async () => {
  gos.clock.set('2026-03-07T12:00:00.000Z');
  admin = await gos.signIn(admin.email);
  const closing = { ...march, userId: petr.id, upTo: '2026-03-04' };
  expect((await admin.post('/api/attendance/months/close', closing)).status).toBe(200);
  await admin.patch(`/api/users/${jana.id}`, { active: false });
  expect(outcome((await remind(admin, [petr.id, jana.id]))[1])).toEqual([[petr.id], [], [jana.id]]);
  gos.clock.set('2026-03-08T12:00:00.000Z');
  [admin, petr] = [await gos.signIn(admin.email), await gos.signIn(petr.email)];
  // The closing has the same moment, so either may be the first.
  const reminders = (await news(petr)).filter(({ kind }) => kind === 'days-missing');
  expect(reminders[0]!.days).toEqual(['2026-03-05', '2026-03-06']);
});

test('is for people who keep the attendance of others, and of people who exist', async () => {
  const before = await count();
  expect(await remind(petr, [petr.id])).toEqual([403, expect.objectContaining({ code: 'attendance.forbidden' })]);
  expect((await remind(admin, [petr.id, 9_999]))[0]).toBe(404);
  for (const wrong of [{ month: 13 }, { userIds: Array(101).fill(1) }])
    expect([wrong, (await remind(admin, [petr.id], wrong))[0]]).toEqual([wrong, 422]);
  expect(await count()).toBe(before);
});
