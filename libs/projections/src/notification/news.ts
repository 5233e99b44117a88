import {
  type EventWithTime,
  evolveTask,
  isNotificationKind,
  type Membership,
  type NotificationKind,
  type Task,
  type TaskEvent,
} from '@gos/domain';
import { type EventOf, type EventType, type Recorded, streamIdIn } from '../kernel/event';

/** The fields of a task that decide who is notified. */
export type TaskParts = Pick<Task, 'contractorId' | 'solverId' | 'acknowledged' | 'passive' | 'projectId' | 'type'>;

/** The notifications that follow from an event. */
interface News {
  /** the kind for everybody who follows the task; null: only the people below are notified */
  readonly kind: NotificationKind | null;
  /** people who are notified with another kind, whether they follow the task or not */
  readonly named?: readonly (readonly [userId: number, kind: NotificationKind])[];
  readonly mentions?: readonly number[];
  /** A mention replaces the usual notification of a person who follows the task. */
  readonly mentionsFirst?: true;
  readonly but?: number | null;
}

type Teller<T extends EventType> = (data: EventOf<T>['data'], task: TaskParts) => News;

const joining = ({ type }: TaskParts) => (type === 'meeting' ? 'invited' : 'participant');
const given = ({ solverId }: TaskParts) => (solverId === null ? null : 'assigned');
/** More people than anybody means to call. */
const mostMentions = 100;

const created = (task: TaskParts): News => ({
  kind: given(task),
  named: [
    ...(task.solverId === null ? [] : [[task.solverId, 'assigned'] as const]),
    ...task.acknowledged.map((userId) => [userId, joining(task)] as const),
  ],
});

/** Endings and changes of a task's contents notify nobody: there is no kind for them. */
const tellers = {
  /** The contractor is not notified of each generated task. */
  TaskCreated: (_, task) => ({ ...created(task), but: task.contractorId }),
  TaskCreatedForContractor(_, task) {
    const { kind, named = [] } = created(task);
    return { kind, named: [...named, [task.contractorId, 'participant']] };
  },
  TaskAssigned: (_, task) => ({ kind: given(task) }),
  TaskRestored: (_, task) => ({ kind: given(task) }),
  /** A person who solves their own task has accepted it in the same step. */
  TaskCompleted: (_, { contractorId, solverId }) => ({
    kind: contractorId === solverId ? null : 'to-accept',
    but: solverId,
  }),
  TaskAccepted: ({ comment }) => ({ kind: 'accepted', mentions: comment?.mentions }),
  TaskReturned: () => ({ kind: 'returned' }),
  DeadlineMoved: () => ({ kind: 'deadline-moved' }),
  CommentAdded: ({ mentions }) => ({ kind: 'comment', mentions, mentionsFirst: true }),
  /** Only the people whom the earlier text did not mention. */
  CommentEdited: ({ mentions }) => ({ kind: null, mentions, mentionsFirst: true }),
  ParticipantAdded: ({ userId, kind }, task) => ({
    kind: null,
    named: kind === 'acknowledged' ? [[userId, joining(task)]] : [],
  }),
  UsersNotified: ({ kind, userIds }) => ({
    kind: null,
    named: isNotificationKind(kind) ? userIds.map((userId) => [userId, kind] as const) : [],
  }),
} as const satisfies { readonly [T in EventType]?: Teller<T> };

export type Telling = keyof typeof tellers;
export const isTelling = (type: string): type is Telling => Object.hasOwn(tellers, type);

const newsOf = ({ type, data }: Recorded<Telling>, task: TaskParts): News =>
  (tellers[type] as Teller<Telling>)(data as never, task);

/** The events that change them; these depend on nothing else of a task. */
const changing = [
  'TaskCreated',
  'TaskCreatedForContractor',
  'TaskAssigned',
  'ContractorChanged',
  'ParticipantAdded',
  'ParticipantRemoved',
  'TaskMoved',
  'TaskEdited',
] as const satisfies readonly EventType[];
export type ChangingParts = (typeof changing)[number];

