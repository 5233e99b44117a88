import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let jana: Person;
let petr: Person;
let auditor: Person;
let external: Person;
let offer: number;
let contract: number;

const at = (time: string, day = '2026-11-18') => `${day}T${time}:00.000Z`;
const add = async (who: Person, taskId: number, from: string, to: string, more: object = {}): Promise<number> => {
  const { status, body } = await who.post('/api/work/entries', { taskId, from, to, ...more });
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return body.id;
};
const read = async (path: string, who = petr): Promise<Json> => {
  const { status, body } = await who.get(`/api/attendance/${path}`);
  expect([status, body]).toEqual([200, expect.any(Object)]);
  return body;
};
const month = (query = 'month=11&year=2026', who = petr) => read(`month?${query}`, who);
const dayIn = (body: Json, date: string) => body.days.find((one: Json) => one.date === date);

beforeAll(async () => {
  gos = await Harness.start();
  gos.clock.set(at('07:00', '2026-11-01'));
  admin = await gos.person('Zdena Adminová');
  jana = await gos.person('Jana Černá');
  petr = await gos.person('Petr Novák');
  auditor = await gos.person('Olga Revizorová');
  external = await gos.person('Eva Externí');
  await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
  await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
  const contracts = [{ contractId: 'S-1', name: 'Servis', client: 'Firma' }];
  const { body: project } = await jana.post('/api/projects', { name: 'Nový web', contracts });
  offer = await jana.task({ name: 'Připravit nabídku', solverId: petr.id });
  contract = await jana.task({ name: 'Smlouva', solverId: petr.id, projectId: project.id });
  for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) {
    const plan = { date, from: '08:00', to: '16:30', type: 'at_work', location: 'Brno' };
    expect((await petr.post('/api/plans', plan)).status).toBe(201);
  }
  for (const [date, more] of [
    ['2026-11-20', { kind: 'vacation' }],
    ['2026-11-23', { kind: 'doctor', half: 'morning' }],
    ['2026-11-23', { kind: 'care', half: 'afternoon' }],
  ] as const) {
    expect((await petr.post('/api/plans', { date, type: 'day_off', ...more })).status).toBe(201);
  }
  gos.clock.set(at('15:00', '2026-12-02'));
  for (const person of [admin, jana, petr, auditor, external]) {
    person.cookies.clear();
    await person.post('/api/auth/login', { email: person.email, password: 'correct horse' });
  }
  await add(petr, offer, at('08:00'), at('09:30'), { note: 'první verze' });
  await add(petr, contract, at('09:30'), at('10:00'));
  await add(petr, offer, at('22:30'), at('00:15', '2026-11-19'));
  await add(petr, offer, at('22:00', '2026-11-30'), at('23:45', '2026-11-30'));
});
afterAll(() => gos.stop());

