import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysFrom, localDay, weekdayOf } from '../kernel/calendar';
import {
  dueOf,
  firstUpcoming,
  missedOf,
  nextAtOf,
  type Schedule,
  shownDateOf,
  untouchedSchedule,
  upcomingDaysOf,
} from './occurrences';
import {
  type DayOffMove,
  dayAfterIn,
  dayOffMovesOf,
  noDaysOff,
  type Period,
  periodSteps,
  periods,
  repeatDayOf,
} from './recurrence';
import type { RepeatedTask, RepeatedTaskFields } from './repeated-task';

const zone = 'Europe/Prague';

function scheduleOf(firstDeadline: string, period: Period, more: Partial<Schedule> = {}): Schedule {
  const { repeat } = periodSteps[period];
  const fields: RepeatedTaskFields = {
    name: 'Úklid',
    firstDeadline,
    zone,
    repeat,
    period,
    repeatDay: repeatDayOf(repeat, firstDeadline.slice(0, 10)),
    onDayOff: 'keep',
    endRepeat: 'never',
    repeatCount: null,
    endDate: null,
    showFrom: null,
    firstPlannedDeadline: null,
    generateAhead: 1,
    createFor: 'user',
    solverId: null,
    positionId: null,
  };
  return { ...untouchedSchedule(fields), ...more };
}

const christmas = ['12-24', '12-25', '12-26', '01-01'];
const isWeekendOrHoliday = (day: string) => weekdayOf(day) > 5 || christmas.includes(day.slice(5));
const daysOf = (one: Schedule, count: number, isDayOff = isWeekendOrHoliday) =>
  firstUpcoming(one, count, isDayOff).map(({ deadline }) => localDay(deadline, zone));

