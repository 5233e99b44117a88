import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, localDay } from './calendar';
import { periodsAt, statisticsPeriods } from './statistics';

const prague = 'Europe/Prague';
const days = (...args: Parameters<typeof periodsAt>) => periodsAt(...args).map(({ from, to }) => [from, to]);
const hours = ({ start, end }: { start: string; end: string }) => (Date.parse(end) - Date.parse(start)) / 3_600_000;

describe('a period and the two ahead of it', () => {
  test.each([
    [
      'day',
      '2026-11-21T12:00:00.000Z',
      ['2026-11-21', '2026-11-21'],
      ['2026-11-20', '2026-11-20'],
      ['2026-11-19', '2026-11-19'],
    ],
    [
      'day',
      '2026-12-31T23:00:00.000Z',
      ['2027-01-01', '2027-01-01'],
      ['2026-12-31', '2026-12-31'],
      ['2026-12-30', '2026-12-30'],
    ],
    [
      'week',
      '2026-11-22T22:59:59.999Z',
      ['2026-11-16', '2026-11-22'],
      ['2026-11-09', '2026-11-15'],
      ['2026-11-02', '2026-11-08'],
    ],
    [
      'week',
      '2026-11-22T23:00:00.000Z',
      ['2026-11-23', '2026-11-29'],
      ['2026-11-16', '2026-11-22'],
      ['2026-11-09', '2026-11-15'],
    ],
    [
      'week',
      '2027-01-02T12:00:00.000Z',
      ['2026-12-28', '2027-01-03'],
      ['2026-12-21', '2026-12-27'],
      ['2026-12-14', '2026-12-20'],
    ],
    [
      'month',
      '2026-12-31T22:59:59.999Z',
      ['2026-12-01', '2026-12-31'],
      ['2026-11-01', '2026-11-30'],
      ['2026-10-01', '2026-10-31'],
    ],
    [
      'month',
      '2027-01-31T12:00:00.000Z',
      ['2027-01-01', '2027-01-31'],
      ['2026-12-01', '2026-12-31'],
      ['2026-11-01', '2026-11-30'],
    ],
    [
      'month',
      '2028-03-01T12:00:00.000Z',
      ['2028-03-01', '2028-03-31'],
      ['2028-02-01', '2028-02-29'],
      ['2028-01-01', '2028-01-31'],
    ],
  ] as const)('%s at %s', (period, at, ...expected) => {
    expect(days(period, at, prague)).toEqual(expected);
    expect(days(period, Date.parse(at), prague)).toEqual(expected);
  });

  test('have the hours that daylight saving gives and takes', () => {
    expect(periodsAt('day', '2026-03-30T12:00:00.000Z', prague).map(hours)).toEqual([24, 23, 24]);
    expect(periodsAt('day', '2026-10-26T12:00:00.000Z', prague).map(hours)).toEqual([24, 25, 24]);
    expect(periodsAt('week', '2026-03-29T12:00:00.000Z', prague).map(hours)).toEqual([167, 168, 168]);
    const [october] = periodsAt('month', '2026-10-31T22:30:00.000Z', prague);
    expect(october).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      start: '2026-09-30T22:00:00.000Z',
      end: '2026-10-31T23:00:00.000Z',
    });
  });

  test('follow each other without a gap, and the first holds its moment', () => {
    const moment = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2060-01-01') });
    const zones = [prague, 'America/New_York', 'UTC', 'Asia/Kathmandu', 'Africa/Cairo', 'Pacific/Auckland'];
    fc.assert(
      fc.property(fc.constantFrom(...statisticsPeriods), moment, fc.constantFrom(...zones), (period, at, zone) => {
        const [current, previous, before] = periodsAt(period, at, zone);
        const today = localDay(at, zone);
        expect(current.from <= today && today <= current.to).toBe(true);
        expect(Date.parse(current.start) <= at && at < Date.parse(current.end)).toBe(true);
        for (const [later, earlier] of [
          [current, previous],
          [previous, before],
        ] as const) {
          expect([earlier.end, addDays(earlier.to, 1)]).toEqual([later.start, later.from]);
        }
      }),
    );
  });
});
