import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Chance } from '../../testing/chance';
import { Harness, type Json, type Person } from '../../testing/harness';

const zone = 'Europe/Prague';
/** Around both changes of the clock, 29 February, and New Year. */
const months = [
  { month: 2, year: 2028 },
  { month: 3, year: 2028 },
  { month: 10, year: 2028 },
  { month: 12, year: 2028 },
  { month: 1, year: 2029 },
];
const now = '2029-01-20T11:00:00.000Z';

let gos: Harness;
let admin: Person;
let people: Person[];
const read = async (path: string, query: object, who = admin): Promise<Json> => {
  const { status, body } = await who.get(`/api/attendance/${path}?${new URLSearchParams({ ...query })}`);
  expect([status, body]).toEqual([200, expect.any(Object)]);
  return body;
};
const team = (query: object, who?: Person) => read('team-month', query, who);
const namesOf = ({ items }: Json): string[] => items.map(({ user }: Json) => user.name);
const minutes = (days: readonly Json[], which: string) => days.reduce((sum, day) => sum + day[which], 0);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

beforeAll(async () => {
  gos = await Harness.start({}, { background: false });
  gos.clock.set('2028-01-20T11:00:00.000Z');
  admin = await gos.person('Alena Adminová');
  people = [admin, ...(await Promise.all(['Bára', 'Cyril', 'Dana', 'Emil'].map((name) => gos.person(name))))];
  const chance = new Chance(43);
  for (const person of people) {
    for (const { month, year } of months) {
      const first = Date.UTC(year, month - 1, 1);
      const kinds = ['at_work', 'remote_work', 'at_client', 'day_off', 'available'];
      for (let day = 0; day < 28; day += 7) {
        const repeat = { date: dayOf(first + day * 86_400_000), repeatUntil: dayOf(first + (day + 4) * 86_400_000) };
        const hours = { from: `0${chance.below(4)}:30`, to: `${10 + chance.below(9)}:15` };
        const plan = { ...repeat, ...hours, type: chance.of(kinds), location: 'Brno', excludeWeekends: true };
        const absence = { kind: chance.of(['vacation', 'doctor']), half: chance.of([null, 'morning']) };
        const body = plan.type === 'day_off' ? { ...plan, ...absence } : plan;
        expect((await person.post('/api/plans', body)).status).toBe(201);
      }
    }
  }
  gos.clock.set(now);
  people = await Promise.all(people.map(({ email }) => gos.signIn(email)));
  admin = people[0]!;
  for (const person of people) {
    const taskId = await person.task({ name: 'Práce', solverId: person.id });
    for (const { month, year } of months) {
      const first = Date.UTC(year, month - 1, 1);
      for (let hours = -5; hours < 31 * 24; hours += 6 + chance.below(60)) {
        const from = first + hours * 3_600_000 + chance.below(3_600) * 1_000;
        const to = from + chance.of([1, 5, 14]) * 3_600_000;
        const body = { taskId, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
        await person.post('/api/work/entries', body);
      }
    }
    await person.post('/api/work/start', { taskId });
  }
}, 120_000);
afterAll(() => gos.stop());

describe('the numbers of everybody’s month', () => {
  test.each(months)('are those of the whole months: $month/$year', async (asked) => {
    const [rows, whole] = [await team(asked), await read('months', asked)];
    expect(rows.total).toBe(people.length);
    expect(namesOf(rows)).toEqual(namesOf(whole));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.parse(now));
    for (const [index, row] of rows.items.entries()) {
      const { days, totals, differenceMinutes, userId } = whole.items[index];
      const over = days.filter(({ date }: Json) => date < today);
      const missing = over.filter((day: Json) => day.plannedMinutes > 0 && day.workedMinutes === 0);
      const absent: Record<string, number> = {};
      for (const { kind, days: some } of days.flatMap(({ absences }: Json) => absences))
        absent[kind] = (absent[kind] ?? 0) + some;
      expect(row).toMatchObject({
        userId,
        ...totals,
        differenceMinutes,
        missingDays: missing.map(({ date }: Json) => date),
        flaggedDays: days.filter(({ flagged }: Json) => flagged).map(({ date }: Json) => date),
        absences: Object.entries(absent).map(([kind, some]) => ({ kind, days: some })),
        closed: false,
        adjustedMinutes: 0,
      });
      const { absences, missingDays, runningSince } = row;
      expect(whole.items[index]).toMatchObject({ absences, missingDays, runningSince });
      expect(differenceMinutes).toBe(minutes(over, 'workedMinutes') - minutes(over, 'plannedMinutes'));
    }
    expect(rows.items.some(({ workedMinutes }: Json) => workedMinutes > 0)).toBe(true);
  });

  test('name the work that runs', async () => {
    const { items } = await team({ month: 1, year: 2029 });
    expect(items.map(({ runningSince }: Json) => runningSince)).toEqual(people.map(() => now));
    const before = await team({ month: 12, year: 2028 });
    expect(before.items.every(({ runningSince }: Json) => runningSince === null)).toBe(true);
  });

  test('are those of the present month by default', async () => {
    expect(await team({})).toEqual(await team({ month: 1, year: 2029 }));
  });
});