describe('a month', () => {
  test('holds every day with planned and worked time, by task, project and contract', async () => {
    const body = await month();
    expect(body).toMatchObject({ userId: petr.id, month: 11, year: 2026, closed: false, adjustments: [] });
    expect(body.days).toHaveLength(30);
    expect(dayIn(body, '2026-11-18')).toEqual({
      date: '2026-11-18',
      plannedMinutes: 510,
      // from half past eleven at night local time on is of the next day
      workedMinutes: 150,
      breakMinutes: 0,
      holiday: null,
      planned: ['at_work'],
      absences: [],
      flagged: false,
      tasks: [
        { id: offer, name: 'Připravit nabídku', project: null, contractId: null, minutes: 120 },
        {
          id: contract,
          name: 'Smlouva',
          project: { id: expect.any(Number), name: 'Nový web' },
          contractId: 'S-1',
          minutes: 30,
        },
      ],
    });
    expect(dayIn(body, '2026-11-19').workedMinutes).toBe(75);
    expect(dayIn(body, '2026-11-17')).toMatchObject({ plannedMinutes: 0, holiday: 'Den boje za svobodu a demokracii' });
    expect(dayIn(body, '2026-11-30').workedMinutes).toBe(60);
    expect(body.totals).toEqual({ plannedMinutes: 1020, workedMinutes: 285 });
    const next = await month('month=12&year=2026');
    expect([next.days.length, dayIn(next, '2026-12-01').workedMinutes]).toEqual([31, 45]);
  });

  test('holds absences by kind, whole and half days', async () => {
    const body = await month();
    expect(dayIn(body, '2026-11-20')).toMatchObject({
      planned: ['day_off'],
      absences: [{ kind: 'vacation', days: 1 }],
    });
    expect(dayIn(body, '2026-11-23').absences).toEqual([
      { kind: 'doctor', days: 0.5 },
      { kind: 'care', days: 0.5 },
    ]);
  });

  test('is that of today unless said otherwise', async () => {
    expect(await month('')).toMatchObject({ userId: petr.id, month: 12, year: 2026 });
  });

  test('agrees with the task and the days', async () => {
    const spent = (await jana.get(`/api/tasks/${offer}`)).body.spentMinutes;
    const both = [await month(), await month('month=12&year=2026')];
    const minutes = both
      .flatMap((body) => body.days.flatMap((day: Json) => day.tasks))
      .filter(({ id }: Json) => id === offer)
      .reduce((sum: number, task: Json) => sum + task.minutes, 0);
    expect(minutes).toBe(spent);
    for (const { date, workedMinutes } of both[0].days) {
      expect([date, (await read(`day?date=${date}`)).workedMinutes]).toEqual([date, workedMinutes]);
    }
  });

  test('of somebody else is for admins and auditors', async () => {
    for (const who of [admin, auditor])
      expect((await month(`userId=${petr.id}&month=11&year=2026`, who)).totals.workedMinutes).toBe(285);
    for (const who of [jana, external]) {
      expect(await who.get(`/api/attendance/month?userId=${petr.id}`)).toMatchObject({
        status: 403,
        body: { code: 'attendance.forbidden' },
      });
      expect((await who.get(`/api/attendance/day?userId=${petr.id}`)).status).toBe(403);
      expect((await who.get('/api/attendance/months')).status).toBe(403);
    }
    expect((await admin.get('/api/attendance/month?userId=9999')).status).toBe(404);
  });

  test('of everybody is a list by name', async () => {
    const body = await read('months?month=11&year=2026', auditor);
    expect(body.items.map(({ user }: Json) => user.name)).toEqual([
      'Eva Externí',
      'Jana Černá',
      'Petr Novák',
      'Zdena Adminová',
    ]);
    expect(body.items[2].totals.workedMinutes).toBe(285);
    const found = await read('months?month=11&year=2026&q=novak', admin);
    expect(found).toMatchObject({ total: 1, items: [{ userId: petr.id }] });
  });

  test('of everybody has those whose work only reaches into it', async () => {
    const gone = await gos.person('Radim Odešlý');
    const task = await gone.task({ name: 'Noční směna', solverId: gone.id });
    await add(gone, task, at('21:30', '2026-10-31'), at('01:30', '2026-11-01'));
    await admin.patch(`/api/users/${gone.id}`, { active: false });
    const idsOf = async (query: string) =>
      (await read(`months?${query}&pageSize=100`, admin)).items.map(({ userId }: Json) => userId);
    expect(await idsOf('month=10&year=2026')).toContain(gone.id);
    expect(await idsOf('month=11&year=2026')).toContain(gone.id);
    expect(await idsOf('month=9&year=2026')).not.toContain(gone.id);
    const listed = await admin.get(`/api/work/entries?userId=${gone.id}&from=2026-11-01&to=2026-11-30`);
    expect(listed.body.items).toMatchObject([{ task: { id: task } }]);
  });

  test.each(['month=13', 'month=0', 'year=1999', 'month=x', 'day=1'])('refuses %s', async (query) => {
    expect((await petr.get(`/api/attendance/month?${query}`)).status).toBe(422);
  });
});

test('a closed month stands, and corrections are adjustments beside it', async () => {
  const id = await add(jana, offer, at('08:00', '2026-11-10'), at('09:00', '2026-11-10'));
  const closing = { userId: jana.id, month: 11, year: 2026 };
  await admin.post('/api/attendance/months/close', closing);
  await admin.patch(`/api/work/entries/${id}`, { to: at('09:20', '2026-11-10'), reason: ' Porada ' });
  const body = await month('month=11&year=2026', jana);
  expect(body).toMatchObject({
    closed: true,
    closedBy: { id: admin.id },
    totals: { workedMinutes: 60 },
    adjustments: [
      {
        ...{ entryId: id, date: '2026-11-10', task: { id: offer, name: 'Připravit nabídku' } },
        ...{ was: 60, is: 80, by: { id: admin.id }, reason: 'Porada' },
      },
    ],
  });
  expect(dayIn(body, '2026-11-10').workedMinutes).toBe(80);
  expect((await read('day?date=2026-11-10', jana)).closed).toBe(true);
  expect(await jana.post('/api/work/entries', { taskId: offer, from: at('10:00'), to: at('11:00') })).toMatchObject({
    status: 409,
    body: { code: 'work.month-closed' },
  });
  await admin.post('/api/attendance/months/reopen', { ...closing, reason: 'Oprava' });
  expect(await month('month=11&year=2026', jana)).toMatchObject({
    closed: false,
    totals: { workedMinutes: 80 },
    adjustments: [],
  });
  const { items } = (await jana.get('/api/me/notifications')).body;
  const about = { by: { id: admin.id }, task: null, month: '2026-11' };
  const ofKind = (kind: string) => items.filter((item: Json) => item.kind === kind);
  expect(ofKind('month-reopened')).toMatchObject([{ ...about, reason: 'Oprava', closedTo: null }]);
  expect(ofKind('month-closed')).toMatchObject([{ ...about, reason: null, closedTo: '2026-11-30' }]);
});

