import type { Actor } from '../kernel/actor';
import { aggregate, type CommandTable } from '../kernel/aggregate';
import { type Refusal, refuse, refuseField } from '../kernel/refusal';
import { evolveUser, type User, type UserEvent } from './user';
import type { UserBodies } from './user.bodies';

export interface UserFacts {
  readonly actor: Actor;
  /** Number of active admins besides this person. */
  readonly otherAdmins: number;
  /** of the installation */
  readonly currency: string;
}

/** Rights to another person's account, by role. */
const userRights = { change: ['admin'] } as const satisfies Record<string, readonly Actor['role'][]>;
type UserAction = keyof typeof userRights;

function change(
  user: User,
  { role = user.role, active = user.active, hourlyRate: wanted }: UserBodies['change'],
  { otherAdmins, currency }: UserFacts,
): readonly UserEvent[] | Refusal {
  const wasAdmin = user.role === 'admin' && user.active;
  if (wasAdmin && (role !== 'admin' || !active) && otherAdmins === 0) return refuse('user.last-admin');
  if (wanted && wanted.currency !== currency) {
    return refuseField('hourlyRate', 'validation.money', { currency });
  }
  const hourlyRate = wanted === undefined ? user.hourlyRate : wanted;
  const events: UserEvent[] = [];
  if (role !== user.role) events.push({ type: 'UserRoleChanged', data: { from: user.role, to: role } });
  if (active !== user.active) events.push({ type: active ? 'UserActivated' : 'UserDeactivated', data: {} });
  if (hourlyRate?.amount !== user.hourlyRate?.amount || hourlyRate?.currency !== user.hourlyRate?.currency) {
    events.push({ type: 'HourlyRateChanged', data: { from: user.hourlyRate, to: hourlyRate } });
  }
  return events;
}

const userCommands: CommandTable<UserBodies, User, UserEvent, UserFacts, UserAction> = {
  register: { begins: (userId, { role }) => [{ type: 'UserRegistered', data: { userId, role } }] },
  change: { right: 'change', edits: ({ role, active, hourlyRate }) => ({ role, active, hourlyRate }), decide: change },
};

export const userAggregate = aggregate({
  name: 'user',
  initial: null,
  evolve: evolveUser,
  commands: userCommands,
  missing: 'user.not-found',
  revisionOf: ({ revision }) => revision,
  rightRefusalOf(right, _, { actor }) {
    const who: readonly Actor['role'][] = userRights[right];
    return who.includes(actor.role) ? null : 'user.forbidden';
  },
});
