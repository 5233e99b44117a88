import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addDays,
  dayError,
  daysBetween,
  daysFrom,
  daysLater,
  endOfDay,
  instantAt,
  instantOf,
  instantsOf,
  isDay,
  isInstant,
  localDay,
  nearestDay,
  spanOfDays,
  startOfDay,
} from './calendar';
import { refusalSentence } from './refusal';

const prague = 'Europe/Prague';
const newYork = 'America/New_York';

describe('the day of a moment', () => {
  test.each([
    [prague, '2026-11-21T22:59:59.999Z', '2026-11-21'],
    [prague, '2026-11-21T23:00:00.000Z', '2026-11-22'],
    [prague, '2026-07-01T21:59:59.999Z', '2026-07-01'],
    [prague, '2026-07-01T22:00:00.000Z', '2026-07-02'],
    [prague, '2026-12-31T23:00:00.000Z', '2027-01-01'],
    [newYork, '2026-11-01T03:59:59.999Z', '2026-10-31'],
    [newYork, '2026-11-02T04:59:59.999Z', '2026-11-01'],
    [newYork, '2026-11-02T05:00:00.000Z', '2026-11-02'],
    ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-21'],
  ])('%s at %s is %s', (zone, at, day) => {
    expect(localDay(at, zone)).toBe(day);
    expect(localDay(Date.parse(at), zone)).toBe(day);
  });
});