test.each<[DayOffMove, Period, string, readonly string[]]>([
  ['keep', 'month', '2026-10-31', ['2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31']],
  ['previous', 'month', '2026-10-31', ['2026-10-30', '2026-11-30', '2026-12-31', '2027-01-29']],
  ['next', 'month', '2026-10-31', ['2026-11-02', '2026-11-30', '2026-12-31', '2027-02-01']],
  ['skip', 'month', '2026-10-31', ['2026-11-30', '2026-12-31', '2027-03-31', '2027-04-30']],
  ['previous', 'year', '2026-12-25', ['2026-12-23', '2027-12-23', '2028-12-22']],
  ['next', 'year', '2026-12-25', ['2026-12-28', '2027-12-27', '2028-12-27']],
  ['next', 'week', '2026-12-19', ['2026-12-21', '2026-12-28', '2027-01-04']],
  ['skip', 'day', '2026-12-23', ['2026-12-23', '2026-12-28', '2026-12-29']],
  ['previous', 'year', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-27']],
])('on a day off: %s, each %s from %s', (onDayOff, period, first, days) => {
  expect(daysOf(scheduleOf(`${first}T12:00:00.000Z`, period, { onDayOff }), days.length)).toEqual(days);
});

test('an occurrence that moves keeps its local time over a change of the clock', () => {
  const one = scheduleOf('2027-02-28T08:00:00.000Z', 'month', { onDayOff: 'next' });
  expect(firstUpcoming(one, 2, (day) => day === '2027-03-28' || isWeekendOrHoliday(day))).toEqual([
    { number: 1, day: '2027-02-28', deadline: '2027-03-01T08:00:00.000Z' },
    { number: 2, day: '2027-03-28', deadline: '2027-03-29T07:00:00.000Z' },
  ]);
});

test('no two occurrences move to one day, and one without a working day nearby stays', () => {
  for (const onDayOff of ['previous', 'next'] as const) {
    const long = (day: string) => day > '2026-12-10' && day < '2027-01-20';
    const one = scheduleOf('2026-11-25T12:00:00.000Z', 'week', { onDayOff });
    const days = daysOf(one, 20, long);
    expect([...new Set(days)].sort()).toEqual(days);
    expect(days).toContain('2026-12-23');
  }
});

test('days off that are left out are not counted, and a rule that has nothing else ends', () => {
  const one = scheduleOf('2026-12-24T12:00:00.000Z', 'day', { onDayOff: 'skip', repeatCount: 2 });
  expect(firstUpcoming(one, 10, isWeekendOrHoliday).map(({ number, day }) => [number, day])).toEqual([
    [1, '2026-12-28'],
    [2, '2026-12-29'],
  ]);
  const sundays = scheduleOf('2026-11-29T12:00:00.000Z', 'week', { onDayOff: 'skip' });
  expect(firstUpcoming(sundays, 1, isWeekendOrHoliday)).toEqual([]);
});

test('whoever generates is woken before an occurrence that moves back', () => {
  const one: RepeatedTask = {
    ...scheduleOf('2026-11-30T12:00:00.000Z', 'month', { onDayOff: 'previous', handled: 1, last: '2026-12-30' }),
    id: 6,
    revision: 1,
    active: true,
    template: {} as RepeatedTask['template'],
    latest: ['2027-03-01T12:00:00.000Z'],
  };
  const due = '2027-01-29T12:00:00.000Z';
  expect(dueOf(one, '2027-01-29T11:00:00.000Z', isWeekendOrHoliday)).toBeNull();
  expect(dueOf(one, due, isWeekendOrHoliday)?.next).toEqual({ number: 2, day: '2027-01-30', deadline: due });
  expect(nextAtOf(one)! < due).toBe(true);
  expect(nextAtOf({ ...one, onDayOff: 'keep' })).toBe('2027-01-30T12:00:00.000Z');
});

test('missed occurrences are those whose deadlines have passed, counted without computing each', () => {
  const days = fc.integer({ min: 0, max: 200 }).map((later) => addDays('2026-01-01', later));
  fc.assert(
    fc.property(
      fc.constantFrom(...periods),
      fc.integer({ min: 0, max: 250 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 23 }),
      fc.array(days, { maxLength: 3 }),
      fc.nat(3),
      (period, later, kept, hour, early, move) => {
        const onDayOff = dayOffMovesOf(periodSteps[period].repeat)[move] ?? 'keep';
        const one = scheduleOf('2026-01-01T09:00:00.000Z', period, { early, onDayOff });
        const at = `${addDays('2025-12-30', later)}T${String(hour).padStart(2, '0')}:30:00.000Z`;
        const all = firstUpcoming(one, 300, isWeekendOrHoliday).filter(({ deadline }) => deadline <= at);
        const { passed, latest } = missedOf(one, at, kept, isWeekendOrHoliday);
        expect(latest).toEqual(all.slice(Math.max(0, all.length - kept)));
        const others = all.slice(0, Math.max(0, all.length - kept));
        const last = others.at(-1);
        expect(passed).toEqual(last ? { count: others.length, from: others[0]!.day, last } : null);
      },
    ),
  );
});

test.each(periods)('definitions of old logs beyond the years have an end: %s', (period) => {
  const at = '2026-11-27T12:00:00.000Z';
  const before = scheduleOf('0100-01-01T00:00:00.000Z', period);
  const passed = missedOf(before, at, 100, noDaysOff);
  const all = daysFrom('1970-01-01', '2026-11-27', 30_000).length;
  expect((passed.passed?.count ?? 0) + passed.latest.length).toBeLessThanOrEqual(all);
  expect(passed.latest.at(-1)!.deadline <= at).toBe(true);
  const after = scheduleOf('9999-12-31T23:59:00.000Z', period);
  expect([...upcomingDaysOf(after, noDaysOff)].length).toBeLessThan(2);
  expect(missedOf(after, at, 100, noDaysOff)).toEqual({ passed: null, latest: [] });
});

test('an occurrence whose planned day would lie before the calendar is shown at once', () => {
  const one = scheduleOf('2026-11-27T12:00:00.000Z', 'day', { firstPlannedDeadline: '0001-01-01T00:00:00.000Z' });
  expect(shownDateOf(one, '2027-01-01T12:00:00.000Z')).toBe('1970-02-05');
  expect(shownDateOf(one, '1970-01-02T12:00:00.000Z')).toBeNull();
});

test('a rule computes its first day once for all of its days', () => {
  const dayAfter = dayAfterIn(scheduleOf('2000-01-01T09:00:00.000Z', 'day'));
  const began = process.cpuUsage();
  let [day, count] = [dayAfter(null), 0];
  while (day !== null && day <= '2199-12-31') [day, count] = [dayAfter(day), count + 1];
  const { user, system } = process.cpuUsage(began);
  expect(count).toBe(daysFrom('2000-01-01', '2199-12-31', 80_000).length);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