describe('the people of the list', () => {
  const asked = { month: 10, year: 2028 };

  test.each([
    ['planned', 'plannedMinutes'],
    ['worked', 'workedMinutes'],
    ['difference', 'differenceMinutes'],
  ])('are sorted by %s, equal ones by name', async (sort, field) => {
    const values = (await team({ ...asked, sort })).items.map((row: Json) => row[field]);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    const reversed = (await team({ ...asked, sort: `-${sort}` })).items.map((row: Json) => row[field]);
    expect(reversed).toEqual([...values].reverse());
    expect(namesOf(await read('months', { ...asked, sort }))).toEqual(namesOf(await team({ ...asked, sort })));
  });

  test('are found by name, id and position', async () => {
    const position = (await admin.post('/api/positions', { name: 'Zedník' })).body.id;
    await admin.patch(`/api/users/${people[2]!.id}`, { positionIds: [position] });
    expect(namesOf(await team({ ...asked, q: 'cyr' }))).toEqual(['Cyril']);
    expect(namesOf(await team({ ...asked, user: people[3]!.id }))).toEqual(['Dana']);
    expect(namesOf(await team({ ...asked, position }))).toEqual(['Cyril']);
    expect(namesOf(await team({ ...asked, position: 'none' }))).not.toContain('Cyril');
    expect(namesOf(await read('months', { ...asked, position }))).toEqual(['Cyril']);
  });

  test('are those with missing hours, and those without', async () => {
    const all = await team(asked);
    const missing = await team({ ...asked, missing: true });
    const complete = await team({ ...asked, missing: false });
    expect(missing.items.every(({ missingDays }: Json) => missingDays.length > 0)).toBe(true);
    expect(missing.total + complete.total).toBe(all.total);
    expect(missing.total).toBeGreaterThan(0);
  });

  test('come in pages of the whole order', async () => {
    const all = namesOf(await team({ ...asked, sort: '-worked' }));
    const [first, second] = [1, 2].map((page) => team({ ...asked, sort: '-worked', page, pageSize: 3 }));
    expect([...namesOf(await first!), ...namesOf(await second!)]).toEqual(all);
  });

  test('are closed or not, and the numbers of a closed month stay', async () => {
    const [person] = people.slice(1);
    const before = (await team({ ...asked, user: person!.id })).items[0];
    expect((await admin.post('/api/attendance/months/close', { userId: person!.id, ...asked })).status).toBe(200);
    const { body } = await admin.get(`/api/work/entries?userId=${person!.id}&from=2028-10-05&to=2028-10-25`);
    const entry = body.items.find(({ minutes }: Json) => minutes > 30);
    const to = new Date(Date.parse(entry.to) - 600_000).toISOString();
    expect((await admin.patch(`/api/work/entries/${entry.id}`, { to, reason: 'Oprava' })).status).toBe(200);
    const { items, total } = await team({ ...asked, closed: true });
    expect(total).toBe(1);
    const { workedMinutes, differenceMinutes } = before;
    const closed = { userId: person!.id, closed: true, closedAt: expect.any(String), adjustedMinutes: -10 };
    expect(items).toMatchObject([{ ...closed, workedMinutes, differenceMinutes }]);
    expect(namesOf(await team({ ...asked, closed: false }))).toHaveLength(people.length - 1);
    expect(namesOf(await team({ ...asked, sort: '-closed' }))[0]).toBe('Bára');
  });

  test.each(['sort=x', 'missing=maybe', 'closed=1', 'position=x', 'month=13', 'nonsense=1'])(
    'are refused for %s',
    async (query) => {
      expect((await admin.get(`/api/attendance/team-month?${query}`)).status).toBe(422);
    },
  );
});

