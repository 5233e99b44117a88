import {
  conditionOf,
  type FieldCondition,
  type FilterName,
  type ListCondition,
  type ListedTask,
  type OwnValues,
  type Parameter,
  type SortField,
  type TaskList,
  type TaskRowAnswer,
  taskOperations,
} from '@gos/contract';
import {
  type Actor,
  endOfDay,
  foldWords,
  holdsEach,
  isMoney,
  personFields,
  plainFieldNames,
  startOfDay,
} from '@gos/domain';
import { keysOf, tableOf } from '@gos/domain/kernel/tables';
import { budgetsSeenBy, type PathOf, plainPath, seesAll, type TaskDocument, visibleTo } from '@gos/projections';
import { filtersOf, holdsOneOf, type ParsedListQuery } from '../../http/list-query';
import type { Filter, Scalar, SortKey } from '../../stores/read-models/read-models';

type Field = PathOf<TaskDocument>;
type ListedBy = typeof taskOperations.list.query;
type Reader = Actor & { readonly id: number };
export type TaskSortField = SortField<ListedBy>;

/** The document field of each field that membership depends on. */
const memberFields: Readonly<Record<keyof ListedTask, Field>> = {
  contractorId: 'task.contractorId',
  solverId: 'task.solverId',
  participants: 'participants',
  parties: 'parties',
  completedBy: 'task.completedBy',
  acceptedBy: 'task.acceptedBy',
  state: 'task.state',
  outcome: 'task.outcome',
  shownDate: 'task.shownDate',
  waiting: 'waiting',
};
const partyFields = ['contractorId', 'solverId', 'participants', 'parties'] as const;
type PartyField = (typeof partyFields)[number];

/** Whether the list holds only tasks in which this field names the reader. */
function holdsOnlyMineBy(field: PartyField, membership: ListCondition, me: number): boolean {
  const condition = membership[field];
  return condition !== undefined && 'is' in condition && condition.is === me;
}

/** Such a list needs no visibility filter: the reader is a party to all of its tasks. */
const isParty = (membership: ListCondition, me: number) =>
  partyFields.some((field) => holdsOnlyMineBy(field, membership, me));

function conditionFilter(field: string, condition: FieldCondition<string | number | boolean>): Filter {
  if ('is' in condition) return { [field]: condition.is };
  if ('in' in condition) return { [field]: { $in: condition.in } };
  if ('after' in condition) return { [field]: { $gt: condition.after } };
  return { $or: [{ [field]: null }, { [field]: { $lte: condition.upTo } }] };
}

function memberFilter(list: TaskList, me: number, today: string, visible: Filter): Filter {
  const membership = conditionOf[list](me, today);
  const fields = Object.keys(membership) as (keyof ListedTask)[];
  const guard = isParty(membership, me) || Object.keys(visible).length === 0 ? [] : [visible];
  const conditions = fields.map((field) => conditionFilter(memberFields[field], membership[field]!));
  return { $and: [...conditions, { deleted: false }, ...guard] };
}

/** A key by a path that the document has. */
export type TaskSortKey = SortKey & { readonly field: Field };

const newestFirst = (field: Field): TaskSortKey[] => [{ field, direction: 'desc' }];
const byDeadline: readonly TaskSortKey[] = [{ field: 'task.deadline', direction: 'asc' }];

/** Default order of the lists. */
const order: Readonly<Record<TaskList, readonly TaskSortKey[]>> = {
  'to-complete': byDeadline,
  given: byDeadline,
  'to-accept': byDeadline,
  notified: byDeadline,
  planned: byDeadline,
  finished: newestFirst('task.completedAt'),
  completed: newestFirst('task.solvedAt'),
  accepted: newestFirst('task.solvedAt'),
  archive: newestFirst('task.solvedAt'),
  all: byDeadline,
};

