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
  /** The ids in the command that are positions. */
  readonly knownPositions: readonly number[];
}

/** Rights to another person's account, by role. */
const userRights = { change: ['admin'] } as const satisfies Record<string, readonly Actor['role'][]>;
type UserAction = keyof typeof userRights;

function change(
  user: User,
  {
    role = user.role,
    active = user.active,
    hourlyRate: wanted,
    positionIds: given = user.positionIds,
  }: UserBodies['change'],
  { otherAdmins, currency, knownPositions }: UserFacts,
): readonly UserEvent[] | Refusal {
  const wasAdmin = user.role === 'admin' && user.active;
  if (wasAdmin && (role !== 'admin' || !active) && otherAdmins === 0) return refuse('user.last-admin');
  if (wanted && wanted.currency !== currency) {
    return refuseField('hourlyRate', 'validation.money', { currency });
  }
  const hourlyRate = wanted === undefined ? user.hourlyRate : wanted;
  const positionIds = [...new Set(given)].sort((a, b) => a - b);
  const unknown = positionIds.filter((id) => !user.positionIds.includes(id) && !knownPositions.includes(id));
  if (unknown.length > 0) return refuseField('positionIds', 'position.unknown');
  const events: UserEvent[] = [];
  if (role !== user.role) events.push({ type: 'UserRoleChanged', data: { from: user.role, to: role } });
  if (active !== user.active) events.push({ type: active ? 'UserActivated' : 'UserDeactivated', data: {} });
  if (hourlyRate?.amount !== user.hourlyRate?.amount || hourlyRate?.currency !== user.hourlyRate?.currency) {
    events.push({ type: 'HourlyRateChanged', data: { from: user.hourlyRate, to: hourlyRate } });
  }
  if (String(positionIds) !== String(user.positionIds)) {
    events.push({ type: 'UserPositionsChanged', data: { from: user.positionIds, to: positionIds } });
  }
  return events;
}

const fieldsOf = ({ role, active, hourlyRate, positionIds }: User) => ({ role, active, hourlyRate, positionIds });

const userCommands: CommandTable<UserBodies, User, UserEvent, UserFacts, UserAction> = {
  register: {
    begins: (userId, { role, invitedBy }) => [
      { type: 'UserRegistered', data: { userId, role, ...(invitedBy !== undefined && { invitedBy }) } },
    ],
  },
  change: { right: 'change', edits: fieldsOf, decide: change },
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
