import {
  type ActivityClass,
  type ActivityEvent,
  activityClassOf,
  type DeletedKind,
  type Deletion,
  deletionIn,
  type EventWithTime,
  foldWords,
  type Instant,
  type RecordedEvent,
  type Source,
  type ThingKind,
  tellsOnlyMoney,
  thingOf,
  type Via,
} from '@gos/domain';
import { eventOf, type Recorded, streamIdIn } from '../kernel/event';
import type { Lookup, PathOf, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

type Happened = EventWithTime<ActivityEvent>;

/**
 * An entry of the index of all events. Long data are not stored twice: they are null here and read from the log.
 */
export interface ActivityDocument {
  readonly id: string;
  /** of its stream */
  readonly kind: ThingKind;
  /** The task whose history shows it. */
  readonly taskId: number | null;
  /** The project that the task or thing was in after the event. */
  readonly projectId: number | null;
  readonly stream: string;
  /** in the stream */
  readonly revision: number;
  /** Zero-padded log position, so that it sorts as text. */
  readonly order: string;
  readonly via: Via;
  /** Null where none was recorded. */
  readonly source: Source | null;
  readonly class: ActivityClass | null;
  readonly event: {
    readonly type: string;
    readonly data: unknown;
    readonly metadata: Pick<RecordedEvent['metadata'], 'at' | 'actor'>;
  };
  readonly hash: string;
  /** It is about money only, so only people who see budgets see it. */
  readonly isMoneyOnly: boolean;
  /** Folded words of the names and texts in it, descriptions excepted. */
  readonly words: readonly string[];
  /** Always empty: only places have former projects. */
  readonly former: readonly number[];
}

/** An entry in the history of a task. */
export interface TaskActivityDocument extends ActivityDocument {
  readonly taskId: number;
  readonly class: ActivityClass;
  readonly event: Pick<Happened, 'type' | 'metadata'> & { readonly data: Happened['data'] | null };
}

/** An entry with its data. */
export type TaskActivity = TaskActivityDocument & { readonly event: Happened };

/** The project that a task or another thing is in; its id is the name of the stream. */
interface PlaceDocument {
  readonly id: string;
  readonly place: { readonly projectId: number | null };
  /** The projects that it has left, each once, the last ones of many. */
  readonly former: readonly number[];
}

/** A thing that was deleted; once it is restored, `deletion` is null. Its id begins with `deleted `. */
export interface DeletedDocument {
  readonly id: string;
  readonly deletion: {
    readonly kind: DeletedKind;
    readonly number: number;
    /** The event that deleted it. */
    readonly eventId: string;
    readonly order: string;
    readonly at: Instant;
    readonly by: number | null;
    readonly taskId: number | null;
    readonly projectId: number | null;
    /** The person whose plan or work it is. */
    readonly ownerId: number | null;
  } | null;
}

/** Characters of JSON. */
const mostData = 2_000;
const mostFormer = 1_000;

type RecordedActivity = Recorded<ActivityEvent['type']>;
const isActivity = (event: Recorded): event is RecordedActivity => Object.hasOwn(activityClassOf, event.type);

function taskOf(event: RecordedActivity): number | null {
  const own = streamIdIn('task', event);
  if (own !== null) return Number(own);
  return 'taskId' in event.data ? event.data.taskId : null;
}

/** Returns the task whose history shows the event, or null. */
export function historyTaskOf(recorded: RecordedEvent): number | null {
  const event = eventOf(recorded);
  return isActivity(event) ? taskOf(event) : null;
}

/** The event as histories show it. One of a task that this version does not know is shown as unreadable, so that it is not hidden. */
function shownOf(event: Recorded): RecordedActivity | null {
  if (isActivity(event)) return event;
  if (streamIdIn('task', event) === null) return null;
  const { type } = event as RecordedEvent;
  return { ...(event as RecordedEvent), type: 'Unreadable', data: { type } };
}

type Written = Readonly<Record<string, unknown>>;
const dataOf = ({ data }: Pick<RecordedEvent, 'data'>): Written =>
  typeof data === 'object' && data !== null ? (data as Written) : {};

const textFields = ['name', 'text', 'result', 'reason', 'reservation', 'note', 'location'] as const;

/** The names and texts that an event holds; descriptions are searched with their tasks. */
function textsIn(event: Recorded): readonly string[] {
  const data = dataOf(event);
  const changes = Array.isArray(data.changes) ? (data.changes as readonly (Written | null)[]) : [];
  const comment = typeof data.comment === 'object' && data.comment !== null ? (data.comment as Written) : {};
  const named = event.type === 'PositionRenamed' ? [data.to] : [];
  const edited = changes.filter(
    (change) => change?.field !== 'description' && change?.field !== 'template.description',
  );
  return [
    ...textFields.map((field) => data[field]),
    comment.text,
    ...named,
    ...edited.map((change) => change?.to),
  ].filter((text) => typeof text === 'string');
}

const isMoneyOnly = (event: Recorded) =>
  tellsOnlyMoney(event.type) ||
  event.type === 'HourlyRateChanged' ||
  (event.type === 'RepeatedTaskEdited' && event.data.changes.every(({ field }) => field === 'template.budget'));

/** The project that the event moves the thing of its stream into; undefined when it moves nothing. */
function projectIn(event: Recorded): number | null | undefined {
  switch (event.type) {
    case 'TaskCreated':
    case 'TaskCreatedForContractor':
    case 'BoardCreated':
    case 'WebhookCreated':
      return event.data.projectId;
    case 'TaskMoved':
      return event.data.to.projectId;
    case 'RepeatedTaskCreated':
      return event.data.template.projectId;
    case 'RepeatedTaskEdited': {
      const moved = event.data.changes.find(({ field }) => field === 'template.projectId');
      return moved && (moved.to as number | null);
    }
    default:
      return undefined;
  }
}

async function projectOf(event: Recorded, taskId: number | null, lookup: Lookup<never>): Promise<number | null> {
  const own = streamIdIn('project', event);
  if (own !== null) return Number(own);
  const moved = projectIn(event);
  if (moved !== undefined) return moved;
  const isPlace = /^(task|board|webhook|repeatedTask)-/.test(event.stream);
  if (!isPlace && taskId === null) return null;
  const place = (await lookup.get(isPlace ? event.stream : `task-${taskId}`)) as PlaceDocument | undefined;
  return place?.place.projectId ?? null;
}

function placeAfter(before: PlaceDocument | undefined, event: Recorded, id: string): PlaceDocument {
  const projectId = projectIn(event) ?? null;
  const left = before?.place.projectId ?? null;
  const former = before?.former ?? [];
  const hasLeft = left !== null && left !== projectId && !former.includes(left);
  return { id, place: { projectId }, former: hasLeft ? [...former, left].slice(-mostFormer) : former };
}

const deletedId = (event: Recorded, { kind, number }: Deletion) => `deleted ${event.stream} ${kind} ${number}`;

async function deletedAfter(
  before: DeletedDocument | undefined,
  event: Recorded,
  id: string,
  lookup: Lookup<never>,
): Promise<DeletedDocument | undefined> {
  const { kind, number, isDeleted } = deletionIn(event)!;
  if (!isDeleted) return before && { id, deletion: null };
  const taskId = historyTaskOf(event);
  const owner = streamIdIn('worklog', event) ?? streamIdIn('plans', event);
  const { at, actor: by } = event.metadata;
  return {
    id,
    deletion: {
      ...{ kind, number, eventId: event.id, order: event.position.padStart(20, '0'), at, by, taskId },
      projectId: await projectOf(event, taskId, lookup),
      ownerId: owner === null ? null : Number(owner),
    },
  };
}

function idsOf(event: Recorded): readonly string[] {
  const deletion = deletionIn(event);
  return [
    ...(projectIn(event) === undefined ? [] : [event.stream]),
    ...(deletion ? [deletedId(event, deletion)] : []),
    event.id,
  ];
}

async function entryAfter(event: Recorded, id: string, lookup: Lookup<never>): Promise<ActivityDocument> {
  const shown = shownOf(event);
  const taskId = shown && taskOf(shown);
  const { type, data, metadata } = (taskId === null ? event : shown!) as RecordedEvent;
  const { at, actor, via, source = null, hash } = metadata;
  return {
    id,
    kind: thingOf(event.stream).kind,
    taskId,
    projectId: await projectOf(event, taskId, lookup),
    stream: event.stream,
    revision: event.revision,
    order: event.position.padStart(20, '0'),
    via,
    source,
    class: taskId === null ? null : activityClassOf[shown!.type],
    event: { type, data: JSON.stringify(data).length > mostData ? null : data, metadata: { at, actor } },
    hash,
    isMoneyOnly: isMoneyOnly(event),
    words: [...new Set(textsIn(event).flatMap(foldWords))],
    former: [],
  };
}

/** All events: the histories of tasks, and the activity of the installation and of projects. */
export const taskActivityModel: ReadModel<TaskActivityDocument, PathOf<ActivityDocument> | PathOf<DeletedDocument>> = {
  name: 'task-activity',
  version: versions['task-activity'],
  indexes: [
    { fields: ['taskId', 'order'] },
    { fields: ['event.metadata.actor', 'order'] },
    { fields: ['projectId', 'order'] },
    { fields: ['class', 'order'] },
    { fields: ['kind', 'order'] },
    { fields: ['via', 'order'] },
    { fields: ['source', 'order'] },
    { fields: ['event.metadata.actor', 'event.metadata.at'] },
    { fields: ['taskId', 'event.metadata.at'] },
    { fields: ['kind', 'event.metadata.at'] },
    { fields: ['deletion.kind', 'deletion.order'] },
    { fields: ['deletion.by', 'deletion.order'] },
    { fields: ['deletion.ownerId', 'deletion.order'] },
    { fields: ['deletion.projectId', 'deletion.order'] },
    { fields: ['former'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: ['event.type', 'isMoneyOnly'],
  longFields: ['words'],
  others: {
    ids: idsOf,
    otherwise(document, event, id, lookup) {
      const among = lookup as unknown as Lookup<never>;
      if (id === event.stream) return placeAfter(document as unknown as PlaceDocument | undefined, event, id) as never;
      if (id === event.id) return entryAfter(event, id, among) as never;
      return deletedAfter(document as unknown as DeletedDocument | undefined, event, id, among) as never;
    },
  },
};

/** The same model for queries of all events, whose entries need not belong to a task. */
export const activityModel = taskActivityModel as unknown as ReadModel<ActivityDocument, PathOf<ActivityDocument>>;

/** The same model for queries of things that are deleted now. */
export const deletedModel = taskActivityModel as unknown as ReadModel<DeletedDocument, PathOf<DeletedDocument>>;
