import { type Day, type Instant, isNotificationKind, type NotificationKind } from '@gos/domain';
import { same, without } from '@gos/domain/kernel/values';
import { type Recorded, streamIdIn } from '../kernel/event';
import type { Lookup, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import {
  type ChangingParts,
  calledFromOutside,
  isTelling,
  kindFor,
  type Members,
  managersOf,
  partsAfter,
  recipientsOf,
  remindedIn,
  type TaskParts,
  type Telling,
} from './news';

/** The notification of one person about one event. */
export interface NotificationItem {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly at: Instant;
  /** null: the system */
  readonly by: number | null;
  readonly taskId: number | null;
  /** Only for events of a project itself. */
  readonly projectId: number | null;
  /** The person to whom a task was given. */
  readonly solverId: number | null;
  /** The contractor, where somebody else accepted. */
  readonly onBehalfOf?: number;
  /** The month of attendance that it is about, such as `2026-11`. */
  readonly month?: string;
  /** Days of the month on which nothing was recorded. */
  readonly days?: readonly Day[];
  /** The last closed day of the month. */
  readonly closedTo?: Day;
  /** The reason that another person gave. */
  readonly reason?: string;
  /** Marked one by one. A notification up to the reader's `readUpTo` is read too. */
  readonly read: boolean;
}

/**
 * `EVENT-USER` is a notification. Five kinds of documents decide its recipients: `N` the followers of task N, `pN` the
 * members of project N, `wN` the project of webhook N, `uN` the notifications that person N has read, `aN` whether
 * person N sees everything.
 */
export interface NotificationDocument {
  readonly id: string;
  readonly item: NotificationItem | null;
  readonly task?: TaskParts & { readonly muted: readonly number[] };
  readonly members?: Members;
  /** of a webhook */
  readonly projectId?: number;
  readonly readUpTo?: Instant;
  /** of a person who is or was an admin or auditor */
  readonly seesAll?: boolean;
}

type Document = NotificationDocument | undefined;

const membersId = (projectId: number | string) => `p${projectId}`;
export const readerId = (userId: number | string) => `u${userId}`;
/** Whether an event may notify somebody. */
export const tellsSomebody = ({ type }: { readonly type: string }) =>
  isTelling(type) || type === 'MemberAdded' || type === 'WebhookSwitchedOff';

const seesAllId = (userId: number | string) => `a${userId}`;
const webhookId = (event: Recorded) => `w${streamIdIn('webhook', event)}`;
const idOf = (event: Recorded, userId: number) => `${event.id}-${userId}`;
const recipientIn = (event: Recorded, id: string) => Number(id.slice(event.id.length + 1));

const told = (event: Recorded, userId: number, kind: NotificationKind, more: Partial<NotificationItem>) => ({
  id: idOf(event, userId),
  item: {
    userId,
    kind,
    at: event.metadata.at,
    by: event.metadata.actor,
    taskId: null,
    projectId: null,
    solverId: null,
    read: false,
    ...more,
  },
});

function taskAfter(document: Document, event: Recorded<ChangingParts>): Document {
  const parts = partsAfter(document?.task, event);
  if (parts === null) return undefined;
  const task = { ...parts, muted: document?.task?.muted ?? [] };
  return document && same(document.task, task) ? document : { id: streamIdIn('task', event)!, item: null, task };
}

const onBehalf = ({ type, data }: Recorded<Telling>) =>
  type === 'TaskAccepted' && data.onBehalfOf !== undefined ? { onBehalfOf: data.onBehalfOf } : {};

const subjectFields = ['taskId', 'month', 'days', 'closedTo', 'reason'] as const;

function subjectOf(data: Partial<NotificationItem>): Partial<NotificationItem> {
  return Object.fromEntries(subjectFields.flatMap((field) => (field in data ? [[field, data[field]]] : [])));
}

/** A notification of an event in a task's stream, or of a reminder in a person's own. */
async function tell(
  document: Document,
  event: Recorded<Telling>,
  id: string,
  lookup: Lookup<NotificationDocument>,
): Promise<Document> {
  if (document) return document;
  const userId = recipientIn(event, id);
  const taskId = streamIdIn('task', event);
  if (taskId === null) {
    if (event.type !== 'UsersNotified' || !isNotificationKind(event.data.kind)) return undefined;
    return told(event, userId, event.data.kind, subjectOf(event.data as Partial<NotificationItem>));
  }
  const task = (await lookup.get(taskId))?.task;
  const kind = task && kindFor(event, task, task.muted, userId);
  if (!kind) return undefined;
  const solverId = kind === 'assigned' ? task.solverId : null;
  return told(event, userId, kind, { taskId: Number(taskId), solverId, ...onBehalf(event) });
}

const muting =
  (next: (muted: readonly number[], userId: number) => readonly number[]) =>
  (document: Document, event: Recorded<'TaskMuted' | 'TaskUnmuted'>): Document => {
    const userId = streamIdIn('inbox', event);
    if (!document?.task || userId === null) return document;
    return { ...document, task: { ...document.task, muted: next(document.task.muted, Number(userId)) } };
  };

function read(document: Document, event: Recorded<'NotificationsRead'>, id: string): Document {
  const userId = streamIdIn('inbox', event);
  if ('upTo' in event.data) return { id, item: null, readUpTo: event.data.upTo };
  return document?.item && String(document.item.userId) === userId
    ? { ...document, item: { ...document.item, read: true } }
    : document;
}

function changed(document: Document, event: Recorded<'MemberChanged' | 'MemberRemoved'>, id: string): Document {
  const { [event.data.userId]: _, ...others } = document?.members ?? {};
  const members = event.type === 'MemberRemoved' ? others : { ...others, [event.data.userId]: event.data.to };
  return { id, item: null, members };
}

function joined(document: Document, event: Recorded<'MemberAdded'>, id: string): Document {
  const { projectId, userId, permission, notification } = event.data;
  if (id !== membersId(projectId)) return document ?? told(event, userId, 'invited', { projectId });
  return { id, item: null, members: { ...document?.members, [userId]: { permission, notification } } };
}

function ranked(document: Document, event: Recorded<'UserRegistered' | 'UserRoleChanged'>, id: string): Document {
  const role = event.type === 'UserRegistered' ? event.data.role : event.data.to;
  const seesAll = role === 'admin' || role === 'auditor';
  return document || seesAll ? { id, item: null, seesAll } : undefined;
}

async function switchedOff(
  document: Document,
  event: Recorded<'WebhookSwitchedOff'>,
  id: string,
  lookup: Lookup<NotificationDocument>,
): Promise<Document> {
  const projectId = (await lookup.get(webhookId(event)))?.projectId ?? null;
  return document ?? told(event, recipientIn(event, id), 'webhook-off', { projectId });
}

/** The documents that an event names. */
function namedBy(event: Recorded): readonly string[] {
  switch (event.type) {
    case 'MemberAdded': {
      const { projectId, userId } = event.data;
      return [membersId(projectId), ...(userId === event.metadata.actor ? [] : [idOf(event, userId)])];
    }
    case 'MemberChanged':
    case 'MemberRemoved':
      return [membersId(event.data.projectId)];
    case 'TaskMuted':
    case 'TaskUnmuted':
      return [String(event.data.taskId)];
    case 'WebhookCreated':
      return [webhookId(event)];
    case 'UserRegistered':
    case 'UserRoleChanged':
      return [seesAllId(streamIdIn('user', event)!)];
    case 'NotificationsRead':
      return 'ids' in event.data ? event.data.ids : [readerId(streamIdIn('inbox', event)!)];
    default:
      return remindedIn(event).map((userId) => idOf(event, userId));
  }
}

/** With the task itself, so that it is read once and not for each of them. */
async function recipients(taskId: string, event: Recorded<Telling>, lookup: Lookup<NotificationDocument>) {
  const before = (await lookup.get(taskId))?.task;
  const task = partsAfter(before, event);
  if (task === null) return [];
  const project = task.projectId === null ? undefined : await lookup.get(membersId(task.projectId));
  const members = project?.members ?? {};
  const seeing = new Set<number>();
  for (const id of calledFromOutside(event, task, members))
    if ((await lookup.get(seesAllId(id)))?.seesAll) seeing.add(id);
  const userIds = recipientsOf(event, task, before?.muted ?? [], members, seeing);
  return userIds.length === 0 ? [] : [taskId, ...userIds.map((userId) => idOf(event, userId))];
}

async function managers(event: Recorded<'WebhookSwitchedOff'>, lookup: Lookup<NotificationDocument>) {
  const projectId = (await lookup.get(webhookId(event)))?.projectId;
  const project = projectId === undefined ? undefined : await lookup.get(membersId(projectId));
  return managersOf(project?.members ?? {}).map((userId) => idOf(event, userId));
}

const telling = {
  TaskCreated: tell,
  TaskCreatedForContractor: tell,
  TaskAssigned: tell,
  TaskRestored: tell,
  TaskCompleted: tell,
  TaskAccepted: tell,
  TaskReturned: tell,
  DeadlineMoved: tell,
  CommentAdded: tell,
  CommentEdited: tell,
  ParticipantAdded: tell,
  UsersNotified: tell,
} as const satisfies Readonly<Record<Telling, unknown>>;

export const notificationModel: ReadModel<NotificationDocument> = {
  name: 'notification',
  version: versions.notification,
  indexes: [{ fields: ['item.userId', 'item.read', 'item.at'] }, { fields: ['item.userId', 'item.at'] }],
  unindexedFields: ['item.kind', 'item.taskId'],
  own: {
    stream: 'task',
    on: {
      TaskCreated: taskAfter,
      TaskCreatedForContractor: taskAfter,
      TaskAssigned: taskAfter,
      ContractorChanged: taskAfter,
      ParticipantAdded: taskAfter,
      ParticipantRemoved: taskAfter,
      TaskMoved: taskAfter,
      TaskEdited: taskAfter,
    },
  },
  others: {
    ids: namedBy,
    find(event, lookup) {
      if (event.type === 'WebhookSwitchedOff') return managers(event, lookup);
      const task = streamIdIn('task', event);
      return task !== null && isTelling(event.type) ? recipients(task, event as Recorded<Telling>, lookup) : null;
    },
    on: {
      ...telling,
      MemberAdded: joined,
      MemberChanged: changed,
      MemberRemoved: changed,
      WebhookCreated: (_, { data: { projectId } }, id) => ({ id, item: null, projectId }),
      WebhookSwitchedOff: switchedOff,
      UserRegistered: ranked,
      UserRoleChanged: ranked,
      TaskMuted: muting((muted, userId) => [...without(muted, userId), userId]),
      TaskUnmuted: muting(without),
      NotificationsRead: read,
    },
  },
};
