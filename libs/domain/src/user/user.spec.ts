import { describe, expect, test } from '@jest/globals';
import type { RefusalCode } from '../kernel/refusal';
import { userDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { crowns, people } from '../testing/task-scene';
import type { User, UserEvent } from './user';
import { userSamples } from './user.samples';

const registered = (role: User['role'] = 'member'): UserEvent => ({
  type: 'UserRegistered',
  data: { userId: 2, role },
});
const byAdmin = { actor: people.admin, otherAdmins: 1, currency: 'CZK', knownPositions: [4, 7] };
const byLastAdmin = { ...byAdmin, otherAdmins: 0 };

describe('a person', () => {
  test('is registered once', () => {
    given(userDecider, []).when({ type: 'register', userId: 2, role: 'member' }, byAdmin).thenEvents(registered());
    given(userDecider, [registered()]).when({ type: 'register', userId: 2, role: 'admin' }, byAdmin).thenNothing();
  });

  test('is changed by an admin only', () => {
    const change = { type: 'change', role: 'auditor' } as const;
    given(userDecider, []).when(change, byAdmin).thenRefused('user.not-found');
    for (const actor of [people.contractor, people.solver, people.auditor, people.system]) {
      given(userDecider, [registered()])
        .when(change, { ...byAdmin, actor })
        .thenRefused('user.forbidden');
    }
  });

  test('changes in role, activity and rate are events of their own', () => {
    given(userDecider, [registered()])
      .when({ type: 'change', role: 'auditor', active: false, hourlyRate: crowns('850.00') }, byAdmin)
      .thenEvents(
        { type: 'UserRoleChanged', data: { from: 'member', to: 'auditor' } },
        { type: 'UserDeactivated', data: {} },
        { type: 'HourlyRateChanged', data: { from: null, to: crowns('850.00') } },
      );
    given(userDecider, [registered(), userSamples.UserDeactivated, userSamples.HourlyRateChanged])
      .when({ type: 'change', active: true, hourlyRate: null }, byAdmin)
      .thenEvents(
        { type: 'UserActivated', data: {} },
        { type: 'HourlyRateChanged', data: { from: crowns('850.00'), to: null } },
      );
  });

  test('holds positions that there are, each once', () => {
    const change = (...positionIds: number[]) => ({ type: 'change', positionIds }) as const;
    const { UserPositionsChanged } = userSamples;
    const nobody = given(userDecider, [registered()]);
    nobody.when(change(7, 4, 7), byAdmin).thenEvents(UserPositionsChanged);
    nobody.when(change(), byAdmin).thenNothing();
    nobody.when(change(4, 9), byAdmin).thenRefused('position.unknown', {
      errors: [{ path: 'positionIds', code: 'position.unknown' }],
    });
    nobody.when(change(4), { ...byAdmin, actor: people.auditor }).thenRefused('user.forbidden');
    const holder = given(userDecider, [registered(), UserPositionsChanged]);
    holder.when(change(4, 7), { ...byAdmin, knownPositions: [] }).thenNothing();
    holder.when(change(7), byAdmin).thenEvents({ type: 'UserPositionsChanged', data: { from: [4, 7], to: [7] } });
  });

  describe('with the attendance of others', () => {
    const { UserAttendanceChanged: granted } = userSamples;
    const taken: UserEvent = { type: 'UserAttendanceChanged', data: { from: true, to: false } };
    const grant = (attendance: boolean) => ({ type: 'change', attendance }) as const;

    test('is granted it by an admin, once, and loses it again', () => {
      given(userDecider, [registered()]).when(grant(true), byAdmin).thenEvents(granted);
      given(userDecider, [registered()]).when(grant(false), byAdmin).thenNothing();
      const holder = given(userDecider, [registered(), granted]);
      holder.when(grant(true), byAdmin).thenNothing();
      holder.when(grant(false), byAdmin).thenEvents(taken);
      for (const actor of [people.contractor, people.auditor, { ...people.contractor, attendance: true }]) {
        holder.when(grant(false), { ...byAdmin, actor }).thenRefused('user.forbidden');
      }
    });

    test('is neither a collaborator nor an auditor, and does not become one with it', () => {
      for (const role of ['collaborator', 'auditor'] as const) {
        const left: UserEvent = { type: 'UserRoleChanged', data: { from: 'member', to: role } };
        given(userDecider, [registered(role)])
          .when(grant(true), byAdmin)
          .thenRefused('user.attendance.role', { errors: [{ path: 'attendance', code: 'user.attendance.role' }] });
        given(userDecider, [registered(role)])
          .when({ ...grant(true), role: 'member' }, byAdmin)
          .thenEvents({ type: 'UserRoleChanged', data: { from: role, to: 'member' } }, granted);
        given(userDecider, [registered(), granted]).when({ type: 'change', role }, byAdmin).thenEvents(left, taken);
      }
    });
  });

  test('is renamed by themselves, in an event without a name, as long as all names can be kept', () => {
    const person = given(userDecider, [registered()]);
    const self = { ...byAdmin, actor: { id: 2, role: 'auditor', projects: {} } as const };
    person.when({ type: 'rename' }, self).thenEvents({ type: 'UserRenamed', data: {} });
    person.when({ type: 'rename' }, { ...self, formerNames: 99 }).thenEvents({ type: 'UserRenamed', data: {} });
    person.when({ type: 'rename' }, { ...self, formerNames: 100 }).thenRefused('user.name.too-often', {
      errors: [{ path: 'name', code: 'user.name.too-often', params: { max: 100 } }],
    });
    person.when({ type: 'rename' }, byAdmin).thenRefused('user.forbidden');
    given(userDecider, [registered(), userSamples.UserErased])
      .when({ type: 'rename' }, self)
      .thenRefused('user.erased');
  });

  test('gets another e-mail address by themselves or an admin, in an event without an address', () => {
    const change = (how: 'link' | 'admin' | 'operator' | 'provider') => ({ type: 'changeEmail', how }) as const;
    const person = given(userDecider, [registered()]);
    const self = { ...byAdmin, actor: { id: 2, role: 'collaborator', projects: {} } as const };
    person.when(change('link'), self).thenEvents({ type: 'UserEmailChanged', data: { how: 'link' } });
    person.when(change('admin'), byAdmin).thenEvents({ type: 'UserEmailChanged', data: { how: 'admin' } });
    person.when(change('admin'), { ...byAdmin, actor: people.auditor }).thenRefused('user.forbidden');
    person.when(change('admin'), { ...byAdmin, formerEmails: 100 }).thenRefused('user.email.too-often', {
      errors: [{ path: 'email', code: 'user.email.too-often', params: { max: 100 } }],
    });
    const left = given(userDecider, [registered(), userSamples.UserDeactivated]);
    left.when(change('link'), self).thenRefused('auth.access-changed');
    left.when(change('provider'), self).thenRefused('auth.access-changed');
    left.when(change('operator'), byAdmin).thenEvents({ type: 'UserEmailChanged', data: { how: 'operator' } });
    const erased = given(userDecider, [registered(), userSamples.UserErased]);
    erased.when(change('admin'), byAdmin).thenRefused('user.erased');
  });

  test('what stays as it is makes no event', () => {
    given(userDecider, [registered(), userSamples.HourlyRateChanged])
      .when({ type: 'change', role: 'member', active: true, hourlyRate: crowns('850.00') }, byAdmin)
      .thenNothing();
    given(userDecider, [registered()]).when({ type: 'change' }, byAdmin).thenNothing();
  });

  test('has a rate in the currency of the installation; rights come first', () => {
    const change = { type: 'change', hourlyRate: { amount: '30.00', currency: 'EUR' } } as const;
    const person = given(userDecider, [registered()]);
    person.when(change, byAdmin).thenRefused('validation.money');
    person.when(change, { ...byAdmin, actor: people.contractor }).thenRefused('user.forbidden');
  });

  test('the last active admin stays one', () => {
    const admin = given(userDecider, [registered('admin')]);
    admin.when({ type: 'change', role: 'member' }, byLastAdmin).thenRefused('user.last-admin');
    admin.when({ type: 'change', active: false }, byLastAdmin).thenRefused('user.last-admin');
    admin.when({ type: 'change', hourlyRate: null }, byLastAdmin).thenNothing();
    admin.when({ type: 'change', active: false }, byAdmin).thenEvents({ type: 'UserDeactivated', data: {} });
    given(userDecider, [registered('admin'), userSamples.UserDeactivated])
      .when({ type: 'change', role: 'member' }, byLastAdmin)
      .thenEvents({ type: 'UserRoleChanged', data: { from: 'admin', to: 'member' } });
  });

  describe('who leaves', () => {
    const parts = { contractorOf: [12], solverOf: [13], repeatedTasks: [6], boards: [], webhooks: [2] };
    const managed = [
      { id: 5, name: 'E-shop', others: [] },
      { id: 7, name: 'Sklad', others: [9] },
    ];
    const leaving = { managed, parts, nameable: [3, 9] };
    const by = { ...byAdmin, leaving };
    const member = given(userDecider, [registered()]);
    const leave = { type: 'change', active: false } as const;
    const left: UserEvent = { type: 'UserDeactivated', data: {} };
    const nothing = { contractorOf: [], solverOf: [], repeatedTasks: [], boards: [], webhooks: [] };

    test('and managed a project alone names who manages it from now on', () => {
      const alone = { projects: [{ id: 5, name: 'E-shop' }] };
      member.when(leave, by).thenRefused('user.last-manage', { details: alone });
      member.when({ ...leave, handOver: 3 }, by).thenRefused('user.last-manage', { details: alone });
      member.when({ ...leave, heirs: { 7: 3 } }, by).thenRefused('user.last-manage', { details: alone });
      member.when({ type: 'change', role: 'auditor' }, by).thenRefused('user.last-manage', { details: alone });
      member.when({ type: 'change', role: 'collaborator' }, by).thenEvents({
        type: 'UserRoleChanged',
        data: { from: 'member', to: 'collaborator' },
      });
      const heirs = [{ projectId: 5, userId: 3 }];
      member
        .when({ ...leave, heirs: { 5: 3, 7: 9 } }, by)
        .thenEvents(left, { type: 'PartsHandedOver', data: { to: null, heirs, ...nothing } });
    });

    test('hands their parts over in the same step, or later what is still theirs', () => {
      const handedOver: UserEvent = { type: 'PartsHandedOver', data: { to: 9, heirs: [], ...parts } };
      const free = { ...by, leaving: { ...leaving, managed: [] } };
      member.when({ ...leave, handOver: 9 }, free).thenEvents(left, handedOver);
      const gone = given(userDecider, [registered(), left]);
      gone.when({ ...leave, handOver: 9 }, free).thenEvents(handedOver);
      gone.when({ type: 'change', handOver: 9 }, by).thenEvents(handedOver);
      gone.when({ ...leave, handOver: 9 }, { ...free, leaving: { ...free.leaving, parts: nothing } }).thenNothing();
      member.when(leave, { ...byAdmin, leaving: { ...leaving, managed: [] } }).thenEvents(left);
    });

    test('hands over to somebody else who is active, and only what they manage', () => {
      const refused = (path: string, code: RefusalCode) => ({ errors: [{ path, code }] });
      for (const to of [2, 4]) {
        member
          .when({ ...leave, handOver: to }, by)
          .thenRefused('user.hand-over.unknown', refused('handOver', 'user.hand-over.unknown'));
        member
          .when({ ...leave, heirs: { 5: to } }, by)
          .thenRefused('user.hand-over.unknown', refused('heirs.5', 'user.hand-over.unknown'));
      }
      member
        .when({ ...leave, heirs: { 8: 3 } }, by)
        .thenRefused('user.hand-over.project', refused('heirs.8', 'user.hand-over.project'));
      member
        .when({ type: 'change', handOver: 3 }, by)
        .thenRefused('user.hand-over.stays', refused('handOver', 'user.hand-over.stays'));
      member
        .when({ type: 'change', active: true, heirs: { 5: 3 } }, by)
        .thenRefused('user.hand-over.stays', refused('heirs.5', 'user.hand-over.stays'));
    });
  });

  test('folds every event, and counts it', () => {
    const all = Object.values(userSamples) as UserEvent[];
    const user = all.reduce<User | null>(userDecider.evolve, null);
    expect(user).toEqual({
      id: 2,
      revision: all.length,
      role: 'admin',
      erased: true,
      active: true,
      hourlyRate: crowns('850.00'),
      vacation: { 2026: { allowanceDays: 25, carriedOverDays: 2.5 } },
      overtime: { date: '2026-01-01', minutes: -90 },
      positionIds: [4, 7],
      attendance: true,
    });
    for (const event of all) expect(userDecider.evolve(null, event) === null).toBe(event.type !== 'UserRegistered');
  });
});

describe('the allowance of vacation', () => {
  const set = (allowanceDays: number | null, carriedOverDays = 0) =>
    ({ type: 'setVacation', year: 2026, allowanceDays, carriedOverDays }) as const;
  const { VacationAllowanceSet } = userSamples;
  const taking = (usedDays: number, plannedDays: number) => ({
    ...byAdmin,
    taken: { usedDays, plannedDays, requestedDays: 5 },
  });
  const somebody = given(userDecider, [registered()]);
  const holder = given(userDecider, [registered(), VacationAllowanceSet]);

  test('is set for a year and taken away by people who keep attendance', () => {
    somebody.when(set(25, 2.5), byAdmin).thenEvents(VacationAllowanceSet);
    somebody.when(set(null), byAdmin).thenNothing();
    holder.when(set(25, 2.5), byAdmin).thenNothing();
    holder
      .when(set(null), taking(10, 5))
      .thenEvents({ type: 'VacationAllowanceSet', data: { year: 2026, allowanceDays: null, carriedOverDays: null } });
    const keeper = { ...people.solver, attendance: true };
    somebody.when(set(25, 2.5), { ...byAdmin, actor: keeper }).thenEvents(VacationAllowanceSet);
    for (const actor of [people.contractor, people.solver, people.auditor]) {
      somebody.when(set(25), { ...byAdmin, actor }).thenRefused('user.balance.forbidden');
    }
  });

  test('takes halves of days within a year', () => {
    somebody.when(set(0.25), byAdmin).thenRefused('validation.half-days');
    somebody.when(set(-1), byAdmin).thenRefused('validation.too-small');
    somebody.when(set(367), byAdmin).thenRefused('validation.too-large');
    somebody.when(set(0, -1.5), byAdmin).thenRefused('user.vacation.below-taken', {
      errors: [{ path: 'allowanceDays', code: 'user.vacation.below-taken', params: { used: 0, planned: 0 } }],
    });
  });

  test('is not lowered below the days that are used and planned', () => {
    const params = { used: 10.5, planned: 5 };
    const below = { path: 'allowanceDays', code: 'user.vacation.below-taken', params } as const;
    somebody.when(set(15), taking(10.5, 5)).thenRefused('user.vacation.below-taken', { errors: [below] });
    holder.when(set(15), taking(10.5, 5)).thenRefused('user.vacation.below-taken', { errors: [below] });
    holder
      .when(set(13, 2.5), taking(10.5, 5))
      .thenEvents({ type: 'VacationAllowanceSet', data: { year: 2026, allowanceDays: 13, carriedOverDays: 2.5 } });
  });

  test('is raised although more is taken', () => {
    holder
      .when(set(26, 2.5), taking(30, 0))
      .thenEvents({ type: 'VacationAllowanceSet', data: { year: 2026, allowanceDays: 26, carriedOverDays: 2.5 } });
  });
});

describe('the start of the balance of overtime', () => {
  const set = (date: string | null, minutes = 0) => ({ type: 'setOvertime', date, minutes }) as const;
  const { OvertimeStartSet } = userSamples;
  const somebody = given(userDecider, [registered()]);
  const holder = given(userDecider, [registered(), OvertimeStartSet]);

  test('is set, moved and taken away by people who keep attendance', () => {
    somebody.when(set('2026-01-01', -90), byAdmin).thenEvents(OvertimeStartSet);
    somebody.when(set(null), byAdmin).thenNothing();
    holder.when(set('2026-01-01', -90), byAdmin).thenNothing();
    const later = { date: '2028-02-29', minutes: 0 };
    holder.when(set(later.date), byAdmin).thenEvents({ type: 'OvertimeStartSet', data: later });
    holder.when(set(null, 30), byAdmin).thenEvents({ type: 'OvertimeStartSet', data: { date: null, minutes: null } });
    for (const actor of [people.contractor, people.solver, people.auditor]) {
      somebody.when(set('2026-01-01'), { ...byAdmin, actor }).thenRefused('user.balance.forbidden');
    }
  });

  test('takes days and minutes within bounds', () => {
    somebody.when(set('2026-02-29'), byAdmin).thenRefused('validation.day');
    somebody.when(set('2026-01-01', 600_001), byAdmin).thenRefused('validation.too-large');
    somebody.when(set('2026-01-01', -600_001), byAdmin).thenRefused('validation.too-small');
  });
});
