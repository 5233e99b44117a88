import { costOf, type Instant, minutesOf, type WorkEntry, type WorkEvent } from '@gos/domain';
import { type EventType, type Recorded, streamIdIn } from '../kernel/event';
import { pastOf } from '../kernel/past';
import type { Index, PathOf, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';
import type { ListedTaskDocument } from '../task/task';

/** A change of an entry by another person than its worker. */
export interface ChangeByOther {
  readonly by: number;
  readonly at: Instant;
  /** null in older events, and where a change was undone */
  readonly reason: string | null;
}

/** An entry of somebody's work time. */
export interface WorkedEntry extends Omit<WorkEntry, 'removed'> {
  readonly userId: number;
  /** 0 while running */
  readonly minutes: number;
  /** as `costOf` counts */
  readonly cost: number;
  /** The last change by somebody else; absent where there was none. */
  readonly byOther?: ChangeByOther;
  /** worker, task and contract in one value, by which statistics sum: see `partsOfGroup` */
  readonly group: string;
}

const groupOf = (userId: number, taskId: number, contractId: string | null) =>
  `${userId} ${taskId}${contractId === null ? '' : ` ${contractId}`}`;

/** Splits a `group` into its parts. */
export function partsOfGroup(group: string): { userId: number; taskId: number; contractId: string | null } {
  const [, userId, taskId, contractId] = /^(\d+) (\d+)(?: (.*))?$/s.exec(group)!;
  return { userId: Number(userId), taskId: Number(taskId), contractId: contractId ?? null };
}

/**
 * An entry. Its visibility is read from its task, so that a change of the task's readers costs the same with any number
 * of entries.
 */
export interface WorkDocument {
  readonly id: string;
  readonly taskId: number;
  /** The entry was deleted. */
  readonly deleted: boolean;
  readonly entry: WorkedEntry;
}

export const workEntryId = (entryId: number) => `e${entryId}`;

type Work = WorkDocument | undefined;

/** The fields of a task that decide who sees the work on it. */
type TaskSeen = Pick<ListedTaskDocument, 'parties' | 'projectId' | 'deleted'>;

/**
 * An entry is seen by its worker, by everybody who sees its task unless that is deleted, and by people with the attendance of
 * others.
 */
export function guardOfWork({ entry }: WorkDocument, task: TaskSeen | undefined): Guarded {
  const { parties, projectId } = task === undefined || task.deleted ? { parties: [], projectId: null } : task;
  return { parties: [...parties, entry.userId], projectId, ofAttendance: true };
}

const begun: Pick<WorkedEntry, 'note' | 'added' | 'corrected' | 'revision' | 'byOther'> = {
  note: null,
  added: false,
  corrected: false,
  revision: 0,
};

function byOther({ metadata, data }: Recorded<WorkEvent['type']>, userId: number): ChangeByOther | undefined {
  const { actor: by, at } = metadata;
  if (by === null || by === userId) return undefined;
  return { by, at, reason: ('reason' in data && data.reason) || null };
}

/** Returns the entry after a work event; a new entry begins with the data of the event. */
function entryAfter(document: Work, event: Recorded<WorkEvent['type']>, userId: number): WorkedEntry {
  const { type, data } = event as WorkEvent;
  const { entryId, taskId, projectId, contractId, from, rate } = data;
  const was = document?.entry ?? begun;
  const to = 'to' in data ? data.to : null;
  const minutes = minutesOf({ from, to });
  const changed = byOther(event, userId) ?? was.byOther;
  return {
    userId,
    entryId,
    taskId,
    projectId,
    contractId,
    from,
    to,
    rate,
    note: 'note' in data ? data.note : was.note,
    added: was.added || type === 'TimeAdded',
    corrected: was.corrected || type === 'TimeChanged' || (type === 'TimeAdded' && was.revision > 0),
    revision: was.revision + 1,
    minutes,
    cost: costOf(minutes, rate),
    group: groupOf(userId, taskId, contractId),
    ...(changed && { byOther: changed }),
  };
}

function worked(document: Work, event: Recorded<WorkEvent['type']>, id: string): Work {
  const userId = streamIdIn('worklog', event);
  if (userId === null) return document;
  const entry = entryAfter(document, event, Number(userId));
  return { id, taskId: entry.taskId, deleted: event.type === 'TimeRemoved', entry };
}

const working = {
  WorkStarted: worked,
  WorkEnded: worked,
  TimeAdded: worked,
  TimeChanged: worked,
  TimeRemoved: worked,
  TimeRestored: worked,
} as const satisfies { readonly [T in WorkEvent['type']]: unknown };

const isOneOf = (handlers: object, type: EventType) => Object.hasOwn(handlers, type);

type Field = PathOf<WorkDocument>;

/** Sorts by the beginning, the latest first; the fields of `read` are only read. */
const newestFirst = (among: readonly Field[], read: readonly Field[] = []): Index<Field> => ({
  fields: [...among, 'entry.from', 'entry.entryId', ...read],
  descending: ['entry.from'],
});

export const workModel: ReadModel<WorkDocument> = {
  name: 'work',
  version: versions.work,
  indexes: [
    newestFirst(['entry.userId', 'deleted']),
    newestFirst(['taskId', 'deleted']),
    newestFirst(['entry.projectId', 'deleted'], ['entry.group', 'entry.minutes', 'entry.cost']),
    { fields: ['entry.projectId', 'deleted', 'entry.to', 'entry.from'] },
    newestFirst(['deleted'], ['entry.userId', 'entry.to', 'entry.minutes']),
  ],
  unindexedFields: ['entry.contractId'],
  others: {
    ids: ({ type, data }) => (isOneOf(working, type) && 'entryId' in data ? [workEntryId(data.entryId)] : []),
    on: working,
  },
};

/** The work as it was recorded at every moment, by worker. */
export const workPastModel = pastOf(workModel, {
  name: 'work-past',
  version: versions['work-past'],
  indexes: [newestFirst(['entry.userId', 'deleted']), newestFirst(['deleted'], ['entry.userId'])],
});
