import { expect, test } from '@jest/globals';
import { overtimeOf } from './overtime';

const day = (date: string, plannedMinutes: number, workedMinutes: number) => ({ date, plannedMinutes, workedMinutes });

test('overtime counts the days from the first one on, before today', () => {
  const days = [
    day('2026-10-24', 480, 0),
    day('2026-10-25', 0, 60),
    day('2026-10-26', 480, 450),
    day('2026-10-27', 480, 0),
  ];
  expect(overtimeOf(days, { date: '2026-10-25' }, '2026-10-27')).toBe(30);
  expect(overtimeOf(days, { date: '2026-10-24' }, '2026-10-28')).toBe(-930);
  expect(overtimeOf(days, { date: '2026-10-28' }, '2026-10-28')).toBe(0);
});

test('the 29th of February and the days around New Year count once', () => {
  const days = [
    day('2027-12-31', 0, 10),
    day('2028-01-01', 0, 20),
    day('2028-02-29', 60, 90),
    day('2028-03-01', 60, 60),
  ];
  expect(overtimeOf(days, { date: '2027-12-31' }, '2028-03-02')).toBe(60);
  expect(overtimeOf(days, { date: '2028-01-01' }, '2028-03-01')).toBe(50);
});
