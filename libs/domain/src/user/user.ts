import type { GlobalRole } from '../kernel/actor';
import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Message, Money } from '../kernel/message';

/** Events of `user-N`. Personal data (names, e-mails) is stored outside the log. */
export type UserEvent =
  | Message<'UserRegistered', { readonly userId: number; readonly role: GlobalRole; readonly invitedBy?: number }>
  | Message<'UserRoleChanged', { readonly from: GlobalRole; readonly to: GlobalRole }>
  | Message<'UserDeactivated', Record<string, never>>
  | Message<'UserActivated', Record<string, never>>
  | Message<'HourlyRateChanged', { readonly from: Money | null; readonly to: Money | null }>
  | Message<'UserPositionsChanged', { readonly from: readonly number[]; readonly to: readonly number[] }>;

export interface User {
  readonly id: number;
  readonly revision: number;
  readonly role: GlobalRole;
  readonly active: boolean;
  readonly hourlyRate: Money | null;
  /** ascending */
  readonly positionIds: readonly number[];
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
    }),
  },
  UserRoleChanged: { fold: (user, { data }) => ({ ...user, role: data.to }) },
  UserDeactivated: { fold: (user) => ({ ...user, active: false }) },
  UserActivated: { fold: (user) => ({ ...user, active: true }) },
  HourlyRateChanged: { fold: (user, { data }) => ({ ...user, hourlyRate: data.to }) },
  UserPositionsChanged: { fold: (user, { data }) => ({ ...user, positionIds: data.to }) },
};

export const evolveUser = revisionedEvolveOf(userEvents);