/** Where the document holds what tasks are filtered and sorted by. */
const paths: Record<FilterName<ListedBy> | TaskSortField, Field> = {
  id: 'task.id',
  name: 'nameKey',
  state: 'task.state',
  outcome: 'task.outcome',
  deadline: 'task.deadline',
  shownDate: 'task.shownDate',
  createdAt: 'task.createdAt',
  contractor: 'task.contractorId',
  solver: 'task.solverId',
  participants: 'participants',
  project: 'projectId',
  board: 'task.boardId',
  order: 'task.order',
  parent: 'task.parentId',
  repeatedTask: 'task.repeated.id',
  tags: 'task.tags',
  estimateMinutes: 'task.estimateMinutes',
  spentMinutes: 'spentMinutes',
  budget: 'budgetCents',
  usedBudget: 'usedBudgetCents',
  reservation: 'reservationKey',
  rating: 'task.rating',
  ...tableOf(plainFieldNames, plainPath),
  waiting: 'waiting',
  openSubtasks: 'openSubtasks',
  revision: 'task.revision',
};
type FieldsLike<T> = { [F in TaskSortField]: NonNullable<TaskRowAnswer[F]> extends T ? F : never }[TaskSortField];
/** A reference that has no order of names, or a field of several values without one to sort by, does not compile. */
type ReferenceField = FieldsLike<{ readonly id: number }> | 'participants';
type SeveralField = FieldsLike<readonly unknown[]> | 'participants';

/** Fields with several values are sorted by one, and empty when they have none. */
const single: Readonly<Record<SeveralField, Field>> = { participants: 'firstParticipantId', tags: 'tagsKey' };
const sortPaths = { ...paths, ...single };

/** Sorting by these would reveal hidden values: for readers who may not see them all, those count as absent. */
const hidden: readonly Field[] = keysOf(paths)
  .filter(isMoney)
  .map((field) => paths[field]);

/** Whether the list holds only tasks that name the reader. */
export const isOwnList = (list: TaskList, me: number, today: string): boolean =>
  Object.values(conditionOf[list](me, today)).some((condition) => 'is' in condition && condition.is === me);

const sortedWhere = (sort: readonly TaskSortKey[], seesMoney: Filter): readonly TaskSortKey[] =>
  sort.map((key) =>
    hidden.includes(key.field)
      ? {
          ...key,
          where: { $and: [seesMoney, { [key.field === paths.usedBudget ? paths.budget : key.field]: { $gte: 0 } }] },
        }
      : key,
  );

/** The same for past tasks. @param moneyOf the tasks whose money the reader sees today; null for all */
export const sortedAsSeenNow = (sort: readonly TaskSortKey[], moneyOf: readonly number[] | null) =>
  moneyOf === null ? sort : sortedWhere(sort, { id: { $in: moneyOf.map(String) } });

/** By the money that the reader sees; as it is where they are the contractor of every task. */
export function sortedAsSeen(
  list: TaskList,
  sort: readonly TaskSortKey[],
  reader: Reader,
  today: string,
): readonly TaskSortKey[] {
  if (seesAll(reader) || holdsOnlyMineBy('contractorId', conditionOf[list](reader.id, today), reader.id)) return sort;
  return sortedWhere(sort, budgetsSeenBy(reader) as Filter);
}

/** Each word costs one index lookup. */
const maxWords = 12;

/** The words to look up: a prefix of another word is dropped, because that word's matches contain its own. */
export function wordsToFind(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  return distinct
    .filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)))
    .slice(0, maxWords);
}

/** Filters by all words of `q`; a `q` without a word, such as a sign alone, matches nothing. */
export function wordsFilter(q: string | null): Filter[] {
  if (q === null) return [];
  const words = wordsToFind(foldWords(q));
  return words.length === 0 ? [{ $or: [] }] : words.map((word) => ({ words: { $prefix: word } }));
}

/** The same condition for a single text. */
export function holdsWords(text: string | null, q: string | null): boolean {
  if (q === null) return true;
  const words = foldWords(q);
  return words.length > 0 && holdsEach(foldWords(text ?? ''), words);
}

interface Asking {
  readonly today: string;
  readonly zone: string;
  readonly deletedBoards?: readonly number[];
  /** Whether the filter finds past tasks: then it contains neither rights nor words, which past tasks do not decide. */
  readonly isPast?: boolean;
}

/** Whether the filters are about money. */
export const filtersMoney = (query: ParsedListQuery<ListedBy>): boolean =>
  filtersOf(query).some(([name]) => isMoney(name));

