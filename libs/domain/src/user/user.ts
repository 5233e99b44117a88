import type { GlobalRole } from '../kernel/actor';
import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Day, Message, Money } from '../kernel/message';
import type { VacationAllowance } from '../plans/vacation';
import type { OvertimeStart } from '../worklog/overtime';

/** The parts that a person has in the work, by ids. */
export interface Parts {
  /** open tasks that they gave */
  readonly contractorOf: readonly number[];
  /** tasks that they have to do */
  readonly solverOf: readonly number[];
  /** as contractor or solver */
  readonly repeatedTasks: readonly number[];
  /** that are assigned to them */
  readonly boards: readonly number[];
  /** webhooks whose incoming tasks they give */
  readonly webhooks: readonly number[];
}

export interface Heir {
  readonly projectId: number;
  /** manages the project from now on */
  readonly userId: number;
}

/** Ways in which a person's e-mail address changes: by a mailed link, or by somebody else's word. */
export const emailChangeWays = ['link', 'admin', 'operator', 'provider'] as const;
export type EmailChangeWay = (typeof emailChangeWays)[number];

/** Events of `user-N`. Personal data (names, e-mails) is stored outside the log. */
export type UserEvent =
  | Message<'UserRegistered', { readonly userId: number; readonly role: GlobalRole; readonly invitedBy?: number }>
  | Message<'UserRoleChanged', { readonly from: GlobalRole; readonly to: GlobalRole }>
  | Message<'UserDeactivated', Record<string, never>>
  | Message<'UserActivated', Record<string, never>>
  /**
   * The consequences are in the streams of the projects, tasks and so on. `to` is null where only projects have heirs.
   */
  | Message<'PartsHandedOver', Parts & { readonly to: number | null; readonly heirs: readonly Heir[] }>
  | Message<'HourlyRateChanged', { readonly from: Money | null; readonly to: Money | null }>
  /** Neither the old name nor the new one: both are kept with the account. */
  | Message<'UserRenamed', Record<string, never>>
  /** Neither address: both are kept with the account. */
  | Message<'UserEmailChanged', { readonly how: EmailChangeWay }>
  /** The right to the attendance of others, granted or taken away. */
  | Message<'UserAttendanceChanged', { readonly from: boolean; readonly to: boolean }>
  | Message<'UserPositionsChanged', { readonly from: readonly number[]; readonly to: readonly number[] }>
  /** How much vacation the person may take in a year; null for both: nothing is set. */
  | Message<
      'VacationAllowanceSet',
      { readonly year: number; readonly allowanceDays: number | null; readonly carriedOverDays: number | null }
    >
  /** The overtime that the person has at the beginning of a day; null for both: no balance is kept. */
  | Message<'OvertimeStartSet', { readonly date: Day | null; readonly minutes: number | null }>
  /** Permanent: the person's data outside the log are erased after it. */
  | Message<'UserErased', Record<string, never>>;

export interface User {
  readonly id: number;
  readonly revision: number;
  readonly role: GlobalRole;
  readonly active: boolean;
  readonly hourlyRate: Money | null;
  /** ascending */
  readonly positionIds: readonly number[];
  /** The attendance of others is granted to the person. */
  readonly attendance: boolean;
  /** by year */
  readonly vacation: Readonly<Record<number, VacationAllowance>>;
  /** The beginning of the balance of overtime; null where none is kept. */
  readonly overtime: OvertimeStart | null;
  readonly erased: boolean;
}

/** Whether a person can be given a part in a task, project or board. */
export const isNameable = ({ role, active }: Pick<User, 'role' | 'active'>) => active && role !== 'auditor';

export function userStream(id: number): string {
  return `user-${id}`;
}

const userEvents: EventTable<User, UserEvent> = {
  UserRegistered: {
    begins: ({ data: { userId, role } }) => ({
      id: userId,
      revision: 1,
      role,
      active: true,
      hourlyRate: null,
      positionIds: [],
      attendance: false,
      vacation: {},
      overtime: null,
      erased: false,
    }),
  },
  UserRoleChanged: { fold: (user, { data }) => ({ ...user, role: data.to }) },
  UserDeactivated: { fold: (user) => ({ ...user, active: false }) },
  UserActivated: { fold: (user) => ({ ...user, active: true }) },
  PartsHandedOver: { fold: (user) => user },
  HourlyRateChanged: { fold: (user, { data }) => ({ ...user, hourlyRate: data.to }) },
  UserRenamed: { fold: (user) => user },
  UserEmailChanged: { fold: (user) => user },
  UserPositionsChanged: { fold: (user, { data }) => ({ ...user, positionIds: data.to }) },
  UserAttendanceChanged: { fold: (user, { data }) => ({ ...user, attendance: data.to }) },
  VacationAllowanceSet: {
    fold(user, { data: { year, allowanceDays, carriedOverDays } }) {
      const { [year]: _, ...others } = user.vacation;
      if (allowanceDays === null) return { ...user, vacation: others };
      return { ...user, vacation: { ...others, [year]: { allowanceDays, carriedOverDays: carriedOverDays ?? 0 } } };
    },
  },
  OvertimeStartSet: {
    fold: (user, { data: { date, minutes } }) => ({
      ...user,
      overtime: date === null ? null : { date, minutes: minutes ?? 0 },
    }),
  },
  UserErased: { fold: (user) => ({ ...user, erased: true }) },
};

export const evolveUser = revisionedEvolveOf(userEvents);
