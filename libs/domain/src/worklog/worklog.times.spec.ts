import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays, instantOf, localDay } from '../kernel/calendar';
import { crowns } from '../testing/task-scene';
import { costOf, minutesBetween, minutesOf, minutesWithin, moneyOfCost, monthSpan } from './worklog.times';

const prague = 'Europe/Prague';
const spanOf = (from: string, to: string) => ({ from, to });

/** The minutes of a span by local day, each day cut at its own midnights. */
function byDay(from: string, to: string, zone: string): Record<string, number> {
  const days: Record<string, number> = {};
  for (let day = localDay(from, zone); day <= localDay(to, zone); day = addDays(day, 1)) {
    const [start, end] = [instantOf(day, '00:00', zone), instantOf(addDays(day, 1), '00:00', zone)];
    days[day] = minutesWithin(spanOf(from, to), start, end);
  }
  return days;
}

describe('work is split rightly', () => {
  test.each([
    ['at midnight', '2026-11-18T22:30:00.000Z', '2026-11-19T00:15:00.000Z', { '2026-11-18': 30, '2026-11-19': 75 }],
    [
      'at the end of a month',
      '2026-11-30T22:00:00.000Z',
      '2026-11-30T23:45:00.000Z',
      { '2026-11-30': 60, '2026-12-01': 45 },
    ],
    [
      'at the end of a year',
      '2026-12-31T22:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
      { '2026-12-31': 60, '2027-01-01': 60 },
    ],
    [
      'in the night that lacks an hour',
      '2026-03-28T22:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
      { '2026-03-28': 60, '2026-03-29': 180 },
    ],
    [
      'in the night that has one twice',
      '2026-10-24T21:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
      { '2026-10-24': 60, '2026-10-25': 240 },
    ],
  ])('%s', (_, from, to, days) => {
    expect(byDay(from, to, prague)).toEqual(days);
    expect(Object.values(days).reduce((sum, minutes) => sum + minutes)).toBe(minutesBetween(from, to));
  });

  test('wherever it is cut, and its parts add up to the whole', () => {
    const ms = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
    fc.assert(
      fc.property(ms, ms, ms, (a, b, c) => {
        const [from, cut, to] = [a, b, c].sort((x, y) => x - y).map((at) => new Date(at).toISOString()) as [
          string,
          string,
          string,
        ];
        expect(minutesBetween(from, cut) + minutesBetween(cut, to)).toBe(minutesBetween(from, to));
      }),
    );
    fc.assert(
      fc.property(ms, fc.integer({ min: 0, max: 4 * 86_400_000 }), (start, length) => {
        const [from, to] = [start, start + length].map((at) => new Date(at).toISOString()) as [string, string];
        const parts = Object.values(byDay(from, to, prague));
        expect(parts.reduce((sum, minutes) => sum + minutes, 0)).toBe(minutesBetween(from, to));
      }),
    );
  });

  test('counts nothing while it runs', () => {
    expect(minutesOf({ from: '2026-11-18T08:00:00.000Z', to: null })).toBe(0);
  });
});

test('a month lies between its local midnights', () => {
  expect(monthSpan(2026, 3, prague)).toEqual({
    month: '2026-03',
    start: '2026-02-28T23:00:00.000Z',
    end: '2026-03-31T22:00:00.000Z',
  });
  expect(monthSpan(2026, 12, prague).end).toBe('2026-12-31T23:00:00.000Z');
  expect(monthSpan(2028, 2, 'UTC').end).toBe('2028-03-01T00:00:00.000Z');
});

test('costs are summed exactly and rounded once', () => {
  const parts = [7, 7, 7].map((minutes) => costOf(minutes, crowns('12.50')));
  expect(
    moneyOfCost(
      parts.reduce((sum, cost) => sum + cost),
      'CZK',
    ),
  ).toEqual(crowns('4.38'));
  expect(moneyOfCost(costOf(60, crowns('850.00')), 'CZK', crowns('100.00'))).toEqual(crowns('750.00'));
  expect(moneyOfCost(costOf(60, crowns('850.00')), 'CZK', crowns('900.00'))).toEqual(crowns('0.00'));
  expect(moneyOfCost(costOf(90, null), 'CZK')).toEqual(crowns('0.00'));
});
