import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { addDays } from '../kernel/calendar';
import { isRefusal } from '../kernel/refusal';
import { type PlanCommand, plansDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { daysOf, overlapOf } from './plan-days';
import { evolvePlan, type OnePlanEvent, type Plan, type PlanEvent, type Plans, planTypes } from './plans';
import type { PlanFacts } from './plans.rules';
import { planSamples } from './plans.samples';

const owner = 2;
const actorOf = (id: number, role: Actor['role'] = 'member'): Actor => ({ id, role, projects: {} });
const facts = (more: Partial<PlanFacts> = {}): PlanFacts => ({
  actor: actorOf(owner),
  userId: owner,
  plannable: true,
  positionIds: [],
  today: '2026-11-23',
  workingDays: [1, 2, 3, 4, 5],
  breaks: { breakMinutes: 0, breakAfterHours: 6 },
  needsApproval: false,
  keepers: [],
  closed: [],
  newId: 40,
  moreIds: [41, 42, 43, 44],
  ...more,
});

type Added = (typeof planSamples)['PlanAdded']['data'];
const typed = { type: 'at_work', date: '2026-11-24', from: '08:00', to: '16:30', location: 'Brno' } as const;
const whole = {
  ...typed,
  repeatUntil: null,
  excludeWeekends: false,
  weekend: [],
  positionId: null,
  kind: null,
  half: null,
  breakMinutes: 0,
};
const added = (more: object = {}): PlanEvent => ({
  type: 'PlanAdded',
  data: { planId: 31, userId: owner, ...whole, without: [], cutFrom: null, ...more } as unknown as Added,
});
/** From Monday the 23rd of November to Friday the 4th of December, without the weekend between. */
const repeat = { date: '2026-11-23', repeatUntil: '2026-12-04', excludeWeekends: true, weekend: [6, 7] };
const repeated = added(repeat);
const changed = (...changes: object[]): PlanEvent => ({ type: 'PlanChanged', data: { planId: 31, changes } as never });
const ofPlan = <T extends PlanEvent['type']>(type: T, data: object): PlanEvent =>
  ({ type, data: { planId: 31, ...data } }) as PlanEvent;

describe('breaks', () => {
  const rule = { breaks: { breakMinutes: 30, breakAfterHours: 6 } };
  const change = (fields: object) => ({ type: 'change', planId: 31, fields }) as never;
  const add = (more: object = {}) => ({ type: 'add', plan: { ...typed, ...more } }) as never;

  test.each([
    ['the usual one', {}, 30],
    ['none of a plan that is not longer', { to: '14:00' }, 0],
    ['the usual one of a minute more', { to: '14:01' }, 30],
    ['another one', { breakMinutes: 45 }, 45],
    ['none where somebody chose none', { breakMinutes: 0 }, 0],
    ['none of work on call', { type: 'available' }, 0],
  ])('are %s', (_, more, breakMinutes) => {
    given(plansDecider, [])
      .when(add(more), facts(rule))
      .thenEvents(added({ planId: 40, ...more, breakMinutes }));
  });

  test('are none where the installation has no usual one', () => {
    given(plansDecider, [])
      .when(add(), facts())
      .thenEvents(added({ planId: 40, breakMinutes: 0 }));
  });

  test('are shorter than the plan, and only of work', () => {
    given(plansDecider, [])
      .when(add({ to: '08:30', breakMinutes: 30 }), facts())
      .thenRefused('plan.break');
    given(plansDecider, [])
      .when(add({ type: 'day_off', breakMinutes: 30 }), facts())
      .thenRefused('plan.break.no-work');
    given(plansDecider, [added({ breakMinutes: 60 })])
      .when(change({ to: '09:00' }), facts())
      .thenRefused('plan.break');
    given(plansDecider, [added()])
      .when(change({ type: 'available', breakMinutes: 30 }), facts())
      .thenRefused('plan.break.no-work');
  });

  test('change by themselves, go with work and come with it', () => {
    given(plansDecider, [added({ breakMinutes: 30 })])
      .when(change({ breakMinutes: 45 }), facts())
      .thenEvents(changed({ field: 'breakMinutes', from: 30, to: 45 }));
    given(plansDecider, [added({ breakMinutes: 30 })])
      .when(change({ type: 'available' }), facts(rule))
      .thenEvents(
        changed({ field: 'type', from: 'at_work', to: 'available' }, { field: 'breakMinutes', from: 30, to: 0 }),
      );
    given(plansDecider, [added({ type: 'available' })])
      .when(change({ type: 'at_work' }), facts(rule))
      .thenEvents(
        changed({ field: 'type', from: 'available', to: 'at_work' }, { field: 'breakMinutes', from: 0, to: 30 }),
      );
    given(plansDecider, [added()])
      .when(change({ location: 'Doma' }), facts(rule))
      .thenEvents(changed({ field: 'location', from: 'Brno', to: 'Doma' }));
  });

  test('of earlier versions are none', () => {
    const { breakMinutes: _, ...earlier } = (added() as { data: Record<string, unknown> }).data;
    expect(evolvePlan(null, { type: 'PlanAdded', data: earlier } as never)!.breakMinutes).toBe(0);
  });
});

describe('days off', () => {
  const off = (more: object = {}) => ({ type: 'add', plan: { type: 'day_off', date: '2026-11-24', ...more } }) as never;
  const whole = { type: 'day_off', location: '', from: '00:00', to: '24:00', kind: 'other' };

  test('need neither times, place nor position, and are whole days of the kind `other` unless said otherwise', () => {
    given(plansDecider, [])
      .when(off(), facts({ positionIds: [4] }))
      .thenEvents(added({ planId: 40, ...whole }));
    given(plansDecider, [])
      .when(off({ from: '08:00', to: '16:30', location: 'Doma' }), facts())
      .thenEvents(added({ planId: 40, ...whole, from: '08:00', to: '16:30', location: 'Doma' }));
  });

  test('have two halves that meet at noon; the same half twice overlaps', () => {
    const morning = { ...whole, kind: 'doctor', half: 'morning', to: '12:00' };
    given(plansDecider, [])
      .when(off({ kind: 'doctor', half: 'morning' }), facts())
      .thenEvents(added({ planId: 40, ...morning }));
    given(plansDecider, [added(morning)])
      .when(off({ kind: 'vacation', half: 'afternoon' }), facts())
      .thenEvents(added({ planId: 40, ...whole, kind: 'vacation', half: 'afternoon', from: '12:00' }));
    given(plansDecider, [added(morning)])
      .when(off({ kind: 'vacation', half: 'morning' }), facts())
      .thenRefused('plan.overlap');
    given(plansDecider, [added(morning)])
      .when(off(), facts())
      .thenRefused('plan.overlap');
  });

  test('alone have a kind and a half', () => {
    given(plansDecider, [])
      .when({ type: 'add', plan: { ...typed, kind: 'vacation' } }, facts())
      .thenRefused('plan.not-day-off');
    given(plansDecider, [added()])
      .when({ type: 'change', planId: 31, fields: { half: 'morning' } }, facts())
      .thenRefused('plan.not-day-off');
  });

  test('become work only with a place and a position', () => {
    const change = (fields: object) => ({ type: 'change', planId: 31, fields }) as never;
    const vacation = { ...whole, kind: 'vacation' };
    given(plansDecider, [added(vacation)])
      .when(change({ type: 'at_work' }), facts())
      .thenRefused('validation.required');
    given(plansDecider, [added({ ...vacation, location: 'Brno' })])
      .when(change({ type: 'at_work' }), facts({ positionIds: [4] }))
      .thenRefused('validation.required');
    given(plansDecider, [added(vacation)])
      .when(change({ type: 'at_work', location: 'Brno' }), facts())
      .thenEvents(
        changed(
          { field: 'type', from: 'day_off', to: 'at_work' },
          { field: 'location', from: '', to: 'Brno' },
          { field: 'kind', from: 'vacation', to: null },
        ),
      );
  });

  test('change their half with their times', () => {
    given(plansDecider, [added({ ...whole, half: 'morning', to: '12:00' })])
      .when({ type: 'change', planId: 31, fields: { half: null } }, facts())
      .thenEvents(changed({ field: 'to', from: '12:00', to: '24:00' }, { field: 'half', from: 'morning', to: null }));
  });

  test('of earlier versions have the kind `other`', () => {
    const { kind: _, half: __, ...earlier } = (added({ type: 'day_off' }) as { data: Record<string, unknown> }).data;
    const plan = evolvePlan(null, { type: 'PlanAdded', data: earlier } as never)!;
    expect([plan.kind, plan.half, plan.from]).toEqual(['other', null, '08:00']);
    const work = evolvePlan(null, added() as OnePlanEvent);
    expect(evolvePlan(work, changed({ field: 'type', from: 'at_work', to: 'day_off' }) as OnePlanEvent)!.kind).toBe(
      'other',
    );
  });
});

describe('requests for days off', () => {
  const asked = (more: Partial<PlanFacts> = {}) => facts({ needsApproval: true, keepers: [1, 5], ...more });
  const byKeeper = asked({ actor: actorOf(1, 'admin') });
  const off = { planId: 31, type: 'day_off', location: '', from: '00:00', to: '24:00', kind: 'vacation' };
  const add = { type: 'add', plan: { type: 'day_off', date: '2026-11-24', kind: 'vacation' } } as never;
  const notified = (kind: string, userIds: number[], planId = 31) => ofPlan('UsersNotified', { planId, kind, userIds });
  const request = ofPlan('AbsenceRequested', {});
  const requested = [added(off), request];
  const approve = { type: 'approve', planId: 31 } as const;
  const decline = { type: 'decline', planId: 31, reason: ' Předáváme. ' } as const;
  const withdraw = { type: 'withdraw', planId: 31 } as const;

  test('follow from the settings, and notify the people who decide', () => {
    given(plansDecider, [])
      .when(add, asked())
      .thenEvents(
        added({ ...off, planId: 40 }),
        ofPlan('AbsenceRequested', { planId: 40 }),
        notified('absence-requested', [1, 5], 40),
      );
    const alone = [facts(), asked({ keepers: [owner], actor: actorOf(owner, 'admin') }), byKeeper];
    for (const one of alone)
      given(plansDecider, [])
        .when(add, one)
        .thenEvents(added({ ...off, planId: 40 }));
  });

  test('are approved, or declined with a reason, by others who keep attendance', () => {
    given(plansDecider, requested)
      .when(approve, byKeeper)
      .thenEvents(ofPlan('AbsenceApproved', {}), notified('absence-approved', [owner]));
    given(plansDecider, requested)
      .when(decline, byKeeper)
      .thenEvents(ofPlan('AbsenceDeclined', { reason: 'Předáváme.' }), notified('absence-declined', [owner]));
    given(plansDecider, requested).when(approve, asked()).thenRefused('plan.forbidden');
    given(plansDecider, requested)
      .when(approve, asked({ actor: actorOf(owner, 'admin') }))
      .thenRefused('plan.own-request');
    given(plansDecider, requested)
      .when(approve, asked({ actor: actorOf(4, 'auditor') }))
      .thenRefused('task.auditor');
    given(plansDecider, requested)
      .when({ ...decline, reason: ' ' }, byKeeper)
      .thenRefused('validation.required');
  });

  test('are decided once: the later of two decisions gets a sentence', () => {
    given(plansDecider, [...requested, ofPlan('AbsenceApproved', {})])
      .when(approve, byKeeper)
      .thenNothing();
    for (const first of [ofPlan('AbsenceDeclined', { reason: 'x' }), ofPlan('AbsenceWithdrawn', {})]) {
      given(plansDecider, [...requested, first])
        .when(approve, byKeeper)
        .thenRefused('plan.not-requested');
      given(plansDecider, [...requested, first])
        .when(withdraw, asked())
        .thenRefused('plan.not-requested');
    }
    given(plansDecider, [...requested, ofPlan('AbsenceApproved', {})])
      .when(withdraw, asked())
      .thenRefused('plan.not-requested');
    given(plansDecider, requested).when(withdraw, asked()).thenEvents(ofPlan('AbsenceWithdrawn', {}));
    given(plansDecider, [added()]).when(approve, byKeeper).thenRefused('plan.not-requested');
  });

  test('are not approved in a closed month', () => {
    given(plansDecider, requested)
      .when(approve, { ...byKeeper, closed: [{ from: '2026-11-01', to: '2026-11-30' }] })
      .thenRefused('work.month-closed');
  });

  test('block other plans until they are declined or withdrawn', () => {
    given(plansDecider, requested).when(add, asked()).thenRefused('plan.overlap');
    given(plansDecider, [...requested, ofPlan('AbsenceWithdrawn', {})])
      .when(add, facts())
      .thenEvents(added({ ...off, planId: 40 }));
  });

  test('are made again by a change of an approved day off, but not of its place', () => {
    const approved = [...requested, ofPlan('AbsenceApproved', {})];
    const change = (fields: object) => ({ type: 'change', planId: 31, fields }) as const;
    given(plansDecider, approved)
      .when(change({ date: '2026-11-25' }), asked())
      .thenEvents(
        changed({ field: 'date', from: '2026-11-24', to: '2026-11-25' }),
        request,
        notified('absence-requested', [1, 5]),
      );
    given(plansDecider, approved)
      .when(change({ location: 'Tábor' }), asked())
      .thenEvents(changed({ field: 'location', from: '', to: 'Tábor' }));
    given(plansDecider, approved)
      .when(change({ date: '2026-11-25' }), byKeeper)
      .thenEvents(changed({ field: 'date', from: '2026-11-24', to: '2026-11-25' }));
  });
});

describe('a day off in place of work', () => {
  const off = (more: object = {}) => ({
    type: 'add' as const,
    plan: { type: 'day_off' as const, date: '2026-11-25', kind: 'vacation' as const, replacesWork: true, ...more },
  });
  const addedOff = (more: object = {}) =>
    added({
      ...{ planId: 40, type: 'day_off', date: '2026-11-25', from: '00:00', to: '24:00', kind: 'vacation' },
      ...{ location: '', replacesWork: true },
      ...more,
    });
  const cutFrom = (planId: number, more: object) => added({ planId, cutFrom: 31, ...more });

  test('takes away the days of work, or the plan when none is left', () => {
    given(plansDecider, [repeated])
      .when(off({ repeatUntil: '2026-11-26' }), facts())
      .thenEvents(
        addedOff({ repeatUntil: '2026-11-26' }),
        ofPlan('PlanDayRemoved', { day: '2026-11-25' }),
        ofPlan('PlanDayRemoved', { day: '2026-11-26' }),
      );
    given(plansDecider, [added({ date: '2026-11-25' })])
      .when(off(), facts())
      .thenEvents(addedOff(), ofPlan('PlanRemoved', { from: '2026-11-25' }));
  });

  test('leaves work its other hours, with the break of that length', () => {
    const breaks = { breaks: { breakMinutes: 30, breakAfterHours: 4 } };
    const morning = { half: 'morning', from: '00:00', to: '12:00' };
    given(plansDecider, [added({ date: '2026-11-25', breakMinutes: 45 })])
      .when(off({ half: 'morning' }), facts(breaks))
      .thenEvents(
        addedOff(morning),
        changed({ field: 'from', from: '08:00', to: '12:00' }, { field: 'breakMinutes', from: 45, to: 30 }),
      );
    given(plansDecider, [repeated])
      .when(off({ date: '2026-11-27', repeatUntil: '2026-12-01', half: 'morning' }), facts())
      .thenEvents(
        addedOff({ ...morning, date: '2026-11-27', repeatUntil: '2026-12-01' }),
        ...['2026-11-27', '2026-11-30', '2026-12-01'].map((day) => ofPlan('PlanDayRemoved', { day })),
        cutFrom(41, { ...repeat, date: '2026-11-27', repeatUntil: '2026-12-01', from: '12:00' }),
      );
    given(plansDecider, [repeated])
      .when(off({ from: '10:00', to: '12:00', kind: 'doctor' }), facts())
      .thenEvents(
        addedOff({ from: '10:00', to: '12:00', kind: 'doctor' }),
        ofPlan('PlanDayRemoved', { day: '2026-11-25' }),
        cutFrom(41, { date: '2026-11-25', to: '10:00' }),
        cutFrom(42, { date: '2026-11-25', from: '12:00' }),
      );
  });

  test('gives no way to another day off, and is refused without the wish', () => {
    const sick = added({ date: '2026-11-25', type: 'day_off', kind: 'sickness' });
    given(plansDecider, [sick]).when(off(), facts()).thenRefused('plan.overlap');
    given(plansDecider, [repeated])
      .when(off({ replacesWork: false }), facts())
      .thenRefused('plan.overlap');
    given(plansDecider, [])
      .when({ type: 'add', plan: { ...typed, replacesWork: true } }, facts())
      .thenRefused('plan.replaces-work', { errors: [{ path: 'replacesWork', code: 'plan.replaces-work' }] });
  });

  test('leaves the work until a request is approved, and for good when it is declined', () => {
    const asked = facts({ needsApproval: true, keepers: [1] });
    const byKeeper = facts({ needsApproval: true, keepers: [1], actor: actorOf(1, 'admin') });
    const request = plansDecider.decide(
      [repeated].reduce(plansDecider.evolve, {} as Plans),
      off(),
      asked,
    ) as readonly PlanEvent[];
    expect(request.map(({ type }) => type)).toEqual(['PlanAdded', 'AbsenceRequested', 'UsersNotified']);
    const pending = [repeated, ...request];
    given(plansDecider, pending)
      .when({ type: 'approve', planId: 40 }, byKeeper)
      .thenEvents(
        ofPlan('AbsenceApproved', { planId: 40 }),
        ofPlan('UsersNotified', { planId: 40, kind: 'absence-approved', userIds: [owner] }),
        ofPlan('PlanDayRemoved', { day: '2026-11-25' }),
      );
    given(plansDecider, pending)
      .when({ type: 'withdraw', planId: 40 }, asked)
      .thenEvents(ofPlan('AbsenceWithdrawn', { planId: 40 }));
    // Work can still be planned where it is only requested.
    given(plansDecider, [...request])
      .when({ type: 'add', plan: { ...typed, date: '2026-11-25' } }, asked)
      .thenEvents(added({ planId: 40, date: '2026-11-25' }));
  });

  test('takes the place of work on its new days, too', () => {
    given(plansDecider, [repeated, addedOff({ date: '2026-12-08' })])
      .when({ type: 'change', planId: 40, fields: { date: '2026-12-01' } }, facts())
      .thenEvents(
        ofPlan('PlanChanged', { planId: 40, changes: [{ field: 'date', from: '2026-12-08', to: '2026-12-01' }] }),
        ofPlan('PlanDayRemoved', { day: '2026-12-01' }),
      );
  });
});

describe('adding a plan', () => {
  const add = (more: object = {}) => ({ type: 'add', plan: { ...typed, ...more } }) as const;

  test('keeps what is typed, tidied, under its own number', () => {
    given(plansDecider, [])
      .when(add({ location: '  Brno ' }), facts())
      .thenEvents(added({ planId: 40 }));
  });

  test('remembers which days the weekend was', () => {
    given(plansDecider, [])
      .when(add({ repeatUntil: '2026-12-04', excludeWeekends: true }), facts({ workingDays: [7, 1, 2, 3, 4] }))
      .thenEvents(added({ planId: 40, repeatUntil: '2026-12-04', excludeWeekends: true, weekend: [5, 6] }));
  });

  test('is for oneself and for admins', () => {
    given(plansDecider, [])
      .when(add(), facts({ actor: actorOf(3) }))
      .thenRefused('plan.forbidden');
    given(plansDecider, [])
      .when(add(), facts({ actor: actorOf(owner, 'auditor') }))
      .thenRefused('task.auditor');
    given(plansDecider, [])
      .when(add(), facts({ actor: actorOf(3, 'admin') }))
      .thenEvents(added({ planId: 40 }));
    given(plansDecider, [])
      .when(add(), facts({ actor: actorOf(3, 'admin'), plannable: false }))
      .thenRefused('plan.user.unknown', { errors: [{ path: 'userId', code: 'plan.user.unknown' }] });
  });

  test.each([
    [{ date: '2026-11-22' }, 'date', 'plan.date.past'],
    [{ from: '8:00' }, 'from', 'plan.time'],
    [{ from: '24:00' }, 'from', 'plan.time'],
    [{ to: '24:01' }, 'to', 'plan.time'],
    [{ to: '' }, 'to', 'validation.required'],
    [{ to: '08:00' }, 'to', 'plan.range'],
    [{ repeatUntil: '2026-11-23' }, 'repeatUntil', 'plan.repeat'],
    [{ repeatUntil: '2027-11-26' }, 'repeatUntil', 'plan.repeat'],
    [{ date: '2026-11-28', repeatUntil: '2026-11-29', excludeWeekends: true }, 'repeatUntil', 'plan.no-days'],
    [{ location: ' ' }, 'location', 'validation.required'],
    [{ location: 'x'.repeat(101) }, 'location', 'validation.too-long'],
    [{ positionId: 4 }, 'positionId', 'plan.position.unknown'],
    [{ type: 'at_home' }, 'type', 'validation.choice'],
  ])('is refused with %j', (more, path, code) => {
    given(plansDecider, [])
      .when(add(more), facts())
      .thenRefused(code as 'plan.time', { errors: [expect.objectContaining({ path, code })] as never });
  });

  test('of a whole day and of a year and a day is fine', () => {
    const long = { from: '00:00', to: '24:00', repeatUntil: '2027-11-25' };
    given(plansDecider, [])
      .when(add(long), facts())
      .thenEvents(added({ planId: 40, ...long }));
  });

  test('on a Saturday alone is fine where weekends are excluded', () => {
    const saturday = { date: '2026-11-28', excludeWeekends: true };
    given(plansDecider, [])
      .when(add(saturday), facts())
      .thenEvents(added({ planId: 40, ...saturday, weekend: [6, 7] }));
  });

  test('names one of the positions of whoever holds any', () => {
    const held = facts({ positionIds: [4, 5] });
    given(plansDecider, []).when(add(), held).thenRefused('validation.required');
    given(plansDecider, [])
      .when(add({ positionId: 6 }), held)
      .thenRefused('plan.position.unknown');
    given(plansDecider, [])
      .when(add({ positionId: 5 }), held)
      .thenEvents(added({ planId: 40, positionId: 5 }));
  });

  test('in the way of another is refused, and says of which', () => {
    const before = add({ from: '06:00', to: '08:00' });
    const within = add({ from: '16:29', to: '17:00', type: 'day_off' });
    given(plansDecider, [repeated])
      .when(within, facts())
      .thenRefused('plan.overlap', { details: { planId: 31 } });
    given(plansDecider, [repeated])
      .when(before, facts())
      .thenEvents(added({ planId: 40, from: '06:00', to: '08:00' }));
    given(plansDecider, [repeated, ofPlan('PlanDayRemoved', { day: '2026-11-24' })])
      .when(within, facts())
      .thenEvents(added({ planId: 40, from: '16:29', to: '17:00', type: 'day_off', kind: 'other' }));
  });

  test('available goes beside everything', () => {
    given(plansDecider, [added()])
      .when(add({ type: 'available' }), facts())
      .thenEvents(added({ planId: 40, type: 'available' }));
    given(plansDecider, [added({ type: 'available' })])
      .when(add(), facts())
      .thenEvents(added({ planId: 40 }));
  });
});

describe('changing a plan', () => {
  const change = (fields: object) => ({ type: 'change', planId: 31, fields }) as const;

  test('says what changed from what', () => {
    given(plansDecider, [added()])
      .when(change({ type: 'remote_work', location: ' Doma ', date: '2026-11-24' }), facts())
      .thenEvents(
        changed({ field: 'type', from: 'at_work', to: 'remote_work' }, { field: 'location', from: 'Brno', to: 'Doma' }),
      );
  });

  test('to what it is changes nothing', () => {
    given(plansDecider, [repeated])
      .when(change({ ...typed, date: repeat.date, excludeWeekends: true, positionId: null }), facts())
      .thenNothing();
  });

  test('is refused to who may not, of what is not there, and in the way of another', () => {
    const move = change({ to: '17:00' });
    given(plansDecider, [added()])
      .when(move, facts({ actor: actorOf(3) }))
      .thenRefused('plan.forbidden');
    given(plansDecider, []).when(move, facts()).thenRefused('plan.not-found');
    given(plansDecider, [added(), ofPlan('PlanRemoved', { from: typed.date })])
      .when(move, facts())
      .thenRefused('plan.not-found');
    given(plansDecider, [added(), added({ planId: 32, from: '16:30', to: '18:00' })])
      .when(move, facts())
      .thenRefused('plan.overlap', { details: { planId: 32 } });
    given(plansDecider, [added()])
      .when(change({ from: '16:30' }), facts())
      .thenRefused('plan.range');
    given(plansDecider, [added()])
      .when(change({ date: '2026-11-22' }), facts())
      .thenRefused('plan.date.past');
  });

  test('leaves the days that are over as they were, in a plan of their own', () => {
    given(plansDecider, [repeated, ofPlan('PlanDayRemoved', { day: '2026-11-24' })])
      .when(change({ location: 'Praha' }), facts({ today: '2026-11-28' }))
      .thenEvents(
        changed(
          { field: 'date', from: '2026-11-23', to: '2026-11-30' },
          { field: 'location', from: 'Brno', to: 'Praha' },
        ),
        added({ ...repeat, planId: 40, repeatUntil: '2026-11-27', without: ['2026-11-24'], cutFrom: 31 }),
      );
    given(plansDecider, [repeated])
      .when(change({ from: '09:00' }), facts({ today: '2026-11-24' }))
      .thenEvents(
        changed({ field: 'date', from: '2026-11-23', to: '2026-11-24' }, { field: 'from', from: '08:00', to: '09:00' }),
        added({ ...repeat, planId: 40, repeatUntil: null, cutFrom: 31 }),
      );
  });

  test('does not make days of it that it left out and that are over', () => {
    const fromSaturday = added({ ...repeat, date: '2026-11-28', repeatUntil: '2026-11-30' });
    given(plansDecider, [fromSaturday])
      .when(change({ repeatUntil: null }), facts({ today: '2026-11-29' }))
      .thenEvents(
        changed(
          { field: 'date', from: '2026-11-28', to: '2026-11-30' },
          { field: 'repeatUntil', from: '2026-11-30', to: null },
        ),
      );
    given(plansDecider, [fromSaturday])
      .when(change({ excludeWeekends: false }), facts({ today: '2026-11-29' }))
      .thenEvents(
        changed(
          { field: 'date', from: '2026-11-28', to: '2026-11-30' },
          { field: 'excludeWeekends', from: true, to: false },
          { field: 'weekend', from: [6, 7], to: [] },
        ),
      );
  });

  test('moves only its end without that', () => {
    given(plansDecider, [repeated])
      .when(change({ repeatUntil: '2026-12-11' }), facts({ today: '2026-12-01' }))
      .thenEvents(changed({ field: 'repeatUntil', from: '2026-12-04', to: '2026-12-11' }));
    given(plansDecider, [repeated])
      .when(change({ repeatUntil: '2026-11-30' }), facts({ today: '2026-12-01' }))
      .thenRefused('plan.date.past', { errors: [{ path: 'repeatUntil', code: 'plan.date.past' }] });
  });

  test('is refused once all its days are over', () => {
    given(plansDecider, [repeated])
      .when(change({ to: '18:00' }), facts({ today: '2026-12-05' }))
      .thenRefused('plan.past');
  });

  test('on one day of a repeat makes that day a plan of its own', () => {
    given(plansDecider, [repeated])
      .when(change({ onlyDate: '2026-11-26', type: 'day_off' }), facts())
      .thenEvents(
        ofPlan('PlanDayRemoved', { day: '2026-11-26' }),
        added({ planId: 40, date: '2026-11-26', type: 'day_off', kind: 'other', cutFrom: 31 }),
      );
    const onSaturday = change({ onlyDate: '2026-11-28', type: 'day_off' });
    given(plansDecider, [repeated]).when(onSaturday, facts()).thenRefused('plan.day.unknown');
    given(plansDecider, [repeated])
      .when(change({ onlyDate: '2026-11-26', type: 'day_off' }), facts({ today: '2026-11-27' }))
      .thenRefused('plan.date.past');
    given(plansDecider, [repeated])
      .when(change({ onlyDate: '2026-11-26', date: '2026-11-27' }), facts())
      .thenRefused('plan.overlap', { details: { planId: 31 } });
    given(plansDecider, [repeated])
      .when(change({ onlyDate: '2026-11-26', from: '08:00' }), facts())
      .thenNothing();
  });

  test('on the only day of a plan changes the plan', () => {
    given(plansDecider, [added()])
      .when(change({ onlyDate: '2026-11-24', to: '18:00' }), facts())
      .thenEvents(changed({ field: 'to', from: '16:30', to: '18:00' }));
  });
});

describe('removing a plan and bringing it back', () => {
  const remove = (onlyDate?: string) => ({ type: 'remove', planId: 31, ...(onlyDate && { onlyDate }) }) as const;
  const undelete = (onlyDate?: string) => ({ ...remove(onlyDate), type: 'undelete' }) as const;

  test('takes all of it away before it begins', () => {
    given(plansDecider, [repeated])
      .when(remove(), facts())
      .thenEvents(ofPlan('PlanRemoved', { from: '2026-11-23' }));
    given(plansDecider, [repeated])
      .when(remove(), facts({ actor: actorOf(3) }))
      .thenRefused('plan.forbidden');
    given(plansDecider, []).when(remove(), facts()).thenRefused('plan.not-found');
  });

  test('ends a repeat that began, and takes nothing that is over', () => {
    given(plansDecider, [repeated])
      .when(remove(), facts({ today: '2026-11-26' }))
      .thenEvents(ofPlan('PlanRemoved', { from: '2026-11-26' }));
    given(plansDecider, [repeated])
      .when(remove(), facts({ today: '2026-12-05' }))
      .thenRefused('plan.past');
  });

  test('takes one day of a repeat, and the plan with its only day', () => {
    given(plansDecider, [repeated])
      .when(remove('2026-11-26'), facts())
      .thenEvents(ofPlan('PlanDayRemoved', { day: '2026-11-26' }));
    given(plansDecider, [repeated]).when(remove('2026-11-29'), facts()).thenRefused('plan.day.unknown');
    given(plansDecider, [added()])
      .when(remove('2026-11-24'), facts())
      .thenEvents(ofPlan('PlanRemoved', { from: '2026-11-24' }));
  });

  test('brings all of it back, or what is still ahead', () => {
    const gone = [repeated, ofPlan('PlanRemoved', { from: '2026-11-25' })];
    given(plansDecider, gone)
      .when(undelete(), facts({ today: '2026-11-25' }))
      .thenEvents(ofPlan('PlanUndeleted', { without: [] }));
    given(plansDecider, gone)
      .when(undelete(), facts({ today: '2026-11-27' }))
      .thenEvents(ofPlan('PlanUndeleted', { without: ['2026-11-25', '2026-11-26'] }));
    given(plansDecider, gone)
      .when(undelete(), facts({ today: '2026-12-05' }))
      .thenRefused('plan.past');
    given(plansDecider, [repeated]).when(undelete(), facts()).thenRefused('plan.not-deleted');
    given(plansDecider, [...gone, added({ planId: 32, date: '2026-11-30' })])
      .when(undelete(), facts({ today: '2026-11-25' }))
      .thenRefused('plan.overlap', { details: { planId: 32 } });
  });

  test('brings one day back', () => {
    const gone = [repeated, ofPlan('PlanDayRemoved', { day: '2026-11-26' })];
    given(plansDecider, gone)
      .when(undelete('2026-11-26'), facts())
      .thenEvents(ofPlan('PlanDayUndeleted', { day: '2026-11-26' }));
    given(plansDecider, gone).when(undelete('2026-11-27'), facts()).thenRefused('plan.not-deleted');
    given(plansDecider, gone)
      .when(undelete('2026-11-26'), facts({ today: '2026-11-27' }))
      .thenRefused('plan.date.past');
    given(plansDecider, [...gone, added({ planId: 32, date: '2026-11-26' })])
      .when(undelete('2026-11-26'), facts())
      .thenRefused('plan.overlap', { details: { planId: 32 } });
  });
});

describe('a plan after its events', () => {
  const after = (...events: PlanEvent[]) => (events as OnePlanEvent[]).reduce<Plan | null>(evolvePlan, null)!;

  test('counts its own events, and knows what to bring back', () => {
    const ended = after(repeated, ofPlan('PlanRemoved', { from: '2026-11-25' }));
    expect(ended).toMatchObject({ revision: 2, repeatUntil: '2026-11-24', deleted: false });
    expect(after(repeated, ofPlan('PlanRemoved', { from: '2026-11-24' })).repeatUntil).toBe(null);
    expect(after(repeated, ofPlan('PlanRemoved', { from: '2026-11-23' }))).toMatchObject({ deleted: true });
    const back = evolvePlan(ended, ofPlan('PlanUndeleted', { without: ['2026-11-25'] }) as OnePlanEvent);
    expect(back).toMatchObject({ revision: 3, removed: null, repeatUntil: '2026-12-04', without: ['2026-11-25'] });
  });

  test('of every type and of one of a later version', () => {
    const plan = after(
      ...(Object.values(planSamples) as PlanEvent[]).filter(
        ({ type }) => !['ActionUndone', 'UsersNotified'].includes(type),
      ),
    );
    expect(plan).toMatchObject({
      id: 31,
      userId: 2,
      type: 'day_off',
      revision: 10,
      approval: 'withdrawn',
      deleted: true,
    });
    const unknown = { type: 'PlanApproved', data: {} } as unknown as PlanEvent;
    expect(plansDecider.evolve({ 31: plan }, unknown)).toEqual({ 31: plan });
    expect(plansDecider.evolve({}, changed())).toEqual({});
  });
});

describe('whatever is done', () => {
  const anyDay = fc.integer({ min: 0, max: 13 }).map((days) => addDays('2026-11-23', days));
  const anyTimes = fc.integer({ min: 0, max: 20 }).map((hour) => ({
    from: `${String(hour).padStart(2, '0')}:00`,
    to: `${String(hour + 4).padStart(2, '0')}:00`,
  }));
  const anyFields = fc
    .record({
      type: fc.constantFrom(...planTypes),
      date: anyDay,
      repeatUntil: fc.option(fc.integer({ min: 7, max: 20 }).map((days) => addDays('2026-11-23', days))),
      excludeWeekends: fc.boolean(),
      location: fc.constantFrom('Brno', 'Praha'),
      times: anyTimes,
    })
    .map(({ times, ...fields }) => ({ ...fields, ...times }));
  const planId = fc.integer({ min: 1, max: 4 });
  const onlyDate = fc.option(anyDay, { nil: undefined });
  const anyCommand: fc.Arbitrary<PlanCommand> = fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(anyFields, fc.boolean())
        .map(([plan, replaces]) => ({ ...plan, ...(plan.type === 'day_off' && { replacesWork: replaces }) }))
        .map((plan) => ({ type: 'add', plan }) as const),
    },
    fc.record({ type: fc.constantFrom('approve', 'withdraw'), planId }),
    fc
      .tuple(
        planId,
        onlyDate,
        anyFields,
        fc.subarray(['type', 'date', 'repeatUntil', 'location', 'from', 'to'] as const),
      )
      .map(([id, day, fields, names]) => {
        const some = Object.fromEntries(names.map((name) => [name, fields[name]]));
        return { type: 'change', planId: id, fields: { ...some, ...(day && { onlyDate: day }) } } as const;
      }),
    fc.record({ type: fc.constantFrom('remove', 'undelete'), planId, onlyDate }),
  );
  const held = (plans: Plans, isAsked: (day: string) => boolean) =>
    Object.values(plans)
      .flatMap((plan) => daysOf(plan).map((day) => `${day} ${plan.from} ${plan.to} ${plan.type} ${plan.location}`))
      .filter((line) => isAsked(line.slice(0, 10)))
      .sort();

  test("no two plans are in each other's way, and days that are over stay", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyCommand, fc.constantFrom(0, 0, 1)), { minLength: 10, maxLength: 25 }),
        fc.boolean(),
        (steps, needsApproval) => {
          let plans: Plans = {};
          let today = '2026-11-23';
          let newId = 1;
          for (const [command, passing] of steps) {
            today = addDays(today, passing);
            const moreIds = Array.from({ length: 20 }, (_, index) => newId + 1 + index);
            const actor = command.type === 'approve' ? actorOf(1, 'admin') : actorOf(owner);
            const given = facts({ today, newId, moreIds, needsApproval, keepers: [1], actor });
            const decided = plansDecider.decide(plans, command, given);
            if (isRefusal(decided)) continue;
            const next = decided.reduce(plansDecider.evolve, plans)!;
            // A decision about a request holds for days that are over by then, too.
            if (command.type !== 'approve' && command.type !== 'withdraw')
              expect(held(next, (day) => day < today)).toEqual(held(plans, (day) => day < today));
            for (const plan of Object.values(next)) {
              expect(
                overlapOf(
                  { ...plan },
                  Object.values(next).filter(({ id }) => id !== plan.id),
                ),
              ).toBe(null);
            }
            plans = next;
            newId = Object.keys(plans).length + 1;
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
