import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { addDays, localDay } from '../kernel/calendar';
import type { Day, Instant } from '../kernel/message';
import {
  dayAfterIn,
  deadlineOn,
  isRepeatDay,
  type Period,
  periodSteps,
  periods,
  periodsOf,
  type RepeatDay,
  type Rule,
  repeatDayOf,
  repeats,
} from './recurrence';

const zone = 'Europe/Prague';
const rule = (firstDeadline: Instant, period: Period, repeatDay: RepeatDay = null): Rule => ({
  firstDeadline,
  zone,
  period,
  onDayOff: 'keep',
  repeatDay: repeatDay ?? repeatDayOf(periodSteps[period].repeat, localDay(firstDeadline, zone)),
});

function daysOf(one: Rule, count: number): Day[] {
  const days: Day[] = [];
  const dayAfter = dayAfterIn(one);
  for (let day = dayAfter(null); day !== null && days.length < count; day = dayAfter(day)) days.push(day);
  return days;
}
const deadlinesOf = (one: Rule, count: number) => daysOf(one, count).map((day) => deadlineOn(one, day));

describe('the days of a rule', () => {
  const noon = (day: Day) => `${day}T11:00:00.000Z`;

  test.each([
    ['day', null, ['2026-11-25', '2026-11-26', '2026-11-27']],
    ['week', null, ['2026-11-25', '2026-12-02', '2026-12-09']],
    ['week', 1, ['2026-11-30', '2026-12-07', '2026-12-14']],
    ['two-weeks', 3, ['2026-11-25', '2026-12-09', '2026-12-23']],
    ['month', null, ['2026-11-25', '2026-12-25', '2027-01-25']],
    ['month', 10, ['2026-12-10', '2027-01-10', '2027-02-10']],
    ['two-months', 25, ['2026-11-25', '2027-01-25', '2027-03-25']],
    ['three-months', 31, ['2026-11-30', '2027-02-28', '2027-05-31']],
    ['half-year', 30, ['2026-11-30', '2027-05-30', '2027-11-30']],
    ['year', null, ['2026-11-25', '2027-11-25', '2028-11-25']],
    ['year', '03-01', ['2027-03-01', '2028-03-01', '2029-03-01']],
    ['two-years', '12-24', ['2026-12-24', '2028-12-24', '2030-12-24']],
  ] as const)('%s on %s', (period, repeatDay, days) => {
    expect(daysOf(rule(noon('2026-11-25'), period, repeatDay), 3)).toEqual(days);
  });

  test('a month without the 31st has its last day', () => {
    expect(daysOf(rule(noon('2027-01-31'), 'month'), 5)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
  });

  test('29 February is the 28th in other years, and itself again', () => {
    expect(daysOf(rule(noon('2028-02-29'), 'year'), 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
    expect(daysOf(rule(noon('2026-11-25'), 'year', '02-29'), 2)).toEqual(['2027-02-28', '2028-02-29']);
  });

  test('there are none after the last year of the calendar', () => {
    expect(daysOf(rule('9998-12-30T11:00:00.000Z', 'day'), 5)).toEqual(['9998-12-30', '9998-12-31']);
    expect(daysOf(rule('9998-12-30T11:00:00.000Z', 'week', 2), 5)).toEqual([]);
    expect(daysOf(rule('9998-11-30T11:00:00.000Z', 'month'), 5)).toEqual(['9998-11-30', '9998-12-30']);
    expect(daysOf(rule('9998-11-30T11:00:00.000Z', 'year', '03-01'), 5)).toEqual([]);
  });

  test.each(periods)(
    'a rule of an old log that begins beyond the years has few days or ordinary ones: %s',
    (period) => {
      expect(daysOf(rule('9999-12-31T23:59:00.000Z', period), 5).length).toBeLessThan(2);
      expect(deadlinesOf(rule('0001-01-01T00:00:00.000Z', period), 2).every((one) => one < '1975')).toBe(true);
    },
  );

  const rules = fc
    .record({
      at: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      period: fc.constantFrom(...periods),
      weekday: fc.integer({ min: 1, max: 7 }),
      monthDay: fc.integer({ min: 1, max: 31 }),
      date: fc.date({ min: new Date('2024-01-01'), max: new Date('2024-12-31'), noInvalidDate: true }),
    })
    .map(({ at, period, weekday, monthDay, date }) => {
      const { repeat } = periodSteps[period];
      const repeatDay = { daily: null, weekly: weekday, monthly: monthDay, yearly: date.toISOString().slice(5, 10) }[
        repeat
      ];
      return rule(at.toISOString(), period, repeatDay);
    });

  test('the next one from any day is the next one of the sequence', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2_000 }), (one, nth, later) => {
        const days = daysOf(one, nth + 2);
        expect(dayAfterIn(one)(addDays(days[nth + 1]!, -1))).toBe(days[nth + 1]);
        const from = addDays(days[0]!, later);
        const next = dayAfterIn(one)(from)!;
        expect(next > from && dayAfterIn(one)(addDays(next, -1)) === next).toBe(true);
        expect(dayAfterIn(one)(addDays(localDay(one.firstDeadline, zone), -3))).toBe(days[0]);
      }),
    );
  });

  /**
   * Like calendars, the library leaves out days that a month lacks and times that daylight saving skips. Therefore the
   * test uses days that every month has, at times that every day has.
   */
  test('they are those of a library, at the same instants', () => {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    const timeOf = (at: Instant) => local.format(new Date(at)).slice(11);
    const plain = rules.filter(({ repeatDay, period, firstDeadline }) => {
      const { repeat } = periodSteps[period];
      const isEverywhere = repeat === 'monthly' ? Number(repeatDay) <= 28 : repeatDay !== '02-29';
      return isEverywhere && timeOf(firstDeadline).slice(0, 2) !== '02';
    });
    fc.assert(
      fc.property(plain, (one) => {
        const { repeat, step } = periodSteps[one.period];
        const [first] = daysOf(one, 1);
        const start = deadlineOn(one, first!);
        const time = timeOf(one.firstDeadline);
        const oracle = new RRuleTemporal({
          rruleString: [
            `DTSTART;TZID=${zone}:${first!.replaceAll('-', '')}T${time.replaceAll(':', '')}`,
            `RRULE:FREQ=${repeat.toUpperCase()};INTERVAL=${step};COUNT=12`,
          ].join('\n'),
        });
        const seconds = (instant: Instant) => `${instant.slice(0, 19)}.000Z`;
        const theirs = oracle.all().map((at) => new Date(at.epochMilliseconds).toISOString());
        const mine = deadlinesOf(one, 12).map(seconds);
        // The very first deadline may be in the second of two equal hours.
        expect(mine.slice(1)).toEqual(theirs.slice(1));
        expect(seconds(start)).toBe(mine[0]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the deadlines of a rule', () => {
  test('are at the same local time over both changes of the clock', () => {
    expect(deadlinesOf(rule('2026-03-28T08:30:00.000Z', 'day'), 3)).toEqual([
      '2026-03-28T08:30:00.000Z',
      '2026-03-29T07:30:00.000Z',
      '2026-03-30T07:30:00.000Z',
    ]);
    expect(deadlinesOf(rule('2026-10-18T07:30:00.000Z', 'week'), 2)).toEqual([
      '2026-10-18T07:30:00.000Z',
      '2026-10-25T08:30:00.000Z',
    ]);
  });

  test('move on by the length of the gap where their time is skipped, for that day alone', () => {
    expect(deadlinesOf(rule('2026-03-28T01:30:00.000Z', 'day'), 3)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  test('are the first of two equal times, but for the first deadline itself', () => {
    expect(deadlinesOf(rule('2026-10-24T00:30:00.000Z', 'day'), 2)[1]).toBe('2026-10-25T00:30:00.000Z');
    expect(deadlinesOf(rule('2026-10-25T01:30:00.000Z', 'day'), 2)).toEqual([
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  test('keep seconds and their parts', () => {
    expect(deadlinesOf(rule('2026-11-25T22:59:59.999Z', 'week'), 2)).toEqual([
      '2026-11-25T22:59:59.999Z',
      '2026-12-02T22:59:59.999Z',
    ]);
  });
});

test('a day of the repeat is what the repeat can have', () => {
  expect(repeats.flatMap(periodsOf)).toEqual(periods);
  const right: readonly (readonly [(typeof repeats)[number], RepeatDay])[] = [
    ['daily', null],
    ['weekly', 7],
    ['monthly', 31],
    ['yearly', '02-29'],
  ];
  for (const [repeat, day] of right) expect(isRepeatDay(repeat, day)).toBe(true);
  const wrong: readonly (readonly [(typeof repeats)[number], RepeatDay])[] = [
    ['daily', 1],
    ['weekly', 0],
    ['weekly', 8],
    ['weekly', 1.5],
    ['weekly', '01-01'],
    ['monthly', 32],
    ['monthly', null],
    ['yearly', '02-30'],
    ['yearly', '13-01'],
    ['yearly', '2-1'],
    ['yearly', 5],
  ];
  for (const [repeat, day] of wrong) expect(isRepeatDay(repeat, day)).toBe(false);
});
