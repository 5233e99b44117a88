import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { Harness, type Json, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';

describe('plans over HTTP', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;
  let other: Person;
  let external: Person;
  let auditor: Person;
  let developer: number;
  let count = 0;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    other = await gos.person('Petr Druhý');
    external = await gos.person('Eva Externí');
    auditor = await gos.person('Olga Revizorová');
    await admin.patch(`/api/users/${external.id}`, { role: 'collaborator' });
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    developer = (await admin.post('/api/positions', { name: 'Vývojář' })).body.id;
  });
  afterAll(() => gos.stop());

  /** A Monday. */
  beforeEach(async () => {
    gos.clock.set('2026-11-23T09:00:00.000Z');
    member = await gos.person(`Jan Novák ${++count}`);
  });

  const typed = { type: 'at_work', date: '2026-11-24', from: '08:00', to: '16:30', location: 'Brno' };
  const repeat = { ...typed, date: '2026-11-23', repeatUntil: '2026-12-04', excludeWeekends: true };
  const events = async () => (await gos.service<EventLog>(EVENT_LOG).readAll(null, 100_000)).length;
  const added = async (more: object = {}, by = member): Promise<number> => {
    const { status, body } = await by.post('/api/plans', { ...typed, ...more });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), revision: 1, position: expect.any(String), eventId: expect.any(String) },
    ]);
    return body.id;
  };
  const read = async (id: number, by = member) => (await by.get(`/api/plans/${id}`)).body;
  const listed = async (query: string, by = member): Promise<Json[]> => {
    const { status, body } = await by.get(`/api/plans?${query}`);
    expect(status).toBe(200);
    return body.items;
  };
  /** The session is renewed, since access does not last from day to day. */
  const later = async (instant: string) => {
    gos.clock.set(instant);
    expect((await member.post('/api/auth/refresh')).status).toBeLessThan(300);
  };
  const mine = (query = '') => listed(`user=${member.id}&${query}`);

  it('are there in the very next request, whole', async () => {
    const id = await added({ location: ' Brno ' });
    expect((await member.get(`/api/plans/${id}`)).body).toEqual({
      id,
      user: { id: member.id, name: member.email && expect.any(String) },
      position: null,
      ...typed,
      repeatUntil: null,
      excludeWeekends: false,
      kind: null,
      half: null,
      breakMinutes: 0,
      approval: null,
      declineReason: null,
      revision: 1,
    });
  });

  it('have the usual break of the installation from when an admin sets it, or another one', async () => {
    const before = await added();
    await admin.patch('/api/settings', { breakMinutes: 30, breakAfterHours: 6 });
    const usual = await added({ date: '2026-11-25' });
    const short = await added({ date: '2026-11-26', to: '12:00' });
    const own = await added({ date: '2026-11-27', breakMinutes: 45 });
    await admin.patch('/api/settings', { breakMinutes: 0 });
    const breaks = await Promise.all([before, usual, short, own].map((id) => read(id)));
    expect(breaks.map(({ breakMinutes }) => breakMinutes)).toEqual([0, 30, 0, 45]);
    expect(await mine('sort=-breakMinutes')).toMatchObject([{ id: own }, { id: usual }, {}, {}]);
    const { body: day } = await member.get('/api/attendance/day?date=2026-11-25');
    expect(day.plannedMinutes).toBe(480);
    const { body: month } = await member.get('/api/attendance/month?month=11&year=2026');
    expect(month.days.slice(23, 27)).toMatchObject(
      [
        [510, 0],
        [480, 30],
        [240, 0],
        [465, 45],
      ].map(([plannedMinutes, breakMinutes]) => ({ plannedMinutes, breakMinutes })),
    );
    for (const [body, code] of [
      [{ breakMinutes: 510 }, 'plan.break'],
      [{ breakMinutes: -1 }, 'validation.too-small'],
      [{ breakMinutes: 0.5 }, 'validation.integer'],
      [{ type: 'available', breakMinutes: 1 }, 'plan.break.no-work'],
    ] as const) {
      const wrong = await member.post('/api/plans', { ...typed, date: '2026-11-30', ...body });
      expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ path: 'breakMinutes', code }]]);
    }
  });

  it('that are days off need only a day, and keep their kind to their person and readers of attendance', async () => {
    await admin.patch(`/api/users/${member.id}`, { positionIds: [developer] });
    const { body } = await member.post('/api/plans', { type: 'day_off', date: '2026-11-24', kind: 'sickness' });
    const shown = { from: '00:00', to: '24:00', location: '', position: null, half: null };
    for (const by of [member, admin, auditor])
      expect(await read(body.id, by)).toMatchObject({ ...shown, kind: 'sickness' });
    expect(await read(body.id, other)).toMatchObject({ ...shown, kind: null });
    const again = await member.post('/api/plans', { type: 'day_off', date: '2026-11-24', half: 'morning' });
    expect([again.status, again.body.code, again.body.planId]).toEqual([409, 'plan.overlap', body.id]);
    const { body: week } = await other.get('/api/attendance/availability?from=2026-11-24');
    const days = week.people.find(({ user }: Json) => user.id === member.id).days;
    expect(days[1].plans).toMatchObject([{ type: 'day_off', kind: null }]);
    const wrong = await member.post('/api/plans', { ...typed, kind: 'vacation' });
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ path: 'kind', code: 'plan.not-day-off' }]]);
  });

  describe('of days off that need an approval', () => {
    const off = { type: 'day_off', date: '2026-11-24', kind: 'vacation' };
    beforeAll(async () => void (await admin.patch('/api/settings', { absencesNeedApproval: true })));
    afterAll(async () => void (await admin.patch('/api/settings', { absencesNeedApproval: false })));
    const request = async () => (await member.post('/api/plans', off)).body.id as number;
    const absences = async () => {
      const { body } = await member.get('/api/attendance/month?month=11&year=2026');
      return body.days.find(({ date }: Json) => date === off.date).absences;
    };
    const news = async (who: Person) => {
      const { body } = await who.get('/api/me/notifications');
      return body.items.map(({ kind }: Json) => kind);
    };

    it('are requested and approved, which both sides are notified of', async () => {
      const id = await request();
      expect(await read(id)).toMatchObject({ approval: 'requested' });
      expect(await absences()).toEqual([]);
      expect((await news(admin))[0]).toBe('absence-requested');
      expect((await listed('approval=requested', admin)).map((plan) => plan.id)).toContain(id);
      expect((await member.post(`/api/plans/${id}/approve`)).body.code).toBe('plan.forbidden');
      expect((await admin.post(`/api/plans/${id}/approve`)).status).toBe(200);
      expect(await read(id)).toMatchObject({ approval: 'approved' });
      expect(await absences()).toEqual([{ kind: 'vacation', days: 1 }]);
      expect(await news(member)).toEqual(['absence-approved']);
    });

    it('are declined with a reason, and withdrawn', async () => {
      const id = await request();
      expect((await admin.post(`/api/plans/${id}/decline`, {})).status).toBe(422);
      expect((await admin.post(`/api/plans/${id}/decline`, { reason: 'Předáváme.' })).status).toBe(200);
      const declined = await listed(`user=${member.id}&approval=declined&deleted=true`);
      expect(declined).toMatchObject([{ id, approval: 'declined', declineReason: 'Předáváme.', deleted: true }]);
      expect(await news(member)).toEqual(['absence-declined']);
      const next = await request();
      const [approved, withdrawn] = await Promise.all([
        admin.post(`/api/plans/${next}/approve`),
        member.post(`/api/plans/${next}/withdraw`),
      ]);
      expect([approved.status, withdrawn.status].sort()).toEqual([200, 409]);
      const refused = approved.status === 409 ? approved : withdrawn;
      expect(refused.body.code).toBe('plan.not-requested');
    });
  });

  describe('of days off in place of work', () => {
    const off = { type: 'day_off', date: '2026-11-25', kind: 'vacation', replacesWork: true };
    const work = () => mine('type=at_work&sort=date');
    const undo = async (eventId: string) => (await member.post('/api/undo', { eventId })).status;

    it('take its days from a repeat, and give them back when they are undone', async () => {
      const id = await added(repeat);
      const { status, body } = await member.post('/api/plans', off);
      expect(status).toBe(201);
      const { body: week } = await member.get('/api/attendance/availability?from=2026-11-23');
      const days = week.people.find(({ user }: Json) => user.id === member.id).days;
      expect(days.map(({ plans }: Json) => plans.map(({ type }: Json) => type).join())).toEqual([
        'at_work',
        'at_work',
        'day_off',
        'at_work',
        'at_work',
        '',
        '',
      ]);
      expect(await undo(body.eventId)).toBe(200);
      const { body: again } = await member.get('/api/attendance/availability?from=2026-11-23');
      expect(again.people.find(({ user }: Json) => user.id === member.id).days[2].plans).toMatchObject([{ id }]);
    });

    it('leave a repeat its other hours as plans with numbers of their own', async () => {
      await added(repeat);
      await member.post('/api/plans', { ...off, repeatUntil: '2026-11-26', half: 'morning' });
      await member.post('/api/plans', { ...off, date: '2026-11-30', from: '10:00', to: '12:00', kind: 'doctor' });
      const plans = await work();
      expect(plans.map(({ date, from, to }) => [date, from, to])).toEqual([
        ['2026-11-23', '08:00', '16:30'],
        ['2026-11-25', '12:00', '16:30'],
        ['2026-11-30', '08:00', '10:00'],
        ['2026-11-30', '12:00', '16:30'],
      ]);
      expect(new Set(plans.map(({ id }) => id)).size).toBe(4);
    });

    it('wait for the approval of a request, whoever else plans in the meantime', async () => {
      await admin.patch('/api/settings', { absencesNeedApproval: true });
      const id = await added({ date: off.date });
      const { body: request } = await member.post('/api/plans', off);
      expect(await work()).toMatchObject([{ id }]);
      await admin.patch('/api/settings', { absencesNeedApproval: false });
      const { body: approved } = await admin.post(`/api/plans/${request.id}/approve`);
      expect(await work()).toEqual([]);
      expect((await member.post('/api/plans', { ...typed, date: off.date })).body.code).toBe('plan.overlap');
      expect((await admin.post('/api/undo', { eventId: approved.eventId })).status).toBe(200);
      expect(await work()).toMatchObject([{ id }]);
      expect(await read(request.id)).toMatchObject({ approval: 'requested' });
    });

    it('are refused for work, and without the wish where work is planned', async () => {
      const id = await added({ date: off.date });
      const refused = await member.post('/api/plans', { ...off, replacesWork: undefined });
      expect([refused.status, refused.body.planId]).toEqual([409, id]);
      const wrong = await member.post('/api/plans', { ...typed, date: '2026-11-26', replacesWork: true });
      expect([wrong.status, wrong.body.errors]).toMatchObject([
        422,
        [{ path: 'replacesWork', code: 'plan.replaces-work' }],
      ]);
    });
  });

  it('name one of the positions that somebody holds', async () => {
    await admin.patch(`/api/users/${member.id}`, { positionIds: [developer] });
    const without = await member.post('/api/plans', typed);
    expect([without.status, without.body.errors]).toEqual([
      422,
      [{ path: 'positionId', code: 'validation.required', message: 'Required' }],
    ]);
    const id = await added({ positionId: developer });
    expect((await read(id)).position).toEqual({ id: developer, name: 'Vývojář' });
    expect((await mine(`position=${developer}`)).map((plan) => plan.id)).toEqual([id]);
    expect(await mine('position=none')).toEqual([]);
  });

  it.each([
    [{}, ['date', 'from', 'location', 'to', 'type']],
    [{ ...typed, date: '2026-11-22' }, ['date']],
    [{ ...typed, date: '2026-02-30' }, ['date']],
    [{ ...typed, from: '25:00', to: '24:30' }, ['from', 'to']],
    [{ ...typed, from: '10:00', to: '10:00' }, ['to']],
    [{ ...typed, repeatUntil: '2026-11-23' }, ['repeatUntil']],
    [{ ...typed, repeatUntil: '2027-11-26' }, ['repeatUntil']],
    [{ ...typed, location: '  ' }, ['location']],
    [{ ...typed, location: 'x'.repeat(101) }, ['location']],
    [{ ...typed, type: 'office' }, ['type']],
    [{ ...typed, positionId: 999 }, ['positionId']],
    [{ ...typed, weekend: [1] }, ['weekend']],
  ])('are not made from %j', async (body, paths) => {
    const before = await events();
    const reply = await member.post('/api/plans', body);
    expect([reply.status, reply.body.errors.map(({ path }: Json) => path).sort()]).toEqual([422, paths]);
    expect(await events()).toBe(before);
  });

  it('are one’s own, and an admin makes them for anybody active', async () => {
    const id = await added();
    const change = { location: 'Praha' };
    for (const [by, status, code] of [
      [other, 403, 'plan.forbidden'],
      [auditor, 403, 'task.auditor'],
      [external, 404, 'plan.not-found'],
    ] as const) {
      const replies = [
        await by.patch(`/api/plans/${id}`, change),
        await by.delete(`/api/plans/${id}`),
        await by.post(`/api/plans/${id}/undelete`, {}),
      ];
      expect(replies.map((reply) => [reply.status, reply.body.code])).toEqual(Array(3).fill([status, code]));
    }
    const forMember = { ...typed, userId: member.id, from: '17:00', to: '18:00' };
    expect((await other.post('/api/plans', forMember)).body.code).toBe('plan.forbidden');
    expect((await external.post('/api/plans', typed)).status).toBe(201);
    expect((await auditor.post('/api/plans', typed)).body.code).toBe('task.auditor');
    const byAdmin = await added(forMember, admin);
    expect((await read(byAdmin)).user.id).toBe(member.id);
    expect((await admin.patch(`/api/plans/${id}`, change)).status).toBe(200);
    expect((await admin.post('/api/plans', { ...typed, userId: auditor.id })).body.errors[0].code).toBe(
      'plan.user.unknown',
    );
    expect((await member.patch('/api/plans/99999', change)).body.code).toBe('plan.not-found');
    expect((await member.get('/api/plans/x')).status).toBe(404);
  });

  it('are seen by everyone inside; a collaborator sees their own', async () => {
    const id = await added();
    const own = await added({ date: '2026-11-25' }, external);
    for (const by of [other, admin, auditor]) expect((await by.get(`/api/plans/${id}`)).status).toBe(200);
    expect((await external.get(`/api/plans/${id}`)).status).toBe(404);
    expect((await external.get(`/api/plans/${own}`)).status).toBe(200);
    expect((await listed('pageSize=100', external)).every(({ user }) => user.id === external.id)).toBe(true);
    expect((await listed(`user=${member.id}`, other)).map((plan) => plan.id)).toEqual([id]);
  });

  it('do not overlap, but for available', async () => {
    const id = await added(repeat);
    const reply = await member.post('/api/plans', { ...typed, type: 'day_off', from: '16:00', to: '24:00' });
    expect([reply.status, reply.body.code, reply.body.planId]).toEqual([409, 'plan.overlap', id]);
    await added({ type: 'available', from: '00:00', to: '24:00' });
    await added({ from: '16:30', to: '18:00' });
    const both = await Promise.all([1, 2].map(() => member.post('/api/plans', { ...typed, date: '2026-12-10' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('happen once with one Idempotency-Key', async () => {
    const key = { 'idempotency-key': `plan-${count}` };
    const send = (location = 'Brno') => member.post('/api/plans', { ...typed, location }, key);
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    await member.patch(`/api/plans/${first.body.id}`, { location: 'Praha' });
    const before = await events();
    expect((await send()).body).toEqual(first.body);
    expect((await send('Jihlava')).body.code).toBe('idempotency.reused');
    expect(await events()).toBe(before);
    const gone = { 'idempotency-key': `gone-${count}` };
    const removed = await member.delete(`/api/plans/${first.body.id}`, gone);
    expect((await member.delete(`/api/plans/${first.body.id}`, gone)).body).toEqual(removed.body);
    expect((await member.delete(`/api/plans/${first.body.id}`)).body.code).toBe('plan.not-found');
    expect(await added({ date: '2026-12-24' })).toBe(first.body.id + 1);
  });

  it('tell who changed the same field meanwhile', async () => {
    const id = await added();
    await member.patch(`/api/plans/${id}`, { location: 'Praha' });
    const outdated = { 'if-match': '"1"' };
    const conflict = await member.patch(`/api/plans/${id}`, { location: 'Ostrava' }, outdated);
    expect([conflict.status, conflict.body.code, conflict.body.revision, conflict.body.conflicts]).toEqual([
      409,
      'conflict',
      2,
      [{ path: 'location', base: 'Brno', theirs: 'Praha', yours: 'Ostrava' }],
    ]);
    expect((await member.patch(`/api/plans/${id}`, { to: '17:00' }, outdated)).body.revision).toBe(3);
    expect((await member.delete(`/api/plans/${id}`, outdated)).status).toBe(409);
  });

  it('keep the days that are over when a repeat is changed or ended', async () => {
    const id = await added(repeat);
    await later('2026-11-27T23:30:00.000Z');
    expect((await member.patch(`/api/plans/${id}`, { location: 'Praha' })).body).toMatchObject({ id, revision: 2 });
    expect((await mine()).map(({ date, repeatUntil, location }) => [date, repeatUntil, location])).toEqual([
      ['2026-11-23', '2026-11-27', 'Brno'],
      ['2026-11-30', '2026-12-04', 'Praha'],
    ]);
    await later('2026-12-02T09:00:00.000Z');
    await member.delete(`/api/plans/${id}`);
    expect(await read(id)).toMatchObject({ date: '2026-11-30', repeatUntil: '2026-12-01', revision: 3 });
    expect((await member.post(`/api/plans/${id}/undelete`)).body.revision).toBe(4);
    expect(await read(id)).toMatchObject({ repeatUntil: '2026-12-04' });
    await later('2026-12-07T09:00:00.000Z');
    for (const reply of [
      await member.patch(`/api/plans/${id}`, { to: '18:00' }),
      await member.delete(`/api/plans/${id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, 'plan.past']);
  });

  it('change, go and come back for one day of a repeat', async () => {
    const id = await added(repeat);
    await member.patch(`/api/plans/${id}`, { onlyDate: '2026-11-25', type: 'remote_work', location: 'Doma' });
    expect((await mine('from=2026-11-25&to=2026-11-25')).map(({ type }) => type)).toEqual(['at_work', 'remote_work']);
    await member.delete(`/api/plans/${id}?onlyDate=2026-11-26`);
    await added({ date: '2026-11-26', type: 'day_off', from: '00:00', to: '08:00' });
    expect((await member.post(`/api/plans/${id}/undelete`, { onlyDate: '2026-11-26' })).status).toBe(200);
    expect((await member.post(`/api/plans/${id}/undelete`, { onlyDate: '2026-11-25' })).body.code).toBe('plan.overlap');
    const wrong = await member.delete(`/api/plans/${id}?onlyDate=2026-11-28`);
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([422, { path: 'onlyDate', code: 'plan.day.unknown' }]);
    const repeated = await member.patch(`/api/plans/${id}`, { onlyDate: '2026-11-27', repeatUntil: '2026-12-01' });
    expect(repeated.body.errors[0]).toMatchObject({ path: 'repeatUntil', code: 'plan.one-day' });
  });

  it('are shown deleted to who may bring them back', async () => {
    const id = await added();
    await member.delete(`/api/plans/${id}`);
    expect((await member.get(`/api/plans/${id}`)).status).toBe(404);
    expect((await member.get(`/api/plans/${id}?deleted=true`)).body).toMatchObject({ id, deleted: true });
    expect((await other.get(`/api/plans/${id}?deleted=true`)).status).toBe(404);
    expect(await mine()).toEqual([]);
    expect(await mine('deleted=true')).toHaveLength(1);
    expect(await listed(`user=${member.id}&deleted=true`, other)).toEqual([]);
    expect((await member.post(`/api/plans/${id}/undelete`)).status).toBe(200);
    expect((await member.post(`/api/plans/${id}/undelete`)).body.code).toBe('plan.not-deleted');
    expect(await mine()).toHaveLength(1);
  });

  it('are listed by day and time, sorted and filtered by what they hold', async () => {
    const late = await added({ from: '18:00', to: '19:00', location: 'Česko' });
    const early = await added({ location: 'Cizina', type: 'at_client' });
    const long = await added({ ...repeat, date: '2026-11-25', location: 'Doma' });
    const ids = async (query: string) => (await mine(query)).map(({ id }) => id);
    expect(await ids('')).toEqual([early, late, long]);
    expect(await ids('sort=-date,from')).toEqual([long, early, late]);
    expect(await ids('sort=location')).toEqual([early, late, long]);
    expect(await ids('sort=-repeatUntil')).toEqual([long, late, early]);
    expect(await ids('sort=user,position')).toEqual([late, early, long]);
    expect(await ids('from=2026-11-26')).toEqual([long]);
    expect(await ids('to=2026-11-24')).toEqual([early, late]);
    expect(await ids('type=at_client&type=day_off')).toEqual([early]);
    expect(await ids('repeatUntil=none')).toEqual([early, late]);
    expect(
      (await member.get('/api/plans?from=2026-13-01&colour=red')).body.errors.map(({ path }: Json) => path).sort(),
    ).toEqual(['colour', 'from']);
  });

  it('tell everyone inside of a change, and a collaborator of their own only', async () => {
    const [inside, outside] = [await Screen.open(other), await Screen.open(external)];
    await Promise.all([inside.until('hello'), outside.until('hello')]);
    const id = await added();
    expect(await inside.change('plan', id)).toMatchObject({ model: 'plan', id, revision: 1 });
    await member.delete(`/api/plans/${id}`);
    await inside.change('plan', id, ({ gone }) => gone);
    const own = await added({ date: '2026-11-30' }, external);
    await outside.change('plan', own);
    expect(outside.changesOf('plan', id)).toEqual([]);
    inside.close();
    outside.close();
  });
});
