import { type Actor, mayBeGrantedAttendance } from '../kernel/actor';
import { aggregate, type CommandTable } from '../kernel/aggregate';
import { limits } from '../kernel/limits';
import { type FieldError, isRefusal, type Refusal, refuse, refuseField, refuseFields } from '../kernel/refusal';
import { normalizeText } from '../kernel/text';
import type { VacationDays } from '../plans/vacation';
import { evolveUser, isNameable, type Parts, type User, type UserEvent } from './user';
import type { UserBodies } from './user.bodies';
import { balanceRefusalOf, setVacation } from './vacation';

/** A project that the person manages. */
export interface Managed {
  readonly id: number;
  readonly name: string;
  /** The other managers of the project: active people, no auditors. */
  readonly others: readonly number[];
}

/** The facts that matter when somebody leaves. */
export interface Leaving {
  readonly managed: readonly Managed[];
  readonly parts: Parts;
  /** The ids in the command that may take something over: people who are known and active, no auditors. */
  readonly nameable: readonly number[];
}

export interface UserFacts {
  readonly actor: Actor;
  /** Number of active admins besides this person. */
  readonly otherAdmins: number;
  /** of the installation */
  readonly currency: string;
  /** The ids in the command that are positions. */
  readonly knownPositions: readonly number[];
  /** Absent for a command that takes nothing from anybody. */
  readonly leaving?: Leaving;
  /** The person's name, which the log doesn't hold; absent for a command that does not ask for it. */
  readonly name?: string;
  /** How many names the person had before; absent for a command that gives them no other. */
  readonly formerNames?: number;
  /** The person's vacation in the year of the command; absent for other commands. */
  readonly taken?: VacationDays;
  /** Number of the person's earlier addresses; absent for other commands. */
  readonly formerEmails?: number;
}

/** Rights to another person's account, by role; nobody has a right to the private parts of an account. */
const userRights = {
  change: ['admin'],
  erase: ['admin'],
  rename: [],
  changeEmail: ['admin'],
} as const satisfies Record<string, readonly Actor['role'][]>;
type UserAction = keyof typeof userRights | 'setBalance';

export const noParts: Parts = { contractorOf: [], solverOf: [], repeatedTasks: [], boards: [], webhooks: [] };
const noVacation: VacationDays = { usedDays: 0, plannedDays: 0, requestedDays: 0 };
const nobodyLeaves: Leaving = { managed: [], parts: noParts, nameable: [] };

/**
 * Decides the parts that go to others when this person is no longer `active`, or no longer among those who may have a
 * part.
 */
function handOver(
  user: User,
  { handOver: to = null, heirs: given = {} }: Pick<UserBodies['change'], 'handOver' | 'heirs'>,
  stays: boolean,
  { managed, parts, nameable }: Leaving,
): readonly UserEvent[] | Refusal {
  const heirs = Object.entries(given).map(([projectId, userId]) => ({ projectId: Number(projectId), userId }));
  const mayTake = (id: number) => id !== user.id && nameable.includes(id);
  const wrongHeirs = heirs.map(({ projectId, userId }): FieldError | null => {
    const path = `heirs.${projectId}`;
    if (stays) return { path, code: 'user.hand-over.stays' };
    if (!managed.some(({ id }) => id === projectId)) return { path, code: 'user.hand-over.project' };
    return mayTake(userId) ? null : { path, code: 'user.hand-over.unknown' };
  });
  const wrong = refuseFields([
    to === null || !stays ? null : { path: 'handOver', code: 'user.hand-over.stays' },
    to === null || stays || mayTake(to) ? null : { path: 'handOver', code: 'user.hand-over.unknown' },
    ...wrongHeirs,
  ]);
  if (wrong) return wrong;
  const alone = managed.filter(({ id, others }) => others.length === 0 && given[id] === undefined);
  if (isNameable(user) && !stays && alone.length > 0) {
    return refuse('user.last-manage', { details: { projects: alone.map(({ id, name }) => ({ id, name })) } });
  }
  const missing = heirs.filter(
    ({ projectId, userId }) => !managed.find(({ id }) => id === projectId)!.others.includes(userId),
  );
  const handed = to === null ? noParts : parts;
  const isNothing = missing.length === 0 && Object.values(handed).every((ids) => ids.length === 0);
  return isNothing ? [] : [{ type: 'PartsHandedOver', data: { to, heirs: missing, ...handed } }];
}

