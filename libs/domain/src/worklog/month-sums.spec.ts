import { expect, test } from '@jest/globals';
import { differenceOf, isMissingDay, roundedTo } from './month-sums';

const day = (date: string, plannedMinutes: number, workedMinutes: number) => ({ date, plannedMinutes, workedMinutes });

test('the difference counts the days before today', () => {
  const days = [day('2026-11-27', 480, 500), day('2026-11-28', 480, 0), day('2026-11-29', 480, 600)];
  expect(differenceOf(days, '2026-11-29')).toBe(-460);
  expect(differenceOf(days, '2026-11-27')).toBe(0);
  expect(differenceOf(days, '2026-12-01')).toBe(-340);
});

test('a leap day and the days around New Year count once', () => {
  const days = ['2028-02-28', '2028-02-29', '2028-03-01'].map((date) => day(date, 60, 0));
  expect(differenceOf(days, '2028-03-01')).toBe(-120);
  const newYear = [day('2026-12-31', 60, 90), day('2027-01-01', 0, 30)];
  expect(differenceOf(newYear, '2027-01-01')).toBe(30);
  expect(differenceOf(newYear, '2027-01-02')).toBe(60);
});

test.each([
  ['nothing was recorded', {}, true],
  ['something was recorded', { workedMinutes: 1 }, false],
  ['no work was planned', { plannedMinutes: 0 }, false],
  ['the person has a day off', { dayOff: true }, false],
  ['work of the day is running', { running: true }, false],
  ['the day is today', { date: '2026-11-29' }, false],
  ['the day is ahead', { date: '2026-11-30' }, false],
])('a day is missing: %s', (_, more, missing) => {
  const facts = { ...day('2026-11-28', 480, 0), dayOff: false, running: false, ...more };
  expect(isMissingDay(facts, '2026-11-29')).toBe(missing);
});

test.each([
  [7, 0, 7],
  [7, 5, 5],
  [8, 5, 10],
  [3, 6, 6],
  [22, 15, 15],
  [23, 15, 30],
  [-8, 15, -15],
  [0, 30, 0],
])('%i minutes to %i are %i', (minutes, step, rounded) => {
  expect(roundedTo(minutes, step) + 0).toBe(rounded);
});
