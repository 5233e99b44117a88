import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Projections } from '../../engine/projections/projections';
import { Chance } from '../../testing/chance';
import { Harness, type Json, type Person } from '../../testing/harness';

const begin = Date.parse('2026-11-20T08:00:00.000Z');
const instant = (seconds: number) => new Date(begin + seconds * 1_000).toISOString();
const inDays = (days: number) => instant(days * 24 * 60 * 60);
const dayOf = (days: number) => inDays(days).slice(0, 10);

describe('attendance and availability as of a moment', () => {
  let gos: Harness;
  let admin: Person;
  let people: Person[];
  let external: Person;
  let shown: string[];
  let time = 0;
  const moments: { readonly at: string; readonly answers: ReadonlyMap<string, Json> }[] = [];
  const at = (path: string, moment: string) => `${path}${path.includes('?') ? '&' : '?'}at=${moment}`;

  async function remember(): Promise<void> {
    const moment = instant(time + 0.5);
    gos.clock.set(moment);
    const answers = new Map<string, Json>();
    for (const path of shown) {
      const { status, body } = await admin.get(path);
      expect([path, status]).toEqual([path, 200]);
      answers.set(path, body);
    }
    moments.push({ at: moment, answers });
  }

  beforeAll(async () => {
    gos = await Harness.start();
    gos.clock.set(instant(0));
    admin = await gos.person('Alena Adminová');
    const petr = await gos.person('Petr');
    external = await gos.person('Eva');
    people = [admin, petr, external];
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    const position = (await admin.post('/api/positions', { name: 'Zedník' })).body.id;
    const tasks: number[] = [];
    for (const { id: solverId } of people) tasks.push(await admin.task({ name: `Úkol ${solverId}`, solverId }));
    shown = [
      ...people.flatMap(({ id }) => [
        `/api/attendance/month?userId=${id}`,
        `/api/attendance/month?userId=${id}&month=10&year=2026`,
        ...[-5, -1, 0].map((days) => `/api/attendance/day?userId=${id}&date=${dayOf(days)}`),
      ]),
      '/api/attendance/day',
      '/api/attendance/months?month=10&year=2026',
      '/api/attendance/team-month?month=10&year=2026',
      '/api/attendance/availability',
      `/api/attendance/availability?position=${position}`,
      '/api/attendance/availability/month?month=11&year=2026',
      `/api/attendance/availability?from=${dayOf(7)}`,
    ];
    const chance = new Chance(7);
    const who = () => chance.of(people);
    const entries: { readonly by: Person; readonly id: number }[] = [];
    const plans: { readonly by: Person; readonly id: number }[] = [];
    const span = () => {
      const from = -3_600 * (2 + chance.below(24 * 40));
      return { from: instant(from), to: instant(from + 60 * (5 + chance.below(50))) };
    };
    const commands: (() => Promise<unknown>)[] = [
      async () => {
        const by = who();
        const taskId = tasks[people.indexOf(by)]!;
        const { status, body } = await by.post('/api/work/entries', { taskId, ...span(), note: 'práce' });
        if (status === 201) entries.push({ by, id: body.id });
      },
      async () => {
        const entry = chance.of(entries);
        await entry?.by.patch(`/api/work/entries/${entry.id}`, span());
      },
      async () => {
        const entry = chance.of(entries);
        await chance.of([admin, entry?.by ?? admin]).delete(`/api/work/entries/${entry?.id}?reason=Oprava`);
      },
      async () => {
        const entry = chance.of(entries);
        await entry?.by.post(`/api/work/entries/${entry.id}/undelete`);
      },
      async () => {
        const by = who();
        await by.post('/api/work/start', { taskId: tasks[people.indexOf(by)] });
      },
      () => who().post('/api/work/stop'),
      () => admin.post('/api/attendance/months/close', { userId: who().id, month: chance.of([9, 10]), year: 2026 }),
      () =>
        admin.post('/api/attendance/months/reopen', {
          reason: 'Oprava',
          userId: who().id,
          month: chance.of([9, 10]),
          year: 2026,
        }),
      async () => {
        const by = who();
        const days = chance.below(10) - 2;
        const more = chance.happens(0.5) ? { repeatUntil: dayOf(days + 3) } : {};
        const hours = { from: '08:00', to: '16:00', type: 'at_work', location: 'Brno' };
        const { status, body } = await by.post('/api/plans', { date: dayOf(days), ...hours, ...more });
        if (status === 201) plans.push({ by, id: body.id });
      },
      async () => {
        const plan = chance.of(plans);
        await plan?.by.patch(`/api/plans/${plan.id}`, { location: `Praha ${chance.below(9)}` });
      },
      async () => {
        const plan = chance.of(plans);
        await plan?.by.delete(`/api/plans/${plan.id}`);
      },
      () => admin.patch(`/api/users/${petr.id}`, { positionIds: chance.happens(0.5) ? [position] : [] }),
    ];
    for (let n = 0; n < 240; n++) {
      gos.clock.set(instant(++time));
      await chance.of(commands)();
      if (n % 48 === 40) await remember();
    }
    gos.clock.set(inDays(40));
    people = await Promise.all(people.map(({ email }) => gos.signIn(email)));
    admin = people[0]!;
    external = people[2]!;
  }, 240_000);
  afterAll(() => gos.stop());

  it('are what they were then', async () => {
    expect(moments).toHaveLength(5);
    const closed = new Set<boolean>();
    for (const { at: moment, answers } of moments) {
      for (const path of shown) {
        const { status, body } = await admin.get(at(path, moment));
        expect([moment, path, status, body]).toEqual([moment, path, 200, answers.get(path)]);
        if (path.includes('attendance/month?')) closed.add(body.closed);
      }
    }
    expect(closed.size).toBe(2);
  }, 120_000);

  it('come from documents that a rebuild makes again', async () => {
    expect(await gos.service<Projections>(Projections).verify()).toMatchObject({ different: [] });
  }, 120_000);

  it('show a deleted plan to its person, to admins and auditors', async () => {
    const [, petr] = people;
    const plan = { date: dayOf(41), from: '08:00', to: '16:00', type: 'at_work', location: 'Ostrava' };
    const { body } = await admin.post('/api/plans', plan);
    gos.clock.set(inDays(40.5));
    const week = at(`/api/attendance/availability?from=${dayOf(41)}`, inDays(40.1));
    const shownTo = async (by: Person) => JSON.stringify((await by.get(week)).body).includes('Ostrava');
    [admin, people[1]] = [await gos.signIn(admin.email), await gos.signIn(petr!.email)];
    expect([await shownTo(admin), await shownTo(people[1]!)]).toEqual([true, true]);
    await admin.delete(`/api/plans/${body.id}`);
    expect([await shownTo(admin), await shownTo(people[1]!)]).toEqual([true, false]);
  });

  it('are for the same people as today', async () => {
    const reader = await gos.signIn(people[1]!.email);
    for (const path of [`/api/attendance/month?userId=${admin.id}`, '/api/attendance/months']) {
      expect((await reader.get(at(path, moments[0]!.at))).status).toBe(403);
    }
    const alone = await gos.signIn(external.email);
    const { body } = await alone.get(at('/api/attendance/availability', moments[0]!.at));
    expect(body.people.map(({ user }: Json) => user.id)).toEqual([external.id]);
  });

  it('begin with an empty month, and end with the present', async () => {
    const before = (await admin.get(at('/api/attendance/month?month=10&year=2026', '2025-01-01T00:00:00Z'))).body;
    expect(before).toMatchObject({ closed: false, totals: { workedMinutes: 0, plannedMinutes: 0 } });
    expect((await admin.get(at('/api/attendance/availability', '2025-01-01T00:00:00Z'))).body.people).toEqual([]);
    for (const path of [
      '/api/attendance/month',
      '/api/attendance/day',
      '/api/attendance/availability',
      '/api/attendance/availability/month',
    ]) {
      expect((await admin.get(at(path, inDays(400)))).body).toEqual((await admin.get(path)).body);
      expect((await admin.get(at(path, 'yesterday'))).status).toBe(422);
    }
  });
});
