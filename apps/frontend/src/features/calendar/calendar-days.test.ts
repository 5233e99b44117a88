import { dayTexts } from '../../ui/day-text';
import { validateCalendarAddress } from './calendar-address';
import {
  eachDay,
  monthOf,
  monthsLater,
  movedToDay,
  wallMinutes,
  wallTime,
  weekOf,
  weeksOfMonth,
} from './calendar-days';

const prague = 'Europe/Prague';

it('knows weeks by their first day, and the weeks of a month', () => {
  expect(weekOf('2026-11-22', 1)).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(weekOf('2026-11-22', 0)).toEqual({ from: '2026-11-22', to: '2026-11-28' });
  expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(weeksOfMonth('2026-11-21', 1)).toEqual({ from: '2026-10-26', to: '2026-12-06' });
  // February 2027 has four weeks from Monday to Sunday and nothing else.
  expect(eachDay(weeksOfMonth('2027-02-14', 1))).toHaveLength(28);
  expect(eachDay({ from: '2026-12-30', to: '2027-01-02' })).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ]);
});

it('goes by months, to their last day where a month is short', () => {
  expect(monthsLater('2026-01-31', 1)).toBe('2026-02-28');
  expect(monthsLater('2026-12-15', 1)).toBe('2027-01-15');
  expect(monthsLater('2026-03-31', -1)).toBe('2026-02-28');
});

it('moves to another day at the same time on the wall, whatever daylight saving does', () => {
  expect(movedToDay('2026-03-27T16:00:00.000Z', '2026-03-30', prague)).toBe('2026-03-30T15:00:00.000Z');
  expect(movedToDay('2026-10-23T21:59:00.000Z', '2026-10-26', prague)).toBe('2026-10-26T22:59:00.000Z');
  // A time that does not come that night is as much later; one that comes twice is the first.
  expect(movedToDay('2026-03-27T01:30:00.000Z', '2026-03-29', prague)).toBe('2026-03-29T01:30:00.000Z');
  expect(movedToDay('2026-10-20T00:30:00.000Z', '2026-10-25', prague)).toBe('2026-10-25T00:30:00.000Z');
  expect(movedToDay('2026-11-21T21:59:59.123Z', '2026-11-22', prague)).toBe('2026-11-22T21:59:59.123Z');
});

it('reads the clock on the wall of the zone', () => {
  expect(wallTime('2026-07-01T22:30:05Z', prague)).toBe('00:30:05');
  expect(wallMinutes('2026-01-01T22:59:00Z', prague)).toBe(23 * 60 + 59);
});

it('says days in both languages', () => {
  expect(dayTexts.month('cs', '2026-11-21')).toBe('Listopad 2026');
  expect(dayTexts.month('en', '2026-11-21')).toBe('November 2026');
  expect(dayTexts.long('cs', '2026-11-27')).toBe('pátek 27. listopadu');
  expect(dayTexts.number('en', '2026-12-01')).toBe('1 Dec');
  expect(dayTexts.number('cs', '2026-12-02')).toBe('2');
});

it('takes nonsense in the address for nothing', () => {
  for (const date of ['2026-13-01', '2026-02-30', '21.11.2026', 20261121, ['2026-11-21'], '2026-11-21T00:00:00Z']) {
    expect(validateCalendarAddress({ view: 'year', date })).toEqual({ view: undefined, date: undefined });
  }
  expect(validateCalendarAddress({ view: 'week', date: '2026-11-21' })).toEqual({ view: 'week', date: '2026-11-21' });
});