describe('a day', () => {
  test('holds entries, plans, notes and what was written and done', async () => {
    const today = '2026-12-02';
    await petr.post(`/api/tasks/${contract}/comments`, { text: 'Doplněno' });
    await petr.post(`/api/tasks/${contract}/estimate`, { estimateMinutes: 60 });
    const day = await read('day?date=2026-11-18');
    expect(day.entries.map(({ dayMinutes, minutes }: Json) => [dayMinutes, minutes])).toEqual([
      [90, 90],
      [30, 30],
      [30, 105],
    ]);
    expect(day.plans).toMatchObject([{ date: '2026-11-18', from: '08:00' }]);
    expect(day.comments).toEqual([
      {
        at: at('08:00'),
        task: { id: offer, name: 'Připravit nabídku' },
        text: 'první verze',
        entryId: expect.any(Number),
      },
    ]);
    const now = await read(`day?date=${today}`);
    expect(now.comments).toMatchObject([{ task: { id: contract }, text: 'Doplněno', entryId: null }]);
    expect(now.logs.map(({ event }: Json) => event)).toEqual(
      expect.arrayContaining(['TimeAdded', 'CommentAdded', 'EstimateIncreased']),
    );
    expect(now.logs.every(({ by, task }: Json) => by.id === petr.id && task.name !== null)).toBe(true);
    expect(await read('day')).toMatchObject({ date: today });
  });

  test('hides tasks that the reader may not see, never their time', async () => {
    const own = await jana.task({ name: 'Tajné', solverId: petr.id });
    await add(petr, own, at('06:00', '2026-11-12'), at('07:00', '2026-11-12'));
    await jana.post(`/api/tasks/${own}/assign`, { solverId: null });
    const day = await read('day?date=2026-11-12');
    expect(day).toMatchObject({
      workedMinutes: 60,
      tasks: [{ id: null, name: null, project: null, contractId: null, minutes: 60 }],
      entries: [{ task: { id: null, name: null } }],
    });
  });

  test.each(['date=2026-02-30', 'date=18.11.2026', 'from=2026-11-18'])('refuses %s', async (query) => {
    expect((await petr.get(`/api/attendance/day?${query}`)).status).toBe(422);
  });
});

describe('what a person did', () => {
  test('is told to everyone inside, of the tasks that they see', async () => {
    const query = `activity?userId=${petr.id}&from=2026-11-18&to=2026-11-19`;
    const mine = await read(query.replace(`userId=${petr.id}&`, ''));
    expect(mine).toMatchObject({ user: { id: petr.id }, workedMinutes: 225 });
    expect(mine.days.map(({ date, workedMinutes }: Json) => [date, workedMinutes])).toEqual([
      ['2026-11-18', 150],
      ['2026-11-19', 75],
    ]);
    const stranger = await gos.person('Cyril Cizí');
    const theirs = await read(query, stranger);
    expect([theirs.workedMinutes, theirs.days]).toEqual([0, []]);
    expect((await read(query, admin)).workedMinutes).toBe(225);
    const today = `activity?userId=${petr.id}&from=2026-12-02&to=2026-12-02`;
    expect((await read(today, stranger)).logs).toEqual([]);
    expect((await read(today, jana)).logs.length).toBeGreaterThan(0);
    expect((await external.get(`/api/attendance/${query}`)).status).toBe(404);
    expect((await external.get('/api/attendance/activity?from=2026-11-18&to=2026-11-19')).status).toBe(200);
  });

  test.each(['from=2026-11-18', 'from=2026-11-18&to=2026-11-17', 'from=2026-01-01&to=2027-01-03'])(
    'refuses %s',
    async (query) => {
      expect((await petr.get(`/api/attendance/activity?${query}`)).status).toBe(422);
    },
  );
});