function change(
  user: User,
  {
    role = user.role,
    active = user.active,
    hourlyRate: wanted,
    positionIds: given = user.positionIds,
    attendance: granted,
    ...to
  }: UserBodies['change'],
  { otherAdmins, currency, knownPositions, leaving = nobodyLeaves }: UserFacts,
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
  if (granted && !mayBeGrantedAttendance(role)) return refuseField('attendance', 'user.attendance.role');
  // A person who becomes a collaborator or an auditor loses it, and has to be granted it again afterwards.
  const attendance = (granted ?? user.attendance) && mayBeGrantedAttendance(role);
  const handedOver = handOver(user, to, isNameable({ role, active }), leaving);
  if (isRefusal(handedOver)) return handedOver;
  const events: UserEvent[] = [];
  if (role !== user.role) events.push({ type: 'UserRoleChanged', data: { from: user.role, to: role } });
  if (active !== user.active) events.push({ type: active ? 'UserActivated' : 'UserDeactivated', data: {} });
  if (hourlyRate?.amount !== user.hourlyRate?.amount || hourlyRate?.currency !== user.hourlyRate?.currency) {
    events.push({ type: 'HourlyRateChanged', data: { from: user.hourlyRate, to: hourlyRate } });
  }
  if (String(positionIds) !== String(user.positionIds)) {
    events.push({ type: 'UserPositionsChanged', data: { from: user.positionIds, to: positionIds } });
  }
  if (attendance !== user.attendance) {
    events.push({ type: 'UserAttendanceChanged', data: { from: user.attendance, to: attendance } });
  }
  return [...events, ...handedOver];
}

/** `confirm` repeats the name. Repeating the command appends no event, but erases data that were left over. */
function erase(user: User, { confirm }: UserBodies['erase'], { name }: UserFacts): readonly UserEvent[] | Refusal {
  if (user.erased) return [];
  if (user.active) return refuse('user.erase.active');
  return normalizeText(confirm) === name
    ? [{ type: 'UserErased', data: {} }]
    : refuseField('confirm', 'user.erase.name');
}

/** Names that somebody had stay known, so there is an end to their number: none is ever dropped for another. */
function rename(_: User, __: UserBodies['rename'], { formerNames = 0 }: UserFacts): readonly UserEvent[] | Refusal {
  const { max } = limits.formerNames;
  if (formerNames >= max) return refuseField('name', 'user.name.too-often', { max });
  return [{ type: 'UserRenamed', data: {} }];
}

/** A person who was deactivated after they confirmed the address is not followed by it. */
function changeEmail(
  { active }: User,
  { how }: UserBodies['changeEmail'],
  { formerEmails = 0 }: UserFacts,
): readonly UserEvent[] | Refusal {
  if (!active && (how === 'link' || how === 'provider')) return refuse('auth.access-changed');
  const { max } = limits.formerEmails;
  if (formerEmails >= max) return refuseField('email', 'user.email.too-often', { max });
  return [{ type: 'UserEmailChanged', data: { how } }];
}

/** Sets the overtime at the beginning of a day, or takes the balance away. */
function setOvertime({ overtime }: User, { date, minutes }: UserBodies['setOvertime']): readonly UserEvent[] {
  if (date === null) return overtime === null ? [] : [{ type: 'OvertimeStartSet', data: { date, minutes: null } }];
  const isSame = overtime?.date === date && overtime.minutes === minutes;
  return isSame ? [] : [{ type: 'OvertimeStartSet', data: { date, minutes } }];
}

const fieldsOf = ({ role, active, hourlyRate, positionIds, attendance }: User) => ({
  role,
  active,
  hourlyRate,
  positionIds,
  attendance,
});

const userCommands: CommandTable<UserBodies, User, UserEvent, UserFacts, UserAction> = {
  register: {
    begins: (userId, { role, invitedBy }) => [
      { type: 'UserRegistered', data: { userId, role, ...(invitedBy !== undefined && { invitedBy }) } },
    ],
  },
  change: { right: 'change', edits: fieldsOf, decide: change },
  setVacation: {
    right: 'setBalance',
    edits: ({ vacation }, { year }) => ({ allowanceDays: null, carriedOverDays: 0, ...vacation[year] }),
    decide: (user, body, { taken = noVacation }) => setVacation(user, body, taken),
  },
  setOvertime: {
    right: 'setBalance',
    edits: ({ overtime }) => ({ date: overtime?.date ?? null, minutes: overtime?.minutes ?? 0 }),
    decide: setOvertime,
  },
  erase: { right: 'erase', decide: erase },
  rename: { right: 'rename', decide: rename },
  changeEmail: { right: 'changeEmail', decide: changeEmail },
};

export const userAggregate = aggregate({
  name: 'user',
  initial: null,
  evolve: evolveUser,
  commands: userCommands,
  missing: 'user.not-found',
  stateRefusal: (right, { erased }) => (erased && right !== 'erase' ? refuse('user.erased') : null),
  revisionOf: ({ revision }) => revision,
  rightRefusalOf(right, { id }, { actor }) {
    if (right === 'setBalance') return balanceRefusalOf(actor);
    if ((right === 'rename' || right === 'changeEmail') && actor.id === id) return null;
    const who: readonly Actor['role'][] = userRights[right];
    return who.includes(actor.role) ? null : 'user.forbidden';
  },
});
