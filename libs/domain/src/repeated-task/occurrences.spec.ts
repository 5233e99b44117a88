import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, daysFrom } from '../kernel/calendar';
import { firstUpcoming, missedOf, type Schedule, shownDateOf, untouchedSchedule, upcomingDaysOf } from './occurrences';
import { dayAfterIn, type Period, periodSteps, periods, repeatDayOf } from './recurrence';
import type { RepeatedTaskFields } from './repeated-task';

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

test('missed occurrences are those whose deadlines have passed, counted without computing each', () => {
  const days = fc.integer({ min: 0, max: 400 }).map((later) => addDays('2026-01-01', later));
  fc.assert(
    fc.property(
      fc.constantFrom(...periods),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 23 }),
      fc.array(days, { maxLength: 3 }),
      (period, later, kept, hour, early) => {
        const one = scheduleOf('2026-01-01T09:00:00.000Z', period, { early });
        const at = `${addDays('2025-12-30', later)}T${String(hour).padStart(2, '0')}:30:00.000Z`;
        const all = firstUpcoming(one, 900).filter(({ deadline }) => deadline <= at);
        const { passed, latest } = missedOf(one, at, kept);
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
  const passed = missedOf(before, at, 100);
  const all = daysFrom('1970-01-01', '2026-11-27', 30_000).length;
  expect((passed.passed?.count ?? 0) + passed.latest.length).toBeLessThanOrEqual(all);
  expect(passed.latest.at(-1)!.deadline <= at).toBe(true);
  const after = scheduleOf('9999-12-31T23:59:00.000Z', period);
  expect([...upcomingDaysOf(after)].length).toBeLessThan(2);
  expect(missedOf(after, at, 100)).toEqual({ passed: null, latest: [] });
});

test('an occurrence whose planned day would lie before the calendar is shown at once', () => {
  const one = scheduleOf('2026-11-27T12:00:00.000Z', 'day', { firstPlannedDeadline: '0001-01-01T00:00:00.000Z' });
  expect(shownDateOf(one, { day: '2027-01-01', deadline: '2027-01-01T12:00:00.000Z' })).toBe('1970-02-05');
  expect(shownDateOf(one, { day: '1970-01-02', deadline: '1970-01-02T12:00:00.000Z' })).toBeNull();
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