describe('the balance of overtime', () => {
  const today = '2029-01-20';
  const end = { month: 12, year: 2028 };
  const starts: Record<string, { readonly date: string; readonly minutes: number }> = {
    Bára: { date: '2028-02-10', minutes: 90 },
    Cyril: { date: '2028-10-29', minutes: -60 },
    Dana: { date: '2028-12-31', minutes: 0 },
  };
  const nameOf = (id: number) =>
    ['Alena Adminová', 'Bára', 'Cyril', 'Dana', 'Emil'][people.findIndex((one) => one.id === id)]!;
  const balances = async (asked: object) =>
    Object.fromEntries(
      (await team(asked)).items.map(({ user, overtimeMinutes }: Json) => [user.name, overtimeMinutes]),
    );

  /** The start and the differences of all days since, of whole months. */
  async function expected(person: Person, until: { readonly month: number; readonly year: number }) {
    const start = starts[nameOf(person.id)];
    const last = `${until.year}-${String(until.month).padStart(2, '0')}`;
    if (!start || start.date.slice(0, 7) > last) return null;
    let sum = start.minutes;
    for (const asked of [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((n) => ({
      month: n === 13 ? 1 : n,
      year: n === 13 ? 2029 : 2028,
    }))) {
      const { days } = await read('month', { ...asked, userId: person.id });
      for (const { date, workedMinutes, plannedMinutes } of days)
        if (date >= start.date && date < today && date.slice(0, 7) <= last) sum += workedMinutes - plannedMinutes;
    }
    return sum;
  }

  async function expectAll(asked: { readonly month: number; readonly year: number }) {
    const found = await balances(asked);
    for (const person of people) {
      const balance = await expected(person, asked);
      expect([asked, nameOf(person.id), found[nameOf(person.id)]]).toEqual([asked, nameOf(person.id), balance]);
      expect((await read('month', { ...asked, userId: person.id })).overtimeMinutes).toBe(balance);
    }
    const whole = (await read('months', asked)).items.map(({ user, overtimeMinutes }: Json) => [
      user.name,
      overtimeMinutes,
    ]);
    expect(Object.fromEntries(whole)).toEqual(found);
  }

  test('is nobody’s until its beginning is set', async () => {
    expect(Object.values(await balances(end))).toEqual(people.map(() => null));
    for (const person of people.slice(1, 4)) {
      const start = starts[nameOf(person.id)]!;
      expect((await admin.call('PUT', `/api/users/${person.id}/overtime`, start)).status).toBe(200);
      expect((await read('month', { userId: person.id })).overtimeStart).toEqual(start);
    }
  });

  test.each([
    { month: 1, year: 2028 },
    { month: 2, year: 2028 },
    { month: 3, year: 2028 },
    { month: 10, year: 2028 },
    { month: 12, year: 2028 },
    { month: 1, year: 2029 },
    { month: 3, year: 2029 },
  ])('is the beginning and the differences of all days since: $month/$year', expectAll);

  test('counts what is corrected in months that are over, closed ones included', async () => {
    const before = await balances({ month: 1, year: 2029 });
    const { body } = await admin.get(`/api/work/entries?userId=${people[1]!.id}&from=2028-10-05&to=2028-10-25`);
    const entry = body.items.find(({ minutes }: Json) => minutes > 30);
    const to = new Date(Date.parse(entry.to) - 600_000).toISOString();
    expect((await admin.patch(`/api/work/entries/${entry.id}`, { to, reason: 'A break' })).status).toBe(200);
    expect(await balances({ month: 1, year: 2029 })).toEqual({ ...before, Bára: before.Bára - 10 });
    expect((await admin.delete(`/api/work/entries/${entry.id}?reason=Twice`)).status).toBe(200);
    await expectAll({ month: 1, year: 2029 });
    await expectAll(end);
  });

  test('sorts the people, those without one first', async () => {
    const values = (await team({ ...end, sort: 'overtime' })).items.map(({ overtimeMinutes }: Json) => overtimeMinutes);
    const known = values.filter((value: number | null) => value !== null);
    expect(values).toEqual([null, null, ...[...known].sort((a: number, b: number) => a - b)]);
    expect(namesOf(await read('months', { ...end, sort: 'overtime' }))).toEqual(
      namesOf(await team({ ...end, sort: 'overtime' })),
    );
  });

  test('is none at a moment of the past, and none after it is taken away', async () => {
    expect((await balances({ ...end, at: now })).Bára).toBeNull();
    const none = { date: null, minutes: 0 };
    expect((await admin.call('PUT', `/api/users/${people[1]!.id}/overtime`, none)).status).toBe(200);
    expect((await balances(end)).Bára).toBeNull();
    expect((await people[2]!.call('PUT', `/api/users/${people[2]!.id}/overtime`, none)).body.code).toBe(
      'user.balance.forbidden',
    );
  });
});
