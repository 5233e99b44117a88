import { durationText, parseDuration } from '../../entities/task/duration';
import { rowAfter, taskAfter } from '../../entities/task/optimistic-task';
import { belongsToList } from '../../entities/task/task-lists';
import { defaultPreference, preferenceOf, validateTaskListSearch, viewOf } from '../../entities/task/task-search';
import { aRow, aTask, karla, me, petr } from '../../testing/task-fixtures';
import { parseMoney } from './money-input';

it.each([
  ['90', 90],
  ['1h 30m', 90],
  ['1:30', 90],
  ['1,5 h', 90],
  ['1.5h', 90],
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
  const row = aRow();
  const stays = (list: string, given = row) => belongsToList(list, given, me.id, today);
  expect(stays('to-complete')).toBe(true);
  expect(stays('to-complete', rowAfter(row, { kind: 'complete', result: 'x' }))).toBe(false);
  expect(stays('to-complete', rowAfter(row, { kind: 'plan', shownDate: '2026-12-01' }))).toBe(false);
  expect(stays('planned', rowAfter(row, { kind: 'plan', shownDate: '2026-12-01' }))).toBe(true);
  expect(stays('to-complete', aRow({ waiting: true }))).toBe(false);
  expect(stays('given', aRow({ contractor: me, state: 'solved' }))).toBe(false);
  expect(stays('notified', aRow({ participants: { acknowledged: [me], passive: [] } }))).toBe(true);
  expect(stays('archive')).toBe(false);
  expect(stays('finished', aRow({ state: 'solved' }))).toBeUndefined();
});

it('offers after a change what the server will offer', () => {
  const reader = { ...me, role: 'member' as const, projects: {} };
  const task = aTask({ contractor: me, solver: petr, state: 'fulfilled' });
  const accepted = taskAfter(task, { kind: 'accept' }, reader);
  expect(accepted).toMatchObject({ state: 'solved', outcome: 'accepted' });
  expect(accepted.can).toMatchObject({ accept: 'task.already-solved', restore: true, comments: true });
  const returned = taskAfter(task, { kind: 'return', reason: 'x' }, reader);
  expect(returned.can).toMatchObject({ return: 'task.not-fulfilled', assign: true });
});

it('takes what the reader may do in its project into account', () => {
  const reader = { ...me, role: 'member' as const, projects: {} };
  const task = aTask({ contractor: karla, solver: petr, project: { id: 5, name: 'Orlice' } });
  const manager = { ...reader, projects: { 5: 'manage' as const } };
  expect(taskAfter(task, { kind: 'plan', shownDate: null }, manager).can.assign).toBe(true);
  expect(taskAfter(task, { kind: 'plan', shownDate: null }, reader).can.assign).toBe('task.forbidden');
});
