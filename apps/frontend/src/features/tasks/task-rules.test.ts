import type { TaskRowAnswer } from '@gos/contract';
import { durationText, parseDuration } from '../../entities/task/duration';
import { belongsToList } from '../../entities/task/task-lists';
import { defaultPreference, preferenceOf, validateTaskListSearch, viewOf } from '../../entities/task/task-search';
import { parseMoney } from '../../lib/money-input';
import { aRow, me } from '../../testing/task-fixtures';

it.each([
  ['90', 90],
  ['1h 30m', 90],
  ['1:30', 90],
  ['1,5 h', 90],
  ['1.5h', 90],
  ['1,5', 90],
  ['0.25', 15],
  ['2 hod 5 min', 125],
  ['45m', 45],
  ['', null],
  ['brzy', null],
  ['1:75', null],
  ['-5', null],
])('reads the duration %j as %j', (text, minutes) => {
  expect(parseDuration(text)).toBe(minutes);
});

it('writes durations that it reads again', () => {
  for (const minutes of [1, 59, 60, 61, 480, 6015]) expect(parseDuration(durationText(minutes))).toBe(minutes);
});

it.each([
  ['1 200,5', '1200.50'],
  ['007', '7.00'],
  ['12.345', null],
  ['-1', null],
])('reads the amount %j as %j', (text, amount) => {
  expect(parseMoney(text)).toBe(amount);
});

it('makes wrong search parameters none at all', () => {
  const none = validateTaskListSearch({
    page: -1,
    pageSize: 30,
    sort: 'secret',
    state: 'x',
    priority: [0, 'a'],
    q: ' ',
  });
  expect(Object.values(none).every((value) => value === undefined)).toBe(true);
  expect(
    validateTaskListSearch({
      page: '2',
      pageSize: 50,
      sort: '-name',
      state: 'solved',
      priority: ['3', 9],
      byProject: 'true',
    }),
  ).toEqual({
    page: 2,
    pageSize: 50,
    sort: '-name',
    state: ['solved'],
    priority: [3, 9],
    q: undefined,
    byProject: true,
  });
});

it('keeps the order of columns and the name among them, whatever was remembered', () => {
  expect(preferenceOf('given', { columns: ['solver', 'id'] }).columns).toEqual(['id', 'name', 'solver']);
  expect(preferenceOf('given', 'nonsense').columns).toEqual(defaultPreference('given').columns);
  expect(defaultPreference('planned').columns).toContain('shownDate');
  expect(viewOf(preferenceOf('given', { sort: '-name' }), { page: 3 })).toMatchObject({ sort: '-name', page: 3 });
});

it('knows which lists a row stays in', () => {
  const today = '2026-11-21';
  const stays = (list: string, given: Partial<TaskRowAnswer> = {}) => belongsToList(list, aRow(given), me.id, today);
  expect(stays('to-complete')).toBe(true);
  expect(stays('to-complete', { state: 'fulfilled' })).toBe(false);
  expect(stays('to-complete', { shownDate: '2026-12-01' })).toBe(false);
  expect(stays('planned', { shownDate: '2026-12-01' })).toBe(true);
  expect(stays('to-complete', { waiting: true })).toBe(false);
  expect(stays('given', { contractor: me, state: 'solved' })).toBe(false);
  expect(stays('notified', { participants: { acknowledged: [me], passive: [] } })).toBe(true);
  expect(stays('archive')).toBe(false);
  expect(stays('finished', { state: 'solved' })).toBeUndefined();
});

it('writes lengths that are still running in whole minutes', () => {
  expect(durationText(131.11878333333334)).toBe('2 h 11 min');
  expect(durationText(59.6)).toBe('1 h');
});
