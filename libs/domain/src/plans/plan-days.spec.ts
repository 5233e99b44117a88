import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, weekdayOf } from '../kernel/calendar';
import { breakMinutesOf, daysOf, isDayOf, type Overlapping, overlapOf, plannedMinutesOf, spanOn } from './plan-days';
import { planTypes } from './plans';

const zone = 'Europe/Prague';
const two = (part: number) => String(part).padStart(2, '0');
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const anyDay = fc.integer({ min: 0, max: 20 }).map((days) => addDays('2026-11-23', days));
const anyPlan: fc.Arbitrary<Overlapping & { readonly deleted: boolean }> = fc
  .record({
    type: fc.constantFrom(...planTypes),
    date: anyDay,
    length: fc.option(fc.integer({ min: 0, max: 20 })),
    from: fc.integer({ min: 0, max: 23 }),
    hours: fc.integer({ min: 1, max: 5 }),
    weekend: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    without: fc.array(anyDay, { maxLength: 5 }),
    deleted: fc.boolean(),
  })
  .map(({ length, from, hours, ...plan }) => ({
    ...plan,
    repeatUntil: length === null ? null : addDays(plan.date, length),
    from: timeOf(from * 60),
    to: timeOf(Math.min(24, from + hours) * 60),
  }));

/** Every hour of every day, one by one. */
function hoursOf({ date, repeatUntil, weekend, without, deleted, from, to }: Overlapping): Set<string> {
  const hours = new Set<string>();
  for (let day = date; !deleted && day <= (repeatUntil ?? date); day = addDays(day, 1)) {
    const isLeftOut = without.includes(day) || (repeatUntil !== null && weekend.includes(weekdayOf(day)));
    for (let hour = 0; hour < 24 && !isLeftOut; hour++) {
      if (from <= timeOf(hour * 60) && timeOf(hour * 60) < to) hours.add(`${day} ${hour}`);
    }
  }
  return hours;
}

describe('overlaps', () => {
  test('are those of the hours, one by one', () => {
    fc.assert(
      fc.property(anyPlan, fc.array(anyPlan, { maxLength: 6 }), (plan, others) => {
        const wanted = { ...plan, deleted: false };
        const hours = hoursOf(wanted);
        const isInTheWay = (other: Overlapping) =>
          wanted.type !== 'available' &&
          other.type !== 'available' &&
          [...hoursOf(other)].some((hour) => hours.has(hour));
        expect(overlapOf(wanted, others)).toBe(others.find(isInTheWay) ?? null);
      }),
      { numRuns: 1_000 },
    );
  });

  test('are mutual', () => {
    fc.assert(
      fc.property(anyPlan, anyPlan, (one, other) => {
        const [a, b] = [
          { ...one, deleted: false },
          { ...other, deleted: false },
        ];
        expect(overlapOf(a, [b]) === null).toBe(overlapOf(b, [a]) === null);
      }),
    );
  });

  test('days are listed as they hold', () => {
    fc.assert(
      fc.property(anyPlan, anyDay, (plan, day) => {
        expect(daysOf(plan).includes(day)).toBe(isDayOf(plan, day));
      }),
    );
  });
});

