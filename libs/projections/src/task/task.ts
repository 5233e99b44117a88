import {
  czechSortKey,
  evolveTask,
  excerptOf,
  type FieldOfKind,
  foldWords,
  hundredthsOf,
  type Instant,
  isOpenTask,
  isUnreadable,
  lineFields,
  longTextKey,
  type Money,
  moneyFields,
  moneyOfCost,
  nextReminderOf,
  overAtOf,
  type PlainField,
  partiesOf,
  plainEntryOf,
  plainFieldNames,
  type RecordedEvent,
  type Task,
  textOfHtml,
  type WorkEvent,
  workDelta,
} from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { without } from '@gos/domain/kernel/values';
import { type Recorded, streamIdIn } from '../kernel/event';
import type { Index, Lookup, PathOf, ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

type LineField = FieldOfKind<'line'>;
type MoneyField = FieldOfKind<'money'>;
const isLine = (field: PlainField): field is LineField => plainEntryOf(field).kind === 'line';

const centsKey = <F extends MoneyField>(field: F) => `${field}Cents` as const;

/** The path in the document by which lists sort and filter: single-line texts and money have sort keys. */
export function plainPath(field: PlainField): PathOf<TaskDocument> {
  if (isLine(field)) return `textKeys.${field}`;
  const path = plainEntryOf(field).kind === 'money' ? centsKey(field as MoneyField) : `task.${field}`;
  return path as PathOf<TaskDocument>;
}

/** Hundredths of plain fields of money. */
type CentsKeys = { readonly [F in MoneyField as `${F}Cents`]: number | null };

const centsOf = (money: Money | null) => (money === null ? null : hundredthsOf(money));

/** A task for lists, detail and search: the aggregate's state, with derived fields that it lacks. */
export interface TaskDocument extends Guarded, CentsKeys {
  readonly id: string;
  readonly task: Task;
  /** The last event of its stream: `task` is folded up to it, so that a command need not read earlier events. */
  readonly upTo: { readonly revision: number; readonly hash: string };
  readonly deleted: boolean;
  readonly participants: readonly number[];
  readonly predecessors: readonly number[];
  /** Predecessors that are neither solved nor deleted. */
  readonly waitingFor: readonly number[];
  readonly waiting: boolean;
  /** Subtasks that are neither solved nor deleted. */
  readonly openSubtaskIds: readonly number[];
  /** How many they are. */
  readonly openSubtasks: number;
  readonly spentMinutes: number;
  /** of the work, as `costOf` counts */
  readonly cost: number;
  readonly words: readonly string[];
  /** When the solver is to be reminded next, if they are. */
  readonly remindAt: Instant | null;
  /** When a meeting that has not ended is over. */
  readonly overAt: Instant | null;
  /** Instant of the last event. */
  readonly changedAt: string;
  readonly budgetCents: number | null;
  readonly usedBudgetCents: number | null;
  /** Sort keys of texts, in Czech order. */
  /** The beginning of the description as plain text. */
  readonly excerpt: string;
  readonly nameKey: string;
  readonly tagsKey: string | null;
  readonly reservationKey: string | null;
  readonly textKeys: Readonly<Record<LineField, string | null>>;
  /** Sort key of the participants column. */
  readonly firstParticipantId: number | null;
  readonly hasSubtasks: boolean;
  readonly fileIds: readonly number[];
}

/** The fields of a task that no list contains. */
type LongOfTask = 'description' | 'result' | 'files' | 'subtasks' | 'comments';

/** A task as lists find it. */
export interface ListedTaskDocument extends Omit<TaskDocument, 'task' | 'words' | 'fileIds'> {
  readonly task: Omit<Task, LongOfTask>;
}

/**
 * `words` contains the words of the name and of tags twice, plain and with a prefix, so that a search can be limited to
 * them.
 */
export const nameWord = (word: string) => `=${word}`;
export const tagWord = (word: string) => `#${word}`;

const searchedFields = ['name', 'tags', 'description', 'result', 'files'] as const satisfies readonly (keyof Task)[];
type Searched = Pick<Task, 'id' | (typeof searchedFields)[number]>;

const wordsOf = (task: Searched): string[] => [
  ...new Set([
    String(task.id),
    ...foldWords(task.name).flatMap((word) => [word, nameWord(word)]),
    ...task.tags.flatMap(foldWords).flatMap((word) => [word, tagWord(word)]),
    ...foldWords(textOfHtml(task.description)),
    ...foldWords(task.result ?? ''),
    ...task.files.filter(({ deleted }) => !deleted).flatMap(({ name }) => foldWords(name)),
  ]),
];

/** In hundredths; null for a task without a budget on which nothing that costs was done. */
function usedBudgetOf({ budget, costReduction }: Pick<Task, 'budget' | 'costReduction'>, cost: number): number | null {
  if (budget === null && cost === 0) return null;
  return hundredthsOf(moneyOfCost(cost, '', costReduction));
}

const keyOf = (text: string | null) => (text === null ? null : czechSortKey(text));

/** Code points. */
const mostExcerpt = 500;

type Derived = Pick<TaskDocument, 'words' | 'excerpt' | 'nameKey' | 'tagsKey' | 'reservationKey' | 'textKeys'>;

/**
 * Recomputes expensive derivations of long texts only when the text changed: folding keeps unchanged values identical.
 */
function derivedOf(task: Task, previous: TaskDocument | undefined): Derived {
  const isKept = (...fields: readonly (keyof Task)[]) => fields.every((field) => task[field] === previous?.task[field]);
  return {
    words: previous && isKept(...searchedFields) ? previous.words : wordsOf(task),
    excerpt: previous && isKept('description') ? previous.excerpt : excerptOf(task.description, mostExcerpt),
    nameKey: previous && isKept('name') ? previous.nameKey : czechSortKey(task.name),
    tagsKey: previous && isKept('tags') ? previous.tagsKey : keyOf(task.tags.join(' ') || null),
    reservationKey:
      previous && isKept('reservation') ? previous.reservationKey : task.reservation && longTextKey(task.reservation),
    textKeys: tableOf(lineFields, (field) =>
      previous && isKept(field) ? previous.textKeys[field] : keyOf(task[field]),
    ),
  };
}

/** Stays before an event that was passed over because it cannot be read, so that a command reads it and is refused. */
function upToOf(event: RecordedEvent, previous: TaskDocument | undefined): TaskDocument['upTo'] {
  const { revision, metadata } = event;
  if (previous && (isUnreadable(event) || revision > previous.upTo.revision + 1)) return previous.upTo;
  return { revision, hash: metadata.hash };
}

/** Returns the document of a task's state, with what other streams added to it before. */
export function documentOf(task: Task, previous: TaskDocument | undefined, event: RecordedEvent): TaskDocument {
  return {
    id: String(task.id),
    task,
    upTo: upToOf(event, previous),
    parties: partiesOf(task),
    projectId: task.projectId,
    deleted: task.deleted,
    participants: [...task.acknowledged, ...task.passive],
    predecessors: previous?.predecessors ?? [],
    waitingFor: previous?.waitingFor ?? [],
    waiting: previous?.waiting ?? false,
    openSubtaskIds: previous?.openSubtaskIds ?? [],
    openSubtasks: previous?.openSubtasks ?? 0,
    spentMinutes: previous?.spentMinutes ?? 0,
    cost: previous?.cost ?? 0,
    ...derivedOf(task, previous),
    remindAt: nextReminderOf(task)?.at ?? null,
    overAt: overAtOf(task),
    changedAt: event.metadata.at,
    budgetCents: centsOf(task.budget),
    ...(Object.fromEntries(moneyFields.map((field) => [centsKey(field), centsOf(task[field])])) as CentsKeys),
    usedBudgetCents: usedBudgetOf(task, previous?.cost ?? 0),
    firstParticipantId: task.acknowledged[0] ?? task.passive[0] ?? null,
    hasSubtasks: task.subtasks.length > 0,
    fileIds: task.files.map(({ fileId }) => fileId),
  };
}

function withWaiting(document: TaskDocument, waitingFor: readonly number[]): TaskDocument {
  return { ...document, waitingFor, waiting: waitingFor.length > 0 };
}

function withOpenSubtasks(document: TaskDocument, openSubtaskIds: readonly number[]): TaskDocument {
  return { ...document, openSubtaskIds, openSubtasks: openSubtaskIds.length };
}

const numberOf = (event: RecordedEvent) => Number(streamIdIn('task', event));

type Around = TaskDocument | undefined;
type FromOtherTask<Answer> = (
  document: Around,
  event: RecordedEvent,
  id: string,
  lookup: Lookup<TaskDocument>,
) => Answer;

/** A task that was solved or deleted blocks neither the document's task, which waited for it, nor is it open under it. */
const closed: FromOtherTask<Around> = (document, event) => {
  if (document === undefined) return undefined;
  const id = numberOf(event);
  const freed = withWaiting(document, without(document.waitingFor, id));
  return withOpenSubtasks(freed, without(document.openSubtaskIds, id));
};

/** A created, restored or undeleted task blocks the document's task and is open under it, unless it is still deleted or solved. */
const opened: FromOtherTask<Promise<Around>> = async (document, event, _id, lookup) => {
  const other = await lookup.get(String(numberOf(event)));
  const rest = closed(document, event, _id, lookup);
  if (rest === undefined || other === undefined || !isOpenTask(other.task)) return rest;
  const { id, parentId } = other.task;
  const blocked = rest.predecessors.includes(id) ? withWaiting(rest, [...rest.waitingFor, id]) : rest;
  return parentId === rest.task.id ? withOpenSubtasks(blocked, [...blocked.openSubtaskIds, id]) : blocked;
};

/** Events of a task that concern the tasks that wait for it, and the one that it is part of. */
const lifeHandlers = {
  TaskAccepted: closed,
  TaskEndedByContractor: closed,
  TaskEndedAutomatically: closed,
  TaskRestored: opened,
  TaskDeleted: closed,
  TaskUndeleted: opened,
  ActionUndone: opened,
} as const;

/** The ids of the tasks that wait for a task, and of the one that it is part of. */
async function around(id: number, lookup: Lookup<TaskDocument>): Promise<string[]> {
  const [waiting, self] = await Promise.all([lookup.find('predecessors', id), lookup.get(String(id))]);
  const parentId = self?.task.parentId ?? null;
  return [...waiting.map((document) => document.id), ...(parentId === null ? [] : [String(parentId)])];
}

function worked(document: Around, event: Recorded<WorkEvent['type']>): Around {
  const { minutes, cost: more } = workDelta(event as WorkEvent);
  if (document === undefined || (minutes === 0 && more === 0)) return document;
  const cost = document.cost + more;
  return {
    ...document,
    spentMinutes: document.spentMinutes + minutes,
    cost,
    usedBudgetCents: usedBudgetOf(document.task, cost),
  };
}

/** Work on the task, from its workers' streams. */
const workHandlers = {
  WorkEnded: worked,
  TimeAdded: worked,
  TimeChanged: worked,
  TimeRemoved: worked,
  TimeRestored: worked,
} as const;

type Field = PathOf<TaskDocument>;

/** By the last field, the latest first, equal ones by number. */
const newestFirst = (...fields: readonly [...Field[], Field]): Index<Field> => ({
  fields: [...fields, 'task.id'],
  descending: fields.slice(-1),
});

/** The orders of the list of everything and of a project's list, which are read without sorting. */
const inScopes = (...orders: readonly (readonly Field[])[]): Index<Field>[] =>
  orders.flatMap((order) => [{ fields: ['deleted', ...order] }, { fields: ['projectId', 'deleted', ...order] }]);

export const taskModel: ReadModel<TaskDocument, Field, ListedTaskDocument> = {
  name: 'task',
  version: versions.task,
  indexes: [
    // The counts next to the lists depend on the fields after the number in the first two indexes.
    { fields: ['task.solverId', 'deleted', 'task.state', 'task.deadline', 'task.id', 'waiting', 'task.shownDate'] },
    { fields: ['task.contractorId', 'deleted', 'task.state', 'task.deadline', 'task.id'] },
    newestFirst('task.completedBy', 'deleted', 'task.state', 'task.completedAt'),
    newestFirst('task.completedBy', 'deleted', 'task.outcome', 'task.solvedAt'),
    newestFirst('task.acceptedBy', 'task.contractorId', 'deleted', 'task.outcome', 'task.solvedAt'),
    { fields: ['task.parentId', 'deleted', 'task.deadline', 'task.id'] },
    { fields: ['task.hostLink.repositoryId', 'task.hostLink.number', 'task.id'] },
    { fields: ['task.repeated.id', 'deleted', 'task.deadline', 'task.id'] },
    { fields: ['task.boardId', 'deleted', 'task.state'] },
    { fields: ['task.boardId', 'deleted', 'task.order', 'task.id'] },
    { fields: ['participants', 'deleted', 'task.state', 'task.deadline', 'task.id'], kind: 'many' },
    { fields: ['parties', 'deleted', 'task.deadline', 'task.id'], kind: 'many' },
    { ...newestFirst('parties', 'deleted', 'task.state', 'task.solvedAt'), kind: 'many' },
    { fields: ['parties', 'deleted', 'changedAt'], kind: 'many' },
    ...inScopes(['task.deadline', 'task.id'], ['nameKey', 'task.id'], ['task.priority', 'task.id'], ['task.id']),
    { fields: ['hasSubtasks', 'deleted', 'nameKey'] },
    { fields: ['task.tags', 'deleted', 'task.deadline', 'task.id'], kind: 'many' },
    { fields: ['predecessors'], kind: 'many' },
    { fields: ['fileIds'], kind: 'many' },
    { fields: ['remindAt'] },
    { fields: ['overAt'] },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: [
    'task.createdAt',
    'task.estimateMinutes',
    'task.rating',
    'task.revision',
    'openSubtasks',
    'spentMinutes',
    'budgetCents',
    'usedBudgetCents',
    'tagsKey',
    'reservationKey',
    ...plainFieldNames.filter((field) => field !== 'priority').map(plainPath),
    'firstParticipantId',
  ],
  longFields: [
    'task.description',
    'task.result',
    'task.files',
    'task.subtasks',
    'task.comments.removed',
    'words',
    'fileIds',
  ],
  own: {
    stream: 'task',
    otherwise(document, event) {
      const task = evolveTask(document?.task ?? null, event);
      return task === null ? undefined : documentOf(task, document, event);
    },
  },
  others: {
    ids({ data }) {
      if ('predecessorId' in data || 'entryId' in data) return [String(data.taskId)];
      return 'parentId' in data && data.parentId !== null ? [String(data.parentId)] : [];
    },
    find(event, lookup) {
      if (!Object.hasOwn(lifeHandlers, event.type) || streamIdIn('task', event) === null) return null;
      return around(numberOf(event), lookup);
    },
    on: {
      ...lifeHandlers,
      TaskCreated: opened,
      TaskCreatedForContractor: opened,
      ...workHandlers,
      async PredecessorAdded(document, { data: { predecessorId } }, _id, lookup) {
        const predecessor = await lookup.get(String(predecessorId));
        if (document === undefined) return undefined;
        const predecessors = [...without(document.predecessors, predecessorId), predecessorId];
        const others = without(document.waitingFor, predecessorId);
        const waits = predecessor !== undefined && isOpenTask(predecessor.task);
        return withWaiting({ ...document, predecessors }, waits ? [...others, predecessorId] : others);
      },
      PredecessorRemoved(document, { data: { predecessorId } }) {
        if (document === undefined) return undefined;
        const predecessors = without(document.predecessors, predecessorId);
        return withWaiting({ ...document, predecessors }, without(document.waitingFor, predecessorId));
      },
    },
  },
};
