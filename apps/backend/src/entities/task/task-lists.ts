import {
  conditionOf,
  type FieldCondition,
  type FilterName,
  type ListCondition,
  type ListedTask,
  type SortField,
  type TaskList,
  type taskOperations,
} from '@gos/contract';
import { type Actor, foldWords, holdsEach, outcomes, taskStates, taskTypes } from '@gos/domain';
import { type PathOf, type TaskDocument, visibleTo } from '@gos/projections';
import { filtersOf, type ParsedListQuery } from '../../http/list-query';
import type { Filter, Scalar, SortKey } from '../../stores/read-models/read-models';

type Field = PathOf<TaskDocument>;
type ListedBy = typeof taskOperations.list.query;
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
/** A filter by one of these fields for the reader needs no visibility filter: it finds only tasks the reader is a party to. */
const partyFields = ['contractorId', 'solverId', 'participants', 'parties'] as const;

const isParty = (membership: ListCondition, me: number) =>
  partyFields.some((field) => {
    const condition = membership[field];
    return condition !== undefined && 'is' in condition && condition.is === me;
  });

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

const newestFirst = (field: Field): SortKey[] => [{ field, direction: 'desc' }];

/** Default order of the lists. */
const order: Partial<Record<TaskList, SortKey[]>> = {
  finished: newestFirst('task.completedAt'),
  completed: newestFirst('task.solvedAt'),
  accepted: newestFirst('task.solvedAt'),
  archive: newestFirst('task.solvedAt'),
};

/** Where the document holds what tasks are filtered and sorted by. */
const paths: Record<FilterName<ListedBy> | TaskSortField, Field> = {
  id: 'task.id',
  name: 'nameKey',
  type: 'task.type',
  state: 'task.state',
  outcome: 'task.outcome',
  priority: 'task.priority',
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
  tags: 'task.tags',
  estimateMinutes: 'task.estimateMinutes',
  spentMinutes: 'spentMinutes',
  budget: 'budgetCents',
  usedBudget: 'usedBudgetCents',
  reservation: 'reservationKey',
  rating: 'task.rating',
  gitBranch: 'gitBranchKey',
  externalUrl: 'externalUrlKey',
  waiting: 'waiting',
  revision: 'task.revision',
};
/** Fields with several values are sorted by one. */
const sortPaths: typeof paths = { ...paths, participants: 'firstParticipantId', tags: 'tagsKey' };

/** Sorting by these would reveal hidden values; for readers who may not see them, the key is skipped. */
const hidden: readonly string[] = ['budgetCents', 'usedBudgetCents'];
/** Lists in which the reader is the contractor of every task and sees every budget. */
const ofContractor: readonly TaskList[] = ['given', 'to-accept'];

/** Index of the first sort key with values hidden from the reader; -1 when there is none. */
export function firstHidden(list: TaskList, sort: readonly SortKey[], { role }: Pick<Actor, 'role'>): number {
  if (role === 'admin' || role === 'auditor' || ofContractor.includes(list)) return -1;
  return sort.findIndex(({ field }) => hidden.includes(field));
}

/**
 * Sorts tasks whose money the reader sees first, then all others by the remaining keys.
 * @param shown ids of the tasks whose money the reader sees, sorted by all keys from index `from` on
 */
export function sortedAsSeen(sort: readonly SortKey[], from: number, shown: readonly number[]): SortKey[] {
  const others = sort.slice(from).filter(({ field }) => !hidden.includes(field));
  return [...sort.slice(0, from), { field: 'task.id', direction: 'asc', ranking: shown }, ...others];
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

export function taskListFilter(
  list: TaskList,
  query: ParsedListQuery<ListedBy>,
  actor: Actor & { readonly id: number },
  today: string,
  deletedBoards: readonly number[] = [],
): Filter {
  const conditions = filtersOf(query).map(([name, values]): Filter => {
    const wanted = name === 'board' ? boardsOf(values, deletedBoards) : values;
    return { [paths[name]]: wanted.length === 1 ? wanted[0]! : { $in: wanted } };
  });
  const all = [memberFilter(list, actor.id, today, visibleTo(actor) as Filter), ...conditions, ...wordsFilter(query.q)];
  return all.length === 1 ? all[0]! : { $and: all };
}

/** The tasks of a deleted board count as tasks without a board. */
function boardsOf(values: readonly Scalar[], deleted: readonly number[]): readonly Scalar[] {
  const present = values.filter((id) => !deleted.includes(id as number));
  return values.includes(null) ? [...present, ...deleted] : present;
}

/** Ids in the order of the names that the reader sees. */
export interface NamedInOrder {
  readonly people: () => readonly number[];
  readonly parents: () => readonly number[];
  readonly projects: () => readonly number[];
  readonly boards: () => readonly number[];
}

/** Sort keys of a query. States and types sort in the order of a task's life, references by name. */
export function taskListSort(list: TaskList, query: ParsedListQuery<ListedBy>, named: NamedInOrder): SortKey[] {
  const asked: readonly SortKey[] =
    query.sort.length > 0
      ? query.sort.map(({ field, direction }) => ({ field: sortPaths[field], direction }))
      : (order[list] ?? [{ field: 'task.deadline', direction: 'asc' }]);
  const rankings: Record<string, () => readonly Scalar[]> = {
    'task.state': () => taskStates,
    'task.type': () => taskTypes,
    'task.outcome': () => outcomes,
    'task.contractorId': named.people,
    'task.solverId': named.people,
    firstParticipantId: named.people,
    'task.parentId': named.parents,
    projectId: named.projects,
    'task.boardId': named.boards,
  };
  const keys = asked.map((key): SortKey => {
    const ranking = rankings[key.field]?.();
    return ranking ? { ...key, ranking } : key;
  });
  return keys.some(({ field }) => field === 'task.id') ? keys : [...keys, { field: 'task.id', direction: 'asc' }];
}