describe('the hours of a plan', () => {
  test.each([
    ['in winter', '2026-11-24', '08:00', '16:30', '2026-11-24T07:00:00.000Z', '2026-11-24T15:30:00.000Z'],
    ['a whole day', '2026-11-24', '00:00', '24:00', '2026-11-23T23:00:00.000Z', '2026-11-24T23:00:00.000Z'],
    ['over the gap', '2026-03-29', '01:00', '04:00', '2026-03-29T00:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ['beginning in the gap', '2026-03-29', '02:30', '05:00', '2026-03-29T01:30:00.000Z', '2026-03-29T03:00:00.000Z'],
    ['ending in the gap', '2026-03-29', '01:00', '02:30', '2026-03-29T00:00:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['all in the gap', '2026-03-29', '02:00', '03:00', '2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    [
      'ending before the moved start',
      '2026-03-29',
      '02:30',
      '03:15',
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T02:15:00.000Z',
    ],
    ['over the doubled hour', '2026-10-25', '01:00', '04:00', '2026-10-24T23:00:00.000Z', '2026-10-25T03:00:00.000Z'],
    ['in the doubled hour', '2026-10-25', '02:00', '02:45', '2026-10-25T00:00:00.000Z', '2026-10-25T00:45:00.000Z'],
  ])('%s', (_, day, from, to, start, end) => {
    expect(spanOn(day, { from, to }, zone)).toEqual({ from: start, to: end });
  });

  test('never end before they begin', () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const days = fc.constantFrom('2026-03-29', '2026-10-25', '2026-11-24', '2026-10-04', '2026-04-05');
    const zones = fc.constantFrom(zone, 'UTC', 'Australia/Lord_Howe', 'America/New_York', 'Africa/Cairo');
    fc.assert(
      fc.property(days, minute, fc.integer({ min: 1, max: 1_440 }), zones, (day, start, length, where) => {
        const to = timeOf(Math.min(1_440, start + length));
        const span = spanOn(day, { from: timeOf(start), to }, where);
        expect(span.from < span.to).toBe(true);
      }),
    );
  });
});

describe('planned minutes of a day', () => {
  const plan = (type: Overlapping['type'], from: string, to: string, date = '2026-11-24', breakMinutes = 0) => ({
    type,
    date,
    from,
    to,
    repeatUntil: null,
    weekend: [],
    without: [],
    breakMinutes,
  });
  const day = [
    plan('at_work', '08:00', '12:00'),
    plan('available', '08:00', '20:00'),
    plan('at_client', '12:30', '14:00'),
    plan('remote_work', '20:00', '24:00'),
    plan('at_work', '08:00', '12:00', '2026-11-25'),
  ];

  test('are those of work, wherever it is', () => {
    const worked = (on: string, holiday = false) => plannedMinutesOf(on, day, { zone, holiday });
    expect(worked('2026-11-24')).toBe(240 + 90 + 240);
    expect(worked('2026-11-25')).toBe(240);
    expect(worked('2026-11-26')).toBe(0);
    expect(worked('2026-11-24', true)).toBe(0);
    expect(plannedMinutesOf('2026-11-24', [plan('day_off', '00:00', '24:00')], { zone, holiday: false })).toBe(0);
  });

  test('are those of work less its breaks', () => {
    const on = (plans: ReturnType<typeof plan>[], holiday = false) => [
      plannedMinutesOf('2026-11-24', plans, { zone, holiday }),
      breakMinutesOf('2026-11-24', plans, { holiday }),
    ];
    const plans = [
      plan('at_work', '08:00', '16:30', '2026-11-24', 30),
      plan('at_client', '17:00', '18:00', '2026-11-24', 15),
      plan('at_work', '08:00', '16:30', '2026-11-25', 45),
    ];
    expect(on(plans)).toEqual([480 + 45, 45]);
    expect(on(plans, true)).toEqual([0, 0]);
  });

  test('are not negative when the clock takes an hour of a short plan with a long break', () => {
    const short = plan('at_work', '01:00', '03:00', '2026-03-29', 90);
    expect(plannedMinutesOf('2026-03-29', [short], { zone, holiday: false })).toBe(0);
  });

  test('are 23 and 25 hours of the days when the clock changes', () => {
    const around = (on: string) =>
      plannedMinutesOf(on, [plan('at_work', '00:00', '24:00', on)], { zone, holiday: false });
    expect([around('2026-03-29'), around('2026-10-25')]).toEqual([23 * 60, 25 * 60]);
  });
});

test('a plan of an old log beyond the calendar has its own day or none', () => {
  const rest = { weekend: [], without: [], breakMinutes: 0, type: 'at_work', from: '08:00', to: '24:00' } as const;
  const single = { ...rest, date: '9999-12-31', repeatUntil: null };
  expect(daysOf(single)).toEqual(['9999-12-31']);
  expect(daysOf({ ...rest, date: '9999-12-30', repeatUntil: '9999-12-31' })).toEqual([]);
  expect(daysOf({ ...rest, date: '9998-12-31', repeatUntil: '9999-12-31' })).toEqual(['9998-12-31']);
  expect(plannedMinutesOf('9999-12-31', [single], { zone, holiday: false })).toBe(0);
  expect(overlapOf(single, [{ ...single }])).toEqual(single);
});
