import type { Samples } from '../kernel/events';
import type { UserEvent } from './user';

/** One realistic event of each type; an event type without a sample does not compile. */
export const userSamples = {
  UserRegistered: { type: 'UserRegistered', data: { userId: 2, role: 'member' } },
  UserRoleChanged: { type: 'UserRoleChanged', data: { from: 'member', to: 'admin' } },
  UserDeactivated: { type: 'UserDeactivated', data: {} },
  UserActivated: { type: 'UserActivated', data: {} },
  PartsHandedOver: {
    type: 'PartsHandedOver',
    data: {
      to: 3,
      heirs: [{ projectId: 5, userId: 3 }],
      contractorOf: [12],
      solverOf: [12, 13],
      repeatedTasks: [6],
      boards: [8],
      webhooks: [2],
    },
  },
  HourlyRateChanged: {
    type: 'HourlyRateChanged',
    data: { from: null, to: { amount: '850.00', currency: 'CZK' } },
  },
  UserRenamed: { type: 'UserRenamed', data: {} },
  UserEmailChanged: { type: 'UserEmailChanged', data: { how: 'link' } },
  UserErased: { type: 'UserErased', data: {} },
  UserAttendanceChanged: { type: 'UserAttendanceChanged', data: { from: false, to: true } },
  VacationAllowanceSet: {
    type: 'VacationAllowanceSet',
    data: { year: 2026, allowanceDays: 25, carriedOverDays: 2.5 },
  },
  OvertimeStartSet: { type: 'OvertimeStartSet', data: { date: '2026-01-01', minutes: -90 } },
  UserPositionsChanged: { type: 'UserPositionsChanged', data: { from: [], to: [4, 7] } },
} satisfies Samples<UserEvent>;
