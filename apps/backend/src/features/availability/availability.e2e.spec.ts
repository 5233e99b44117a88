import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('availability over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;
  let external: Person;
  let auditor: Person;
  let developer: number;

  const plan = (by: Person, more: object) =>
    by.post('/api/plans', { type: 'at_work', from: '08:00', to: '16:30', location: 'Brno', ...more });
  const week = async (query = '', by = member): Promise<Json> => {
    const { status, body } = await by.get(`/api/attendance/availability?${query}`);
    expect(status).toBe(200);
    return body;
  };
  const namesIn = (body: Json) => body.people.map(({ user }: Json) => user.name);

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set('2026-11-18T09:00:00.000Z');
    admin = await gos.person('Zdena Adminová');
    member = await gos.person('Čeněk Novák');
    external = await gos.person('Eva Externí');
    auditor = await gos.person('Olga Revizorová');
    const gone = await gos.person('Pavel Pryč');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    await plan(gone, { date: '2026-11-24' });
    await admin.patch(`/api/users/${gone.id}`, { active: false });
    await plan(member, { date: '2026-11-19', repeatUntil: '2026-11-25', excludeWeekends: true });
    await plan(member, { date: '2026-11-24', type: 'available', from: '06:00', to: '24:00' });
    await plan(external, { date: '2026-11-24', location: 'U zákazníka', type: 'at_client' });
    developer = (await admin.post('/api/positions', { name: 'Vývojář' })).body.id;
    await admin.patch(`/api/users/${admin.id}`, { positionIds: [developer] });
  });
  afterAll(() => gos.stop());

  it('is the week from Monday that holds the day, with every person and day', async () => {
    const body = await week('from=2026-11-26');
    expect(body).toMatchObject({ from: '2026-11-23', holidays: [] });
    expect(body.days).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
    expect(namesIn(body)).toEqual(['Čeněk Novák', 'Eva Externí', 'Zdena Adminová']);
    const [own] = body.people;
    expect(own.user).toEqual({ id: member.id, name: 'Čeněk Novák' });
    expect(own.days.map(({ date, plans }: Json) => [date.slice(8), plans.map(({ type }: Json) => type)])).toEqual([
      ['23', ['at_work']],
      ['24', ['available', 'at_work']],
      ['25', ['at_work']],
      ...['26', '27', '28', '29'].map((day) => [day, []]),
    ]);
    expect(own.days[0].plans[0]).toEqual({
      id: expect.any(Number),
      user: own.user,
      position: null,
      date: '2026-11-19',
      from: '08:00',
      to: '16:30',
      repeatUntil: '2026-11-25',
      type: 'at_work',
      location: 'Brno',
      excludeWeekends: true,
      ...{ kind: null, half: null, breakMinutes: 0, approval: null, declineReason: null },
      revision: 1,
    });
  });

  it('is this week unless said otherwise', async () => {
    expect((await week()).from).toBe('2026-11-16');
  });

  it('names public holidays in the language of the reader, those of Easter too', async () => {
    expect((await week('from=2026-04-06')).holidays).toEqual([{ date: '2026-04-06', name: 'Velikonoční pondělí' }]);
    expect((await week('from=2027-03-26')).holidays).toEqual([{ date: '2027-03-26', name: 'Velký pátek' }]);
    await member.patch('/api/me', { language: 'en' });
    expect((await week('from=2026-12-28')).holidays).toEqual([{ date: '2027-01-01', name: "New Year's Day" }]);
    expect((await week('from=2199-12-31')).holidays).toEqual([]);
  });

  it('is of all people to who is inside, of themselves to a collaborator, of holders of a position', async () => {
    for (const by of [admin, auditor]) expect(namesIn(await week('', by))).toHaveLength(3);
    const alone = await week('from=2026-11-24', external);
    expect(namesIn(alone)).toEqual(['Eva Externí']);
    expect(alone.people[0].days[1].plans[0].location).toBe('U zákazníka');
    expect(namesIn(await week(`position=${developer}`))).toEqual(['Zdena Adminová']);
    expect(namesIn(await week('position=none'))).toEqual(['Čeněk Novák', 'Eva Externí']);
    expect(namesIn(await week(`position=${developer}`, external))).toEqual([]);
  });

  it('is a month too, each plan once with its days', async () => {
    const { status, body } = await member.get('/api/attendance/availability/month?month=11&year=2026');
    expect(status).toBe(200);
    expect(body).toMatchObject({ month: 11, year: 2026, holidays: [{ date: '2026-11-17' }] });
    expect(namesIn(body)).toEqual(['Čeněk Novák', 'Eva Externí', 'Zdena Adminová']);
    const [own, externals, none] = body.people.map(({ plans }: Json) =>
      plans.map(({ plan, days }: Json) => [plan.type, ...days.map((day: string) => day.slice(8))]),
    );
    expect(own).toEqual([
      ['available', '24'],
      ['at_work', '19', '20', '23', '24', '25'],
    ]);
    expect([externals, none]).toEqual([[['at_client', '24']], []]);
    const week = await member.get('/api/attendance/availability?from=2026-11-24');
    expect(body.people[0].plans[1].plan).toEqual(week.body.people[0].days[0].plans[0]);
  });

  it('shows in a month the days of a plan that lie in it', async () => {
    await plan(admin, { date: '2027-01-29', repeatUntil: '2027-03-02', positionId: developer });
    const days = async (month: number) => {
      const { body } = await admin.get(
        `/api/attendance/availability/month?month=${month}&year=2027&position=${developer}`,
      );
      return body.people[0].plans.flatMap(({ days }: Json) => days);
    };
    expect(await days(1)).toEqual(['2027-01-29', '2027-01-30', '2027-01-31']);
    const february = await days(2);
    expect([february.length, february[0], february.at(-1)]).toEqual([28, '2027-02-01', '2027-02-28']);
    expect(await days(3)).toEqual(['2027-03-01', '2027-03-02']);
    expect(await days(4)).toEqual([]);
  });

  it('is the month of today unless said otherwise, of themselves to a collaborator', async () => {
    const { body } = await external.get('/api/attendance/availability/month');
    expect(body).toMatchObject({ month: 11, year: 2026 });
    expect(namesIn(body)).toEqual(['Eva Externí']);
  });

  it('lists the holidays of a year in the language of the reader', async () => {
    const of = async (by: Person, query: string) => (await by.get(`/api/attendance/holidays?${query}`)).body.items;
    const czech = await of(admin, 'year=2026');
    expect(czech).toHaveLength(13);
    expect(czech[0]).toEqual({ date: '2026-01-01', name: expect.stringMatching(/^Nový rok/) });
    expect(czech).toContainEqual({ date: '2026-04-06', name: 'Velikonoční pondělí' });
    expect(await of(member, '')).toContainEqual({ date: '2026-01-01', name: "New Year's Day" });
    expect(await of(external, 'year=2199')).toHaveLength(13);
  });

  it.each(['month?month=13', 'month?month=0', 'month?year=1999', 'month?from=2026-11-01', 'month?position=x'])(
    'refuses %s',
    async (query) => {
      expect((await member.get(`/api/attendance/availability/${query}`)).status).toBe(422);
    },
  );

  it.each(['year=1999', 'year=2200', 'year=x', 'month=1'])('refuses holidays of %s', async (query) => {
    expect((await member.get(`/api/attendance/holidays?${query}`)).status).toBe(422);
  });

  it.each([
    'from=2026-02-30',
    'from=1999-12-31',
    'from=2200-01-01',
    'from=9999-12-20',
    'from=yesterday',
    'from=',
    'to=2026-11-23',
    'position=x',
  ])('refuses %s', async (query) => {
    expect((await member.get(`/api/attendance/availability?${query}`)).status).toBe(422);
  });
});
