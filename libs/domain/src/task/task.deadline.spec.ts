import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideTask, taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { factsOf, historyTo, people, taskIn, verdict } from '../testing/task-scene';

/** When a deadline is set, what it is, whether that is today or later in Prague. */
const moments: [string, string, string, boolean][] = [
  ['an hour ago', '2026-11-18T11:00:00.000Z', '2026-11-18T10:00:00.000Z', true],
  ['the first moment of today', '2026-11-18T11:00:00.000Z', '2026-11-17T23:00:00.000Z', true],
  ['the last moment of yesterday', '2026-11-18T11:00:00.000Z', '2026-11-17T22:59:59.999Z', false],
  ['today, a moment before midnight', '2026-11-18T22:59:59.999Z', '2026-11-17T23:00:00.000Z', true],
  ['yesterday, a moment after midnight', '2026-11-18T23:00:00.000Z', '2026-11-18T22:59:59.999Z', false],
  ['the UTC day before, yet today', '2026-11-18T23:30:00.000Z', '2026-11-18T23:00:00.000Z', true],
  ['with another offset', '2026-11-18T11:00:00.000Z', '2026-11-17T20:00:00-03:00', true],
  ['spring forward: the first moment', '2026-03-29T21:59:59.999Z', '2026-03-28T23:00:00.000Z', true],
  ['spring forward: the day is 23 hours long', '2026-03-29T22:00:00.000Z', '2026-03-29T21:59:59.999Z', false],
  ['spring forward: the day before', '2026-03-29T10:00:00.000Z', '2026-03-28T22:59:59.999Z', false],
  ['fall back: the first moment', '2026-10-25T22:59:59.999Z', '2026-10-24T22:00:00.000Z', true],
  ['fall back: the day is 25 hours long', '2026-10-25T23:00:00.000Z', '2026-10-25T22:59:59.999Z', false],
  ['fall back: the day before', '2026-10-25T10:00:00.000Z', '2026-10-24T21:59:59.999Z', false],
  ['New Year', '2026-12-31T23:00:00.000Z', '2026-12-31T22:59:59.999Z', false],
  ['the end of time', '2026-11-18T11:00:00.000Z', '2199-12-31T23:59:59.000Z', true],
];

describe('a deadline is today or later', () => {
  test.each(moments)('%s', (_, at, deadline, fine) => {
    const facts = factsOf(people.contractor, { at });
    const wanted = fine ? true : 'task.deadline.past';
    const create = { type: 'create', task: { taskId: 12, name: 'Nabídka', deadline } } as const;
    expect(verdict(decideTask(null, create, facts))).toBe(wanted);
    expect(verdict(decideTask(taskIn('assigned'), { type: 'deadline', deadline }, facts))).toBe(wanted);
    expect(verdict(decideTask(taskIn('fulfilled'), { type: 'return', reason: 'x', deadline }, facts))).toBe(wanted);
    expect(verdict(decideTask(taskIn('solved'), { type: 'restore', deadline }, facts))).toBe(wanted);
  });

  test.each(['Europe/Prague', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'])(
    'by the days of %s',
    (zone) => {
      const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
      const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
      fc.assert(
        fc.property(moment, fc.integer({ min: -172_800_000, max: 172_800_000 }), (at, distance) => {
          const deadline = new Date(at.getTime() + distance);
          const facts = factsOf(people.contractor, { at: at.toISOString(), zone });
          const decided = decideTask(taskIn('assigned'), { type: 'deadline', deadline: deadline.toISOString() }, facts);
          expect(verdict(decided)).toBe(days.format(deadline) >= days.format(at) ? true : 'task.deadline.past');
        }),
      );
    },
  );
});

describe('moving a deadline', () => {
  const deadline = '2026-11-21T12:00:00.000Z';
  const assigned = given(taskDecider, historyTo('assigned', { deadline }));
  const move = (to: string | null) => ({ type: 'deadline', deadline: to }) as const;

  test('says from where to where', () => {
    assigned
      .when(move('2026-11-22T12:00:00Z'), factsOf(people.contractor))
      .thenEvents({ type: 'DeadlineMoved', data: { from: deadline, to: '2026-11-22T12:00:00.000Z' } });
    assigned
      .when(move(null), factsOf(people.contractor))
      .thenEvents({ type: 'DeadlineMoved', data: { from: deadline, to: null } });
  });

  test('to where it is changes nothing, however it is written and even when it has passed', () => {
    assigned.when(move('2026-11-21T13:00:00+01:00'), factsOf(people.contractor)).thenNothing();
    assigned.when(move(deadline), factsOf(people.contractor, { at: '2027-01-01T00:00:00.000Z' })).thenNothing();
  });

  test('what is no moment is refused', () => {
    assigned.when(move('2026-11-22'), factsOf(people.contractor)).thenRefused('validation.instant');
  });

  test('a meeting keeps a start', () => {
    given(taskDecider, historyTo('assigned', { type: 'meeting', deadline }))
      .when(move(null), factsOf(people.contractor))
      .thenRefused('task.deadline.required');
  });
});

describe('planning', () => {
  const assigned = given(taskDecider, historyTo('assigned', { shownDate: '2026-11-20' }));

  test('sets, moves and takes away the shown date', () => {
    for (const to of ['2026-11-23', '2026-01-01', null]) {
      assigned
        .when({ type: 'plan', shownDate: to }, factsOf(people.solver))
        .thenEvents({ type: 'TaskPlanned', data: { from: '2026-11-20', to } });
    }
  });

  test('the same day changes nothing, no day is refused', () => {
    assigned.when({ type: 'plan', shownDate: '2026-11-20' }, factsOf(people.solver)).thenNothing();
    assigned.when({ type: 'plan', shownDate: '2026-11-31' }, factsOf(people.solver)).thenRefused('validation.day');
  });
});
