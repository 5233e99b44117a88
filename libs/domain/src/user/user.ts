import type { Decider } from '../kernel/decider';
import type { Message, Money } from '../kernel/message';
import { type Refusal, refuse, refuseField } from '../kernel/refusal';
import type { Actor, GlobalRole } from '../task/task.rights';

/** Events of `user-N`. Names, e-mails and the like are no events: they live beside the log. */
export type UserEvent =
  | Message<'UserRegistered', { readonly userId: number; readonly role: GlobalRole }>
  | Message<'UserRoleChanged', { readonly from: GlobalRole; readonly to: GlobalRole }>
  | Message<'UserDeactivated', Record<string, never>>
  | Message<'UserActivated', Record<string, never>>
  | Message<'HourlyRateChanged', { readonly from: Money | null; readonly to: Money | null }>;

export interface User {
  readonly id: number;
  readonly revision: number;
  readonly role: GlobalRole;
  readonly active: boolean;
  readonly hourlyRate: Money | null;
}

export type UserCommand =
  | { readonly type: 'register'; readonly userId: number; readonly role: GlobalRole }
  | {
      readonly type: 'change';
      readonly role?: GlobalRole;
      readonly active?: boolean;
      readonly hourlyRate?: Money | null;
    };

export interface UserFacts {
  readonly actor: Actor;
  /** Active admins besides this person. */
  readonly otherAdmins: number;
  /** of the installation */
  readonly currency: string;
}

export function userStream(id: number): string {
  return `user-${id}`;
}

export const userDecider: Decider<User | null, UserCommand, UserEvent, UserFacts> = {
  initial: null,
  evolve(user, event) {
    if (user === null) {
      if (event.type !== 'UserRegistered') return null;
      return { id: event.data.userId, revision: 1, role: event.data.role, active: true, hourlyRate: null };
    }
    const next = { ...user, revision: user.revision + 1 };
    switch (event.type) {
      case 'UserRoleChanged':
        return { ...next, role: event.data.to };
      case 'UserDeactivated':
        return { ...next, active: false };
      case 'UserActivated':
        return { ...next, active: true };
      case 'HourlyRateChanged':
        return { ...next, hourlyRate: event.data.to };
      default:
        return next;
    }
  },
  decide(user, command, facts): readonly UserEvent[] | Refusal {
    if (command.type === 'register') {
      return user === null ? [{ type: 'UserRegistered', data: { userId: command.userId, role: command.role } }] : [];
    }
    if (user === null) return refuse('user.not-found');
    if (facts.actor.role !== 'admin') return refuse('user.forbidden');
    const role = command.role ?? user.role;
    const active = command.active ?? user.active;
    const wasAdmin = user.role === 'admin' && user.active;
    if (wasAdmin && (role !== 'admin' || !active) && facts.otherAdmins === 0) return refuse('user.last-admin');
    const { hourlyRate } = command;
    const { currency } = facts;
    if (hourlyRate && hourlyRate.currency !== currency) {
      return refuseField('hourlyRate', 'validation.money', { currency });
    }
    const events: UserEvent[] = [];
    if (role !== user.role) events.push({ type: 'UserRoleChanged', data: { from: user.role, to: role } });
    if (active !== user.active) events.push({ type: active ? 'UserActivated' : 'UserDeactivated', data: {} });
    const rate = hourlyRate === undefined ? user.hourlyRate : hourlyRate;
    if (rate?.amount !== user.hourlyRate?.amount || rate?.currency !== user.hourlyRate?.currency) {
      events.push({ type: 'HourlyRateChanged', data: { from: user.hourlyRate, to: rate } });
    }
    return events;
  },
};
