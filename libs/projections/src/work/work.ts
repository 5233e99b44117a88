import {
  costOf,
  type EventWithTime,
  evolveTask,
  minutesOf,
  partiesOf,
  type Task,
  type TaskEvent,
  type WorkEntry,
  type WorkEvent,
} from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import { same } from '@gos/domain/kernel/values';
import { type EventType, type Recorded, streamIdIn } from '../kernel/event';
import type { Lookup, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

/** An entry of somebody's work time. */
export interface WorkedEntry extends Omit<WorkEntry, 'removed'> {
  readonly userId: number;
  /** 0 while running */
  readonly minutes: number;
  /** as `costOf` counts */
  readonly cost: number;
  /** worker, task and contract in one, by which statistics sum: see `partsOfGroup` */
  readonly group: string;
}

const groupOf = (userId: number, taskId: number, contractId: string | null) =>
  `${userId} ${taskId}${contractId === null ? '' : ` ${contractId}`}`;

/** What a `group` stands for. */
export function partsOfGroup(group: string): { userId: number; taskId: number; contractId: string | null } {
  const [, userId, taskId, contractId] = /^(\d+) (\d+)(?: (.*))?$/s.exec(group)!;
  return { userId: Number(userId), taskId: Number(taskId), contractId: contractId ?? null };
}

/**
 * Two kinds of documents: `eN` is entry N, seen by its worker and by whoever sees its task; `N` keeps who sees task N, for entries
 * to come.
 */
export interface WorkDocument extends Guarded {
  readonly id: string;
  readonly taskId: number;
  /** The entry was deleted. */
  readonly deleted: boolean;
  readonly entry: WorkedEntry | null;
  /** Only of a task: what its parties are told by. */
  readonly task?: PartsOfTask;
}

type PartsOfTask = Pick<Task, 'contractorId' | 'solverId' | 'acknowledged' | 'passive' | 'projectId' | 'deleted'>;

export const workEntryId = (entryId: number) => `e${entryId}`;

type Work = WorkDocument | undefined;

/** A deleted task is seen by nobody; its workers keep their entries. */
const guardOf = (task: PartsOfTask | undefined): Pick<Guarded, 'parties' | 'projectId'> =>
  task === undefined || task.deleted
    ? { parties: [], projectId: null }
    : { parties: partiesOf(task), projectId: task.projectId };

function partsOf({ contractorId, solverId, acknowledged, passive, projectId, deleted }: Task): PartsOfTask {
  return { contractorId, solverId, acknowledged, passive, projectId, deleted };
}

type Seeing =
  | 'TaskAssigned'
  | 'ContractorChanged'
  | 'ParticipantAdded'
  | 'ParticipantRemoved'
  | 'TaskMoved'
  | 'TaskDeleted'
  | 'TaskUndeleted';

/** What these events change of a task depends on nothing but its parts. */
function taskAfter(document: Work, event: Recorded<Seeing | 'TaskCreated' | 'TaskCreatedForContractor'>): Work {
  const before = (document?.task ?? null) as Task | null;
  const after = evolveTask(before, event as EventWithTime<TaskEvent>);
  if (after === null) return undefined;
  const task = partsOf(after);
  if (document && same(document.task, task)) return document;
  const taskId = Number(streamIdIn('task', event));
  return { id: String(taskId), taskId, deleted: task.deleted, entry: null, task, ...guardOf(task) };
}

function withGuard(document: WorkDocument, task: PartsOfTask | undefined): WorkDocument {
  const { parties, projectId } = guardOf(task);
  const worker = document.entry!.userId;
  const guard = { parties: parties.includes(worker) ? parties : [...parties, worker], projectId };
  return same(guard, { parties: document.parties, projectId: document.projectId })
    ? document
    : { ...document, ...guard };
}

/** Who sees the task has changed: its entries follow. */
async function followTask(
  document: Work,
  event: Recorded<Seeing>,
  _id: string,
  lookup: Lookup<WorkDocument>,
): Promise<Work> {
  const task = await lookup.get(String(streamIdIn('task', event)));
  return document?.entry ? withGuard(document, task?.task) : document;
}

const seeing = {
  TaskAssigned: followTask,
  ContractorChanged: followTask,
  ParticipantAdded: followTask,
  ParticipantRemoved: followTask,
  TaskMoved: followTask,
  TaskDeleted: followTask,
  TaskUndeleted: followTask,
} as const satisfies { readonly [T in Seeing]: unknown };

const begun = { note: null, added: false, corrected: false, revision: 0 };

/** The entry after a work event; one that is not there yet begins with what the event tells. */
function entryAfter(document: Work, event: Recorded<WorkEvent['type']>, userId: number): WorkedEntry {
  const { type, data } = event as WorkEvent;
  const { entryId, taskId, projectId, contractId, from, rate } = data;
  const was = document?.entry ?? begun;
  const to = 'to' in data ? data.to : null;
  const minutes = minutesOf({ from, to });
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
  };
}

async function worked(
  document: Work,
  event: Recorded<WorkEvent['type']>,
  id: string,
  lookup: Lookup<WorkDocument>,
): Promise<Work> {
  const userId = streamIdIn('worklog', event);
  if (userId === null) return document;
  const entry = entryAfter(document, event, Number(userId));
  const { taskId } = entry;
  const task = await lookup.get(String(taskId));
  const deleted = event.type === 'TimeRemoved';
  return withGuard({ id, taskId, deleted, entry, parties: [], projectId: null }, task?.task);
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

export const workModel: ReadModel<WorkDocument> = {
  name: 'work',
  version: versions.work,
  indexes: [
    { fields: ['entry.userId', 'deleted', 'entry.from'] },
    { fields: ['taskId', 'deleted', 'entry.from'] },
    { fields: ['entry.projectId', 'deleted', 'entry.from', 'entry.group', 'entry.minutes', 'entry.cost'] },
    { fields: ['entry.projectId', 'deleted', 'entry.to', 'entry.from'] },
    { fields: ['deleted', 'entry.from', 'entry.userId'] },
  ],
  unindexedFields: ['entry.entryId', 'entry.contractId'],
  own: {
    stream: 'task',
    on: { TaskCreated: taskAfter, TaskCreatedForContractor: taskAfter, ...mapTable(seeing, () => taskAfter) },
  },
  others: {
    ids: ({ type, data }) => (isOneOf(working, type) && 'entryId' in data ? [workEntryId(data.entryId)] : []),
    find(event, lookup) {
      const task = streamIdIn('task', event);
      if (task === null || !isOneOf(seeing, event.type)) return null;
      return lookup
        .find('taskId', Number(task))
        .then((documents) => documents.flatMap(({ id, entry }) => (entry ? [id] : [])));
    },
    on: { ...seeing, ...working },
  },
};