export function taskListFilter(
  list: TaskList,
  query: ParsedListQuery<ListedBy>,
  actor: Reader,
  { today, zone, deletedBoards = [], isPast = false }: Asking,
): Filter {
  const conditions = filtersOf(query).map(([name, values]): Filter => {
    if (name === 'order') return placesOf(values, deletedBoards);
    const asked = has(name, name === 'board' ? boardsOf(values, deletedBoards) : values);
    return isMoney(name) && !isPast ? { $and: [asked, budgetsSeenBy(actor) as Filter] } : asked;
  });
  const all = [
    memberFilter(list, actor.id, today, isPast ? {} : (visibleTo(actor) as Filter)),
    ...conditions,
    ...deadlineFilter(query.own, zone),
    ...(isPast ? [] : wordsFilter(query.q)),
  ];
  return all.length === 1 ? all[0]! : { $and: all };
}

const singleOf: Partial<typeof paths> = single;
const has = (name: FilterName<ListedBy>, values: readonly Scalar[]): Filter =>
  holdsOneOf(paths[name], values, singleOf[name]);

/** Days are those of the installation. */
function deadlineFilter({ deadlineFrom, deadlineTo }: OwnValues<ListedBy>, zone: string): Filter[] {
  return [
    ...(deadlineFrom === undefined ? [] : [{ 'task.deadline': { $gte: startOfDay(deadlineFrom, zone) } }]),
    ...(deadlineTo === undefined ? [] : [{ 'task.deadline': { $lt: endOfDay(deadlineTo, zone) } }]),
  ];
}

/** The tasks of a deleted board count as tasks without a board. */
function boardsOf(values: readonly Scalar[], deleted: readonly number[]): readonly Scalar[] {
  const present = values.filter((id) => !deleted.includes(id as number));
  return values.includes(null) ? [...present, ...deleted] : present;
}

/** The same of their places: what is in no board has none. */
function placesOf(values: readonly Scalar[], deleted: readonly number[]): Filter {
  const there: Filter = {
    $and: [
      has(
        'order',
        values.filter((place) => place !== null),
      ),
      { 'task.boardId': { $nin: deleted } },
    ],
  };
  return values.includes(null) ? { $or: [there, has('board', boardsOf([null], deleted))] } : there;
}

/** Ids in the order of the names that the reader sees. */
export interface NamedInOrder {
  readonly people: () => readonly number[];
  readonly parents: () => readonly number[];
  readonly repeatedTasks: () => readonly number[];
  readonly projects: () => readonly number[];
  readonly boards: () => readonly number[];
}

const filters: Readonly<Record<FilterName<ListedBy>, Parameter>> = taskOperations.list.query.filters;
/** Where documents hold choices, such as states: they sort in the order in which the contract lists them. */
const choices = new Map(
  keysOf(filters).flatMap((name): [Field, readonly string[]][] => {
    const values = filters[name].choices;
    return values ? [[paths[name], values]] : [];
  }),
);

/** Sort keys of a query. Choices sort in their order, references by name. */
export function taskListSort(list: TaskList, query: ParsedListQuery<ListedBy>, named: NamedInOrder): TaskSortKey[] {
  const asked: readonly TaskSortKey[] =
    query.sort.length > 0
      ? query.sort.map(({ field, direction }) => ({ field: sortPaths[field], direction }))
      : order[list];
  const references: Readonly<Record<ReferenceField, () => readonly Scalar[]>> = {
    contractor: named.people,
    solver: named.people,
    participants: named.people,
    parent: named.parents,
    repeatedTask: named.repeatedTasks,
    project: named.projects,
    board: named.boards,
    ...tableOf(personFields, () => named.people),
  };
  const namedByPath = new Map(keysOf(references).map((field) => [sortPaths[field], references[field]]));
  const keys = asked.map((key): TaskSortKey => {
    const ranking = choices.get(key.field) ?? namedByPath.get(key.field)?.();
    return ranking ? { ...key, ranking } : key;
  });
  return keys.some(({ field }) => field === 'task.id') ? keys : [...keys, { field: 'task.id', direction: 'asc' }];
}
