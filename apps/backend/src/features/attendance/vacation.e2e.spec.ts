import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Harness, type Person } from '../../testing/harness';

let gos: Harness;
let admin: Person;
let petr: Person;
let keeper: Person;

const balance = async (who: Person, query = '') => (await who.get(`/api/attendance/vacation?${query}`)).body;
const off = (date: string, more: object = {}) =>
  petr.post('/api/plans', { type: 'day_off', kind: 'vacation', date, ...more });
const set = (who: Person, allowanceDays: number | null, carriedOverDays = 0, year = 2026) =>
  who.call('PUT', `/api/users/${petr.id}/vacation`, { year, allowanceDays, carriedOverDays });

beforeAll(async () => {
  gos = await Harness.start({}, { background: false });
  gos.clock.set('2026-11-16T08:00:00.000Z');
  admin = await gos.person('Zdena Adminová');
  petr = await gos.person('Petr Novák');
  keeper = await gos.person('Hana Účetní');
  await admin.patch(`/api/users/${keeper.id}`, { attendance: true });
});
afterAll(() => gos.stop());

describe('the balance of vacation', () => {
  test('counts used and planned days without an allowance, and no balance', async () => {
    // Monday to Sunday; Tuesday the 17th of November is a holiday.
    expect((await off('2026-11-16', { repeatUntil: '2026-11-22' })).status).toBe(201);
    expect((await off('2026-12-31', { repeatUntil: '2027-01-04' })).status).toBe(201);
    expect((await off('2026-12-01', { half: 'morning' })).status).toBe(201);
    expect(await balance(petr)).toMatchObject({
      userId: petr.id,
      year: 2026,
      allowanceDays: null,
      carriedOverDays: null,
      usedDays: 0,
      plannedDays: 5.5,
      requestedDays: 0,
      leftDays: null,
      lastYearLeftDays: null,
    });
    gos.clock.set('2026-11-20T12:00:00.000Z');
    [admin, petr, keeper] = await Promise.all([
      gos.signIn(admin.email),
      gos.signIn(petr.email),
      gos.signIn(keeper.email),
    ]);
    expect(await balance(petr)).toMatchObject({ usedDays: 3, plannedDays: 2.5 });
    const next = await balance(petr, 'year=2027');
    expect(next).toMatchObject({ year: 2027, usedDays: 0, plannedDays: 1 });
    expect(next.holidays).toContain('2027-01-01');
  });

  test('is set by a keeper, seen by the person and keepers, and proposed for the next year', async () => {
    expect((await set(petr, 25)).body.code).toBe('user.balance.forbidden');
    const { status, body } = await set(keeper, 5, 1.5);
    expect([status, body.eventId]).toEqual([200, expect.any(String)]);
    expect(await balance(petr)).toMatchObject({ allowanceDays: 5, carriedOverDays: 1.5, leftDays: 1 });
    expect(await balance(keeper, `userId=${petr.id}`)).toMatchObject({ leftDays: 1 });
    expect(await balance(keeper, `userId=${petr.id}&year=2027`)).toMatchObject({ leftDays: null, lastYearLeftDays: 1 });
    const stranger = await gos.person('Karel Kolega');
    expect((await stranger.get(`/api/attendance/vacation?userId=${petr.id}`)).status).toBe(403);
    expect((await admin.get(`/api/users/${petr.id}`)).body).not.toHaveProperty('vacation');
  });

  test('is not lowered below the taken days, with the numbers, and nothing is lost', async () => {
    const { status, body } = await set(keeper, 3);
    expect([status, body.errors]).toMatchObject([
      422,
      [{ path: 'allowanceDays', code: 'user.vacation.below-taken', params: { used: 3, planned: 2.5 } }],
    ]);
    expect(body.errors[0].message).toContain('days used 3, days planned 2.5');
    expect(await balance(petr)).toMatchObject({ allowanceDays: 5, carriedOverDays: 1.5 });
  });

  test('takes a request before it is approved, also beyond the balance', async () => {
    await admin.patch('/api/settings', { absencesNeedApproval: true });
    const { status, body } = await off('2026-12-07', { repeatUntil: '2026-12-08' });
    expect(status).toBe(201);
    expect(await balance(petr)).toMatchObject({ plannedDays: 2.5, requestedDays: 2, leftDays: -1 });
    expect((await keeper.post(`/api/plans/${body.id}/approve`)).status).toBe(200);
    expect(await balance(petr)).toMatchObject({ plannedDays: 4.5, requestedDays: 0, leftDays: -1 });
    expect((await set(keeper, 6, 1.5)).status).toBe(200);
    expect((await set(keeper, null)).status).toBe(200);
    expect(await balance(petr)).toMatchObject({ allowanceDays: null, leftDays: null });
  });
});