describe('the moment of a day and time', () => {
  test.each([
    ['winter', prague, '2026-11-21', '12:00', '2026-11-21T11:00:00.000Z'],
    ['summer', prague, '2026-07-01', '12:00:30', '2026-07-01T10:00:30.000Z'],
    ['before the gap', prague, '2026-03-29', '01:59:59', '2026-03-29T00:59:59.000Z'],
    ['the first of the gap becomes an hour later', prague, '2026-03-29', '02:00', '2026-03-29T01:00:00.000Z'],
    ['in the gap', prague, '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['after the gap', prague, '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['before the fold', prague, '2026-10-25', '01:59:59', '2026-10-24T23:59:59.000Z'],
    ['the first of the two', prague, '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['after the fold', prague, '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['the gap in New York', newYork, '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
    ['the fold in New York', newYork, '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    ['a gap at midnight', 'Africa/Cairo', '2026-04-24', '00:30', '2026-04-23T22:30:00.000Z'],
    ['half an hour of daylight saving', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
  ])('%s', (_, zone, day, time, at) => {
    expect(instantOf(day, time, zone)).toBe(at);
  });

  const anyDay = fc.integer({ min: 0, max: 80 * 365 }).map((days) => addDays('1990-01-01', days));
  const anyTime = fc.integer({ min: 0, max: 1_439 }).map((minutes) => {
    const two = (part: number) => String(part).padStart(2, '0');
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  });

  test.each([prague, newYork, 'UTC', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Auckland'])(
    'lies on its day, at its time unless that was skipped, in %s',
    (zone) => {
      const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
      const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
      const shifted = Array.from({ length: 1_500 }, (_, index) => addDays('2025-01-01', index)).filter(
        (day) => wall.format(noon(day)).slice(11) !== wall.format(noon(addDays(day, -1))).slice(11),
      );
      const days = shifted.length === 0 ? anyDay : fc.oneof(anyDay, fc.constantFrom(...shifted));
      const minutes = Array.from({ length: 361 }, (_, index) => (index - 180) * 60_000);
      fc.assert(
        fc.property(days, anyTime, (day, time) => {
          const at = Date.parse(instantOf(day, time, zone));
          const wanted = `${day} ${time}`;
          expect(localDay(at, zone)).toBe(day);
          const showing = minutes.filter((minute) => wall.format(at + minute) === wanted);
          if (showing.length > 0) expect(showing[0]).toBe(0);
          else expect(wall.format(at - 3_600_000) < wanted && wanted < wall.format(at)).toBe(true);
        }),
      );
    },
  );
});

describe('the moments of a day and time', () => {
  test.each([
    ['one', prague, '2026-11-21', '12:00', ['2026-11-21T11:00:00.000Z']],
    ['one before the gap', prague, '2026-03-29', '01:59', ['2026-03-29T00:59:00.000Z']],
    ['none at the first of the gap', prague, '2026-03-29', '02:00', []],
    ['none in the gap', prague, '2026-03-29', '02:30', []],
    ['none at the last of the gap', prague, '2026-03-29', '02:59', []],
    ['one after the gap', prague, '2026-03-29', '03:00', ['2026-03-29T01:00:00.000Z']],
    ['one before the doubled hour', prague, '2026-10-25', '01:59', ['2026-10-24T23:59:00.000Z']],
    ['two at its first', prague, '2026-10-25', '02:00', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
    ['two in it', prague, '2026-10-25', '02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['one after it', prague, '2026-10-25', '03:00', ['2026-10-25T02:00:00.000Z']],
    ['none in the gap of New York', newYork, '2026-03-08', '02:30', []],
    ['two in New York', newYork, '2026-11-01', '01:30', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
    [
      'two in half an hour',
      'Australia/Lord_Howe',
      '2026-04-05',
      '01:45',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
  ])('%s', (_, zone, day, time, all) => {
    expect(instantsOf(day, time, zone)).toEqual(all);
  });
});

describe('days and moments as text', () => {
  test('days are added across months, years and daylight saving', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-29', -1)).toBe('2026-03-28');
  });

  test.each(['2026-11-21', '2028-02-29', '1970-01-01', '9998-12-31'])('%s is a day', (value) => {
    expect(isDay(value)).toBe(true);
  });

  test.each([
    '0001-01-01',
    '1969-12-31',
    '9999-01-01',
    '9999-12-31',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-11-21T00:00',
    ' 2026-11-21',
    '',
    null,
    20261121,
  ])('%j is no day', (value) => {
    expect(isDay(value)).toBe(false);
  });

  test.each([
    '2026-11-21T12:00Z',
    '2026-11-21T12:00:00Z',
    '2026-11-21T12:00:00.123Z',
    '2026-11-21T12:00:00+01:00',
    '9998-12-31T23:59:59.999Z',
  ])('%s is a moment', (value) => {
    expect(isInstant(value)).toBe(true);
  });

  test.each([
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-11-21T25:00:00Z',
    '2026-11-21T12:60:00Z',
    '2026-11-21 12:00:00Z',
    '2026-11-21T12:00:00+0100',
    '2026-11-21T12:00:00+25:00',
    '9998-12-31T23:59:59-01:00',
    '1970-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00+01:00',
    '',
    null,
    0,
  ])('%j is no moment', (value) => {
    expect(isInstant(value)).toBe(false);
  });
});

describe('the ends of the calendar', () => {
  test.each([
    ['9998-12-31', 1],
    ['1970-01-01', -1],
    ['2026-11-21', 4_000_000],
    ['2026-11-21', -30_000],
    ['9999-12-31', 0],
    ['0001-01-01', 1],
    ['2026-11-21', Number.POSITIVE_INFINITY],
    ['2026-11-21', Number.NaN],
    ['no day', 1],
  ])('%s and %d days is no day', (day, days) => {
    expect(() => addDays(day, days)).toThrow(RangeError);
    expect(daysLater(day, days)).toBeNull();
  });

  test('a day that is refused for its year is told the years', () => {
    const error = dayError('0026-11-21', 'date')!;
    expect(refusalSentence(error.code, error.params)).toBe('Choose a year from 2000 to 2199.');
  });

  test('days of old logs count as the nearest day', () => {
    expect(['0001-01-01', '9999-12-31', '2026-11-21'].map(nearestDay)).toEqual([
      '1970-01-01',
      '9998-12-31',
      '2026-11-21',
    ]);
    expect(localDay('0099-06-01T00:00:00.000Z', prague)).toBe('1970-01-01');
    expect(localDay('9999-12-31T23:59:59.999Z', prague)).toBe('9998-12-31');
    expect(instantAt(Number.POSITIVE_INFINITY)).toBe('9998-12-31T23:59:59.999Z');
    expect(() => instantAt(Number.NaN)).toThrow(RangeError);
  });

  const zones = [prague, newYork, 'UTC', 'Pacific/Kiritimati', 'Pacific/Niue'];
  const written = fc
    .tuple(fc.constantFrom(0, 1, 99, 1969, 1970, 9998, 9999), fc.constantFrom('01-01', '02-28', '06-15', '12-31'))
    .map(([year, rest]) => `${String(year).padStart(4, '0')}-${rest}`);

  test.each(zones)('no reading of a day leaves the calendar or throws, in %s', (zone) => {
    fc.assert(
      fc.property(written, written, fc.constantFrom('00:00', '23:59', '24:00'), (day, other, time) => {
        const read = [
          startOfDay(day, zone),
          endOfDay(day, zone),
          instantOf(day, time, zone),
          instantAt(Date.parse(day)),
        ];
        expect(read.filter((at) => !isInstant(at))).toEqual([]);
        const { start, end } = spanOfDays(day, day, zone);
        expect(start <= end).toBe(true);
        expect([localDay(start, zone), nearestDay(day)].filter((one) => !isDay(one))).toEqual([]);
        const days = daysFrom(day, other, 366);
        expect(days.length).toBe(Math.min(366, Math.max(0, daysBetween(nearestDay(day), nearestDay(other)) + 1)));
        expect(days.filter((one) => !isDay(one))).toEqual([]);
      }),
    );
  });

  test('the end of a day is the start of the next one, over both changes of the clock too', () => {
    for (const zone of [...zones, 'Africa/Cairo', 'Australia/Lord_Howe']) {
      for (const day of daysFrom('2026-01-01', '2026-12-31', 400)) {
        expect([zone, day, endOfDay(day, zone)]).toEqual([zone, day, startOfDay(addDays(day, 1), zone)]);
      }
    }
  });
});
