import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fold } from '../kernel/decider';
import { limits } from '../kernel/limits';
import { isRefusal } from '../kernel/refusal';
import { worklogDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { crowns, people, taskIn } from '../testing/task-scene';
import { entryIn, noWorklog, runningIn, type Worklog, type WorklogEvent } from './worklog';
import type { WorkFacts } from './worklog.rules';
import { worklogSamples } from './worklog.samples';
import { isFlagged, minutesOf, overlaps } from './worklog.times';

const entriesOf = ({ entries }: Worklog) => Object.values(entries).flat();

const day = '2026-11-18';
const at = (time: string, date = day) => `${date}T${time}:00.000Z`;
const rate = crowns('850.00');

const worked = (more: object = {}): WorkFacts['task'] => ({
  ...taskIn('assigned'),
  projectId: 5,
  contracts: ['S-1'],
  solvedAt: null,
  ...more,
});

const facts = (more: Partial<WorkFacts> = {}): WorkFacts => ({
  actor: people.solver,
  userId: 2,
  at: at('12:00'),
  zone: 'Europe/Prague',
  entryId: 41,
  task: worked(),
  rates: [{ since: at('00:00', '2026-01-01'), rate }],
  ...more,
});

const place = { projectId: 5, contractId: 'S-1' };
const started = (time: string, entryId = 41, taskId = 12): WorklogEvent => ({
  type: 'WorkStarted',
  data: { entryId, taskId, ...place, from: at(time), rate },
});
const ended = (from: string, to: string, entryId = 41, taskId = 12): WorklogEvent => ({
  type: 'WorkEnded',
  data: { entryId, taskId, ...place, from: at(from), to: at(to), rate },
});
const added = (from: string, to: string, entryId = 41): WorklogEvent => ({
  type: 'TimeAdded',
  data: { entryId, taskId: 12, ...place, from: at(from), to: at(to), rate, note: null },
});
const removed = (from: string, to: string, entryId = 41): WorklogEvent => ({
  type: 'TimeRemoved',
  data: { entryId, taskId: 12, ...place, from: at(from), to: at(to), rate },
});
const withReason = (event: WorklogEvent) => ({ ...event, data: { ...event.data, reason: 'Omyl' } }) as WorklogEvent;
const corrected = (reason: string): WorklogEvent => ({
  type: 'UsersNotified',
  data: {
    kind: 'time-corrected',
    userIds: [2],
    days: ['2026-11-18'],
    reason,
  },
});
const closed: WorklogEvent = worklogSamples.MonthClosed;
const log = (...history: readonly WorklogEvent[]) => given(worklogDecider, history);
const start = { type: 'start', taskId: 12 } as const;
const stop = { type: 'stop' } as const;
const add = (from: string, to: string, more: object = {}) =>
  ({ type: 'add', taskId: 12, from: at(from), to: at(to), ...more }) as const;

describe('running work', () => {
  test('starts and stops', () => {
    log().when(start, facts()).thenEvents(started('12:00'));
    log(started('08:00')).when(stop, facts()).thenEvents(ended('08:00', '12:00'));
    log().when(stop, facts()).thenRefused('work.not-running');
  });

  test('is one: another task ends it at the same instant, the same one changes nothing', () => {
    const other = facts({ task: worked({ id: 13 }), entryId: 42 });
    log(started('08:00'))
      .when({ ...start, taskId: 13 }, other)
      .thenEvents(ended('08:00', '12:00'), started('12:00', 42, 13));
    log(started('08:00'))
      .when(start, facts({ entryId: 42 }))
      .thenNothing();
  });

  test('never begins before the last one ended, nor ends before it began, whatever the clocks say', () => {
    log(started('12:05')).when(stop, facts()).thenEvents(ended('12:05', '12:05'));
    log(started('11:00'), ended('11:00', '12:05'))
      .when(start, facts({ entryId: 42 }))
      .thenEvents(started('12:05', 42));
  });

  test('is every party of an unsolved task to do, for themselves', () => {
    for (const actor of [people.contractor, people.solver, people.acknowledged, people.passive]) {
      log()
        .when(start, facts({ actor, userId: actor.id! }))
        .thenEvents(started('12:00'));
    }
    const { viewer, manager, stranger, auditor } = people;
    for (const actor of [viewer, manager, stranger]) {
      log()
        .when(start, facts({ actor, userId: actor.id! }))
        .thenRefused('task.forbidden');
    }
    log()
      .when(start, facts({ actor: auditor, userId: auditor.id! }))
      .thenRefused('task.auditor');
    log()
      .when(start, facts({ actor: people.contractor }))
      .thenRefused('work.forbidden');
    log()
      .when(start, facts({ task: worked(taskIn('solved')) }))
      .thenRefused('task.already-solved');
  });

  test('counts for the only contract, or the chosen one', () => {
    const many = facts({ task: worked({ contracts: ['S-1', 'S-2'] }) });
    const on = (contractId: string | null): WorklogEvent => ({
      type: 'WorkStarted',
      data: { ...(started('12:00').data as (typeof worklogSamples)['WorkStarted']['data']), contractId: contractId! },
    });
    log().when(start, many).thenEvents(on(null));
    log()
      .when({ ...start, contractId: 'S-2' }, many)
      .thenEvents(on('S-2'));
    log()
      .when({ ...start, contractId: 'S-3' }, many)
      .thenRefused('work.contract.unknown');
  });

  test('costs what an hour cost when it began, whatever changed in its middle', () => {
    const rates = [
      { since: at('00:00', '2026-01-01'), rate },
      { since: at('10:00'), rate: crowns('1000.00') },
    ];
    log(started('08:00')).when(stop, facts({ rates })).thenEvents(ended('08:00', '12:00'));
    const [event] = worklogDecider.decide(noWorklog, start, facts({ rates })) as WorklogEvent[];
    expect(event!.data).toMatchObject({ rate: crowns('1000.00') });
    log().when(add('09:00', '11:00'), facts({ rates })).thenEvents(added('09:00', '11:00'));
  });

  test('left overnight is flagged until its true end is said', () => {
    const overnight = started('20:00');
    const worklog = fold(worklogDecider, [overnight])!;
    const nextDay = at('07:00', '2026-11-19');
    const zone = 'Europe/Prague';
    expect(isFlagged(runningIn(worklog)!, nextDay, zone)).toBe(true);
    expect(isFlagged(runningIn(worklog)!, at('22:59'), zone)).toBe(false);
    const mend = { type: 'change', entryId: 41, to: at('21:30') } as const;
    const data = { entryId: 41, taskId: 12, ...place, from: at('20:00'), to: at('21:30'), rate, note: null };
    const was = { from: at('20:00'), to: null, rate, ...place };
    log(overnight)
      .when(mend, facts({ at: nextDay }))
      .thenEvents({ type: 'TimeChanged', data: { ...data, was } });
    const mended = fold(worklogDecider, [overnight, { type: 'TimeChanged', data: { ...data, was } }])!;
    expect(runningIn(mended)).toBeNull();
    expect(isFlagged(entryIn(mended, 41)!, nextDay, zone)).toBe(false);
  });

  test('that was really that long is confirmed with its own end', () => {
    const end = at('02:00', '2026-11-19');
    const long = { ...(ended('20:00', '20:01').data as object), to: end };
    const history = [started('20:00'), { type: 'WorkEnded', data: long } as WorklogEvent];
    const later = facts({ at: at('08:00', '2026-11-19') });
    expect(isFlagged(entriesOf(fold(worklogDecider, history)!)[0]!, later.at, later.zone)).toBe(true);
    const confirmed = worklogDecider.decide(
      fold(worklogDecider, history),
      { type: 'change', entryId: 41, to: end },
      later,
    ) as WorklogEvent[];
    const after = fold(worklogDecider, [...history, ...confirmed])!;
    expect(isFlagged(entriesOf(after)[0]!, later.at, later.zone)).toBe(false);
  });
});

describe('an entry', () => {
  test('is added by hand, and marked as such', () => {
    log().when(add('09:00', '11:00'), facts()).thenEvents(added('09:00', '11:00'));
    expect(entryIn(fold(worklogDecider, [added('09:00', '11:00')])!, 41)).toMatchObject({
      added: true,
      corrected: false,
    });
  });

  test('lies in the past, and ends after it began', () => {
    log()
      .when(add('09:00', '12:01'), facts())
      .thenRefused('work.future', { errors: [{ path: 'to', code: 'work.future' }] });
    log()
      .when(add('12:01', '13:00'), facts())
      .thenRefused('work.future', { errors: [{ path: 'from', code: 'work.future' }] });
    log().when(add('11:00', '11:00'), facts()).thenRefused('work.range');
    log().when(add('11:00', '10:00'), facts()).thenRefused('work.range');
  });

  test('overlaps no other one, which the refusal names; neighbours touch', () => {
    const there = log(added('09:00', '10:00'));
    const named = { details: { entryId: 41, taskId: 12, from: at('09:00'), to: at('10:00') } };
    const second = facts({ entryId: 42 });
    there.when(add('09:59', '11:00'), second).thenRefused('work.overlap', named);
    there.when(add('08:00', '12:00'), second).thenRefused('work.overlap', named);
    there.when(add('10:00', '11:00'), second).thenEvents(added('10:00', '11:00', 42));
    there.when(add('08:00', '09:00'), second).thenEvents(added('08:00', '09:00', 42));
    log(started('09:00')).when(add('11:00', '12:00'), second).thenRefused('work.overlap');
    log(added('09:00', '10:00'), removed('09:00', '10:00'))
      .when(add('09:00', '10:00'), second)
      .thenEvents(added('09:00', '10:00', 42));
  });

  test('of a solved task lies before it was solved', () => {
    const solved = facts({
      task: worked({ ...taskIn('solved'), projectId: 5, contracts: ['S-1'], solvedAt: at('10:00') }),
    });
    log().when(add('09:00', '10:00'), solved).thenEvents(added('09:00', '10:00'));
    log().when(add('09:00', '10:01'), solved).thenRefused('task.already-solved');
    log(added('08:00', '09:00'))
      .when({ type: 'change', entryId: 41, to: at('10:01') }, solved)
      .thenRefused('task.already-solved');
    log(added('08:00', '09:00')).when({ type: 'remove', entryId: 41 }, solved).thenEvents(removed('08:00', '09:00'));
  });

  test('is corrected, and keeps what it was', () => {
    const change = { type: 'change', entryId: 41, to: at('11:00'), note: ' delší ' } as const;
    const was = { from: at('09:00'), to: at('10:00'), rate, ...place };
    const there = log(added('09:00', '10:00'));
    there.when(change, facts()).thenEvents({
      type: 'TimeChanged',
      data: { entryId: 41, taskId: 12, ...place, from: at('09:00'), to: at('11:00'), rate, note: 'delší', was },
    });
    there.when({ type: 'change', entryId: 41, to: at('10:00') }, facts()).thenNothing();
    there.when({ type: 'change', entryId: 41 }, facts()).thenNothing();
    there.when({ ...change, to: at('12:01') }, facts()).thenRefused('work.future');
    there.when({ ...change, entryId: 43 }, facts()).thenRefused('work.not-found');
    there.when(change, facts({ actor: people.contractor })).thenRefused('work.forbidden');
    log(added('09:00', '10:00'), added('10:00', '10:30', 42))
      .when(change, facts())
      .thenRefused('work.overlap', { details: expect.objectContaining({ entryId: 42 }) });
  });

  test('of somebody else is added, changed, removed and brought back for a reason, and its person is notified', () => {
    const byAdmin = facts({ actor: people.admin });
    const there = log(added('09:00', '10:00'));
    const commands = [
      add('10:00', '11:00', { userId: 2 }),
      { type: 'change', entryId: 41, to: at('09:30') },
      { type: 'remove', entryId: 41 },
    ] as const;
    const required = { errors: [{ path: 'reason', code: 'validation.required', params: undefined }] } as const;
    for (const command of commands) there.when(command, byAdmin).thenRefused('validation.required', required);
    log()
      .when(add('10:00', '11:00', { userId: 2, reason: ' Omyl ' }), byAdmin)
      .thenEvents(withReason(added('10:00', '11:00')), corrected('Omyl'));
    there
      .when({ type: 'remove', entryId: 41, reason: 'Omyl' }, byAdmin)
      .thenEvents(withReason(removed('09:00', '10:00')), corrected('Omyl'));
    log(added('09:00', '10:00'), removed('09:00', '10:00'))
      .when({ type: 'restore', entryId: 41 }, byAdmin)
      .thenRefused('validation.required', required);
    log()
      .when(add('10:00', '11:00', { userId: 2, reason: 'Omyl' }), facts({ actor: people.contractor }))
      .thenRefused('work.forbidden');
    // Own time in an open month needs no reason, but keeps one that is given.
    log()
      .when(add('10:00', '11:00', { reason: 'Omyl' }), facts())
      .thenEvents(withReason(added('10:00', '11:00')));
  });

  test('goes to another task under its own number, where the worker may work', () => {
    const change = { type: 'change', entryId: 41, taskId: 13 } as const;
    const data = { entryId: 41, taskId: 13, ...place, from: at('09:00'), to: at('10:00'), rate, note: null };
    const there = log(added('09:00', '10:00'));
    const toOther = facts({ task: worked({ id: 13 }) });
    there.when(change, toOther).thenEvents(removed('09:00', '10:00'), { type: 'TimeAdded', data });
    there
      .when({ ...change, reason: 'Omyl' }, { ...toOther, actor: people.admin })
      .thenEvents(withReason(removed('09:00', '10:00')), withReason({ type: 'TimeAdded', data }), corrected('Omyl'));
    there.when(change, facts({ task: worked({ id: 13, solverId: 1, contractorId: 1 }) })).thenRefused('task.forbidden');
    const moved = fold(worklogDecider, [
      added('09:00', '10:00'),
      removed('09:00', '10:00'),
      { type: 'TimeAdded', data },
    ])!;
    expect(entriesOf(moved)).toMatchObject([{ entryId: 41, taskId: 13, removed: false, corrected: true, revision: 3 }]);
    log(started('09:00')).when(change, toOther).thenRefused('work.running');
  });

  test('is removed and brought back, unless something took its place', () => {
    const restore = { type: 'restore', entryId: 41 } as const;
    const gone = [added('09:00', '10:00'), removed('09:00', '10:00')];
    const { TimeRestored } = worklogSamples;
    const restored = { ...TimeRestored, data: { ...removed('09:00', '10:00').data } } as WorklogEvent;
    log(...gone)
      .when(restore, facts())
      .thenEvents(restored);
    log(...gone, added('09:30', '09:40', 42))
      .when(restore, facts())
      .thenRefused('work.overlap');
    log(added('09:00', '10:00')).when(restore, facts()).thenRefused('work.not-removed');
    log(...gone)
      .when({ type: 'remove', entryId: 41 }, facts())
      .thenRefused('work.not-found');
    log(started('09:00')).when({ type: 'remove', entryId: 41 }, facts()).thenRefused('work.running');
  });
});

describe('a closed month', () => {
  const month = { type: 'closeMonth', userId: 2, month: 11, year: 2026 } as const;
  const byAdmin = facts({ actor: people.admin, at: '2026-12-03T09:00:00.000Z' });
  const reopen = { ...month, type: 'reopenMonth', reason: ' Chybí služební cesta ' } as const;
  const reopened = { month: '2026-11', reason: 'Chybí služební cesta' };

  const notice = (closedTo: string): WorklogEvent => ({
    type: 'UsersNotified',
    data: { userIds: [2], kind: 'month-closed', month: '2026-11', closedTo },
  });

  test('is closed and opened by admins, once each, and its person is notified', () => {
    log().when(month, byAdmin).thenEvents(closed, notice('2026-11-30'));
    log(closed).when(month, byAdmin).thenNothing();
    log().when(month, facts()).thenRefused('user.forbidden');
    log(closed)
      .when(reopen, byAdmin)
      .thenEvents(
        { type: 'MonthReopened', data: reopened },
        { type: 'UsersNotified', data: { userIds: [2], kind: 'month-reopened', ...reopened } },
      );
    log().when(reopen, byAdmin).thenNothing();
    const byThemselves = { ...byAdmin, actor: { ...people.admin, id: 2 } };
    log().when(month, byThemselves).thenEvents(closed);
    log(closed).when(reopen, byThemselves).thenEvents({ type: 'MonthReopened', data: reopened });
    log()
      .when({ ...month, month: 1, year: 2027 }, byAdmin)
      .thenRefused('work.month-ahead');
  });

  test('is closed up to a day before today while it runs, and further later', () => {
    const during = (day: string) => ({ ...byAdmin, at: `${day}T22:59:59.000Z` });
    const closedTo = (end: string): WorklogEvent => ({
      type: 'MonthClosed',
      data: { month: '2026-11', start: '2026-10-31T23:00:00.000Z', end: `${end}T23:00:00.000Z` },
    });
    const to15 = closedTo('2026-11-15');
    log().when(month, during('2026-11-30')).thenRefused('work.month-runs');
    log()
      .when(month, { ...byAdmin, at: '2026-11-30T23:00:00.000Z' })
      .thenEvents(closed, notice('2026-11-30'));
    log()
      .when({ ...month, upTo: '2026-11-15' }, during('2026-11-16'))
      .thenEvents(to15, notice('2026-11-15'));
    for (const [day, code] of [
      ['2026-11-16', 'work.month-runs'],
      ['2026-11-30', 'work.month-runs'],
      ['2026-10-31', 'work.month-up-to'],
      ['2026-12-01', 'work.month-up-to'],
    ] as const) {
      log()
        .when({ ...month, upTo: day }, during('2026-11-16'))
        .thenRefused(code, { errors: [{ path: 'upTo', code }] });
    }
    const there = log(to15);
    there.when({ ...month, upTo: '2026-11-15' }, during('2026-11-20')).thenNothing();
    there.when({ ...month, upTo: '2026-11-10' }, during('2026-11-20')).thenNothing();
    there.when(month, byAdmin).thenEvents(closed, notice('2026-11-30'));
    expect(fold(worklogDecider, [to15, closed])?.closed).toMatchObject([{ end: '2026-11-30T23:00:00.000Z' }]);
    const inside = { type: 'add', taskId: 12, from: at('10:00', '2026-11-15'), to: at('11:00', '2026-11-15') } as const;
    there.when(inside, facts()).thenRefused('work.month-closed');
    there.when(add('10:00', '11:00'), facts()).thenEvents(added('10:00', '11:00'));
  });

  test('is corrected by admins only, also by what reaches into it', () => {
    const there = log(added('09:00', '10:00'), closed);
    const change = { type: 'change', entryId: 41, to: at('09:30') } as const;
    const remove = { type: 'remove', entryId: 41 } as const;
    for (const command of [change, remove, add('10:00', '11:00')]) {
      there.when(command, facts({ entryId: 42 })).thenRefused('work.month-closed', { params: { month: '2026-11' } });
    }
    const corrections = [change, remove, { type: 'add', taskId: 12, from: at('10:00'), to: at('11:00') }] as const;
    for (const command of corrections)
      there.when(command, byAdmin).thenRefused('validation.required', {
        errors: [{ path: 'reason', code: 'validation.required', params: undefined }],
      });
    there
      .when({ ...remove, reason: ' Omyl ' }, byAdmin)
      .thenEvents(withReason(removed('09:00', '10:00')), corrected('Omyl'));
    there.when({ ...change, to: at('10:00') }, byAdmin).thenNothing();
    log(added('09:00', '10:00'), removed('09:00', '10:00'), closed)
      .when({ type: 'restore', entryId: 41, reason: 'Omyl' }, byAdmin)
      .thenEvents(
        withReason({ ...removed('09:00', '10:00'), type: 'TimeRestored' } as WorklogEvent),
        corrected('Omyl'),
      );
    there.when(start, facts({ entryId: 42 })).thenRefused('work.month-closed');
    const october = {
      type: 'add',
      taskId: 12,
      from: '2026-10-31T22:00:00.000Z',
      to: '2026-10-31T23:01:00.000Z',
    } as const;
    there.when(october, facts()).thenRefused('work.month-closed');
    const justOctober = { ...october, to: '2026-10-31T23:00:00.000Z' };
    expect(isRefusal(worklogDecider.decide(fold(worklogDecider, [closed]), justOctober, facts()))).toBe(false);
  });

  test('takes ten thousand corrections, all closed ones of a person together; opened again it takes more', () => {
    const { max } = limits.closedMonths.corrections;
    const removes = removed('09:00', '10:00');
    const restores = { ...removes, type: 'TimeRestored' } as WorklogEvent;
    const corrections = Array.from({ length: max }, (_, n) => (n % 2 === 0 ? removes : restores));
    const remove = { type: 'remove', entryId: 41, reason: 'Omyl' } as const;
    const full = [added('09:00', '10:00'), closed, ...corrections];
    log(...full)
      .when(remove, byAdmin)
      .thenRefused('validation.too-many', { params: { max, what: 'corrections' } });
    log(...full.slice(0, -2))
      .when(remove, byAdmin)
      .thenEvents(withReason(removes), corrected('Omyl'));
    log(...full, { type: 'MonthReopened', data: { month: '2026-11' } })
      .when(remove, byAdmin)
      .thenEvents(withReason(removes), corrected('Omyl'));
  });

  test('lets running work be stopped', () => {
    log(started('09:00'), closed).when(stop, facts()).thenEvents(ended('09:00', '12:00'));
  });
});

test('work that ran for months is in the way of what was in them', () => {
  const march = '2026-03-02';
  const long = { ...(ended('08:00', '09:00').data as object), from: at('08:00', march), to: at('10:00') };
  const began = { ...(started('08:00').data as object), from: at('08:00', march) };
  const there = log(
    { type: 'WorkStarted', data: began } as WorklogEvent,
    { type: 'WorkEnded', data: long } as WorklogEvent,
  );
  const july = { type: 'add', taskId: 12, from: at('08:00', '2026-07-01'), to: at('09:00', '2026-07-01') } as const;
  there.when(july, facts({ entryId: 42 })).thenRefused('work.overlap');
  there
    .when({ ...july, from: at('07:00', march), to: at('08:00', march) }, facts({ entryId: 42, rates: [] }))
    .thenEvents({
      type: 'TimeAdded',
      data: {
        ...place,
        entryId: 42,
        taskId: 12,
        from: at('07:00', march),
        to: at('08:00', march),
        rate: null,
        note: null,
      },
    });
});

test('folds every event, and counts it', () => {
  const all = Object.values(worklogSamples) as WorklogEvent[];
  const worklog = all.reduce<Worklog | null>(worklogDecider.evolve, null)!;
  expect(worklog.revision).toBe(all.length);
  expect(worklog.closed).toEqual([]);
  expect(worklog.running).toBeNull();
  expect(entryIn(worklog, 41)).toMatchObject({ from: at('08:00'), to: at('10:30'), corrected: true, revision: 3 });
  expect(entryIn(worklog, 42)).toMatchObject({ removed: false, added: true, revision: 3 });
});

test('whatever is asked for in whatever order, entries never overlap and one runs at most', () => {
  const minute = fc.integer({ min: 0, max: 300 });
  const command = fc.record({
    kind: fc.constantFrom('start', 'stop', 'add', 'change', 'remove', 'restore'),
    task: fc.integer({ min: 1, max: 3 }),
    entry: fc.integer({ min: 1, max: 12 }),
    a: minute,
    b: minute,
  });
  const moment = (minutes: number) => new Date(Date.parse(at('00:00')) + minutes * 60_000).toISOString();
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      let worklog: Worklog | null = noWorklog;
      for (const [index, { kind, task, entry, a, b }] of commands.entries()) {
        const span = { from: moment(Math.min(a, b)), to: moment(Math.max(a, b)) };
        const wanted = {
          start: { type: 'start', taskId: task },
          stop,
          add: { type: 'add', taskId: task, ...span },
          change: { type: 'change', entryId: entry, ...span },
          remove: { type: 'remove', entryId: entry },
          restore: { type: 'restore', entryId: entry },
        }[kind]!;
        const now = facts({ at: moment(200 + index * 4), entryId: index + 1, task: worked({ id: task }) });
        const decided = worklogDecider.decide(worklog, wanted as never, now);
        if (!isRefusal(decided)) for (const event of decided) worklog = worklogDecider.evolve(worklog, event);
        const live = entriesOf(worklog!).filter((one) => !one.removed);
        const pairs = live.flatMap((one, place) => live.slice(place + 1).map((other) => [one, other] as const));
        expect(
          pairs.filter(([one, other]) => minutesOf(one) > 0 && minutesOf(other) > 0 && overlaps(one, other)),
        ).toEqual([]);
        expect(live.filter(({ to }) => to === null).map(({ entryId }) => entryId)).toEqual(
          worklog!.running === null ? [] : [worklog!.running.entryId],
        );
      }
    }),
  );
});

describe('a reminder of missing days', () => {
  const remind = { type: 'remindOfDays', month: '2026-11', days: ['2026-11-16', '2026-11-17'] } as const;
  const admin = facts({ actor: people.admin });
  const reminded = (on: string, month = '2026-11'): WorklogEvent => ({
    type: 'UsersNotified',
    data: { kind: 'days-missing', userIds: [2], month, days: remind.days, on },
  });

  test('comes once a day for each month', () => {
    log().when(remind, admin).thenEvents(reminded(day));
    log(reminded(day)).when(remind, admin).thenNothing();
    log(reminded(day, '2026-10'))
      .when(remind, { ...admin, at: at('22:59') })
      .thenEvents(reminded(day));
    const next = { ...admin, at: at('23:00') };
    log(reminded(day)).when(remind, next).thenEvents(reminded('2026-11-19'));
    log()
      .when({ ...remind, days: [] }, admin)
      .thenNothing();
  });

  test('is sent by people who keep attendance, and leaves running work alone', () => {
    log().when(remind, facts()).thenRefused('user.forbidden');
    log(started('08:00'), reminded(day)).when(stop, facts()).thenEvents(ended('08:00', '12:00'));
  });
});