export function partsAfter(before: TaskParts | undefined, event: Recorded): TaskParts | null {
  if (!changing.some((type) => type === event.type)) return before ?? null;
  const after = evolveTask((before ?? null) as Task | null, event as unknown as EventWithTime<TaskEvent>);
  if (after === null) return null;
  const { contractorId, solverId, acknowledged, passive, projectId, type } = after;
  return { contractorId, solverId, acknowledged, passive, projectId, type };
}

const isFollowing = ({ contractorId, solverId, acknowledged }: TaskParts, userId: number) =>
  userId === contractorId || userId === solverId || acknowledged.includes(userId);

/** Returns the kind of notification that a recipient of the event gets; null: they muted the task. */
export function kindFor(
  event: Recorded<Telling>,
  task: TaskParts,
  muted: readonly number[],
  userId: number,
): NotificationKind | null {
  const { kind, named = [], mentions = [], mentionsFirst = false } = newsOf(event, task);
  const mention = mentions.includes(userId) ? 'mention' : null;
  if (muted.includes(userId)) return mention;
  const other = named.find(([id]) => id === userId)?.[1];
  if (other) return other;
  if (mention && (mentionsFirst || kind === null || !isFollowing(task, userId))) return mention;
  return kind;
}

/** Members of a project, by id. */
export type Members = Readonly<Record<number, Membership>>;

const membersWho = (members: Members, does: (member: Membership) => boolean) =>
  Object.keys(members).flatMap((id) => (does(members[Number(id)]!) ? [Number(id)] : []));

export const managersOf = (members: Members) => membersWho(members, ({ permission }) => permission === 'manage');

const isParty = (task: TaskParts, userId: number) => isFollowing(task, userId) || task.passive.includes(userId);

/**
 * Returns the mentioned people who are neither in the task nor in its project. Only those who see everything see it.
 */
export const calledFromOutside = (event: Recorded<Telling>, task: TaskParts, members: Members): readonly number[] =>
  (newsOf(event, task).mentions ?? [])
    .slice(0, mostMentions)
    .filter((id) => members[id] === undefined && !isParty(task, id));

/**
 * Returns the people whom an event in a task's stream notifies: its parties but passive ones, members with
 * notifications of the whole project, and mentioned people. They must see the task and not have turned notifications
 * off. The event's actor is never among them.
 * @param seeing those people mentioned from outside who see everything
 */
export function recipientsOf(
  event: Recorded<Telling>,
  task: TaskParts,
  muted: readonly number[],
  members: Members,
  seeing: ReadonlySet<number>,
): number[] {
  const { kind, named = [], mentions = [], but = null } = newsOf(event, task);
  const { contractorId, solverId, acknowledged } = task;
  const all = membersWho(members, ({ notification }) => notification === 'all');
  const following =
    kind === null ? [] : [contractorId, ...(solverId === null ? [] : [solverId]), ...acknowledged, ...all];
  const isToBeTold = (id: number) =>
    isParty(task, id) || (members[id] === undefined ? seeing.has(id) : members[id].notification !== 'none');
  const called = mentions.slice(0, mostMentions).filter(isToBeTold);
  const told = new Set([...following.filter((id) => id !== but), ...named.map(([id]) => id), ...called]);
  told.delete(event.metadata.actor ?? 0);
  return [...told].filter((id) => kindFor(event, task, muted, id) !== null);
}

/** Returns the ids of the people whom a reminder in their own stream notifies, apart from a task. */
export const remindedIn = (event: Recorded): readonly number[] =>
  event.type === 'UsersNotified' &&
  isNotificationKind(event.data.kind) &&
  (streamIdIn('worklog', event) ?? streamIdIn('plans', event)) !== null
    ? event.data.userIds
    : [];
