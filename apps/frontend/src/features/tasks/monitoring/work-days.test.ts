import { anEntry } from '../../../testing/work-fixtures';
import { workDays } from './work-days';

const zone = 'Europe/Prague';
const days = (from: string, to: string | null) =>
  workDays([anEntry({ from, to })], zone).map(({ day, minutes }) => [day, minutes]);

it.each([
  ['a day', '2026-11-20T08:00:00.000Z', '2026-11-20T09:30:00.000Z', [['2026-11-20', 90]]],
  ['until midnight sharp', '2026-11-20T22:00:00.000Z', '2026-11-20T23:00:00.000Z', [['2026-11-20', 60]]],
  [
    'over the end of a year',
    '2026-12-31T22:30:00.000Z',
    '2027-01-01T00:15:00.000Z',
    [
      ['2027-01-01', 75],
      ['2026-12-31', 30],
    ],
  ],
  [
    'over the shorter day',
    '2026-03-28T22:00:00.000Z',
    '2026-03-29T22:30:00.000Z',
    [
      ['2026-03-30', 30],
      ['2026-03-29', 23 * 60],
      ['2026-03-28', 60],
    ],
  ],
  ['running', '2026-11-20T08:00:00.000Z', null, [['2026-11-20', 0]]],
])('splits work %s', (_, from, to, expected) => {
  expect(days(from, to)).toEqual(expected);
});
