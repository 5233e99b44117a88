import {
  type ListedTask,
  type MemberCondition,
  type Membership,
  membershipOf,
  type TaskList,
  taskLists,
} from '@gos/contract';
import { type Actor, czechSortKey, foldWords, holdsEach, outcomes, taskStates, taskTypes, tidy } from '@gos/domain';
import { type PathOf, type TaskDocument, visibleTo } from '@gos/projections';
import { type FilterReader, type ListQuery, type ListRules, readers, type SortSpec } from '../../http/list-query';
import type { Filter, Scalar, SortKey } from '../../stores/read-models/read-models';

type Field = PathOf<TaskDocument>;

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

const isParty = (membership: Membership, me: number) =>
  partyFields.some((field) => {
    const condition = membership[field];
    return condition !== undefined && 'is' in condition && condition.is === me;
  });

function conditionFilter(field: string, condition: MemberCondition<string | number | boolean>): Filter {
  if ('is' in condition) return { [field]: condition.is };
  if ('in' in condition) return { [field]: { $in: condition.in } };
  if ('after' in condition) return { [field]: { $gt: condition.after } };
  return { $or: [{ [field]: null }, { [field]: { $lte: condition.upTo } }] };
}

function memberFilter(list: TaskList, me: number, today: string, visible: Filter): Filter {
  const membership = membershipOf[list](me, today);
  const fields = Object.keys(membership) as (keyof ListedTask)[];
  const guard = isParty(membership, me) || Object.keys(visible).length === 0 ? [] : [visible];
  const conditions = fields.map((field) => conditionFilter(memberFields[field], membership[field]!));
  return { $and: [...conditions, { deleted: false }, ...guard] };
}

const newestFirst = (field: string): SortSpec[] => [{ field, direction: 'desc' }];

/** Default order of the lists. */
const order: Partial<Record<TaskList, SortSpec[]>> = {
  finished: newestFirst('task.completedAt'),
  completed: newestFirst('task.solvedAt'),
  accepted: newestFirst('task.solvedAt'),
  archive: newestFirst('task.solvedAt'),
};

/** Text filters compare normalised texts by sort key. */
const textKey = (value: string) => czechSortKey(tidy(value));

/** An id, or `none` to filter for null. */
const idOrNone = (value: string) => (value === 'none' ? null : readers.id(value));

/** The filters by row field, with the document field of each. Fields hidden from some readers cannot be filtered by. */
const filterFields: Record<string, { readonly field: Field; readonly read: FilterReader }> = {
  id: { field: 'task.id', read: readers.id },
  name: { field: 'nameKey', read: textKey },
  state: { field: 'task.state', read: readers.choice(taskStates) },
  type: { field: 'task.type', read: readers.choice(taskTypes) },
  outcome: { field: 'task.outcome', read: readers.choice(outcomes) },
  priority: { field: 'task.priority', read: readers.integer },
  rating: { field: 'task.rating', read: readers.integer },
  waiting: { field: 'waiting', read: readers.flag },
  solver: { field: 'task.solverId', read: readers.id },
  contractor: { field: 'task.contractorId', read: readers.id },
  participants: { field: 'participants', read: readers.id },
  project: { field: 'projectId', read: idOrNone },
  board: { field: 'task.boardId', read: idOrNone },
  parent: { field: 'task.parentId', read: readers.id },
  tags: { field: 'task.tags', read: tidy },
  deadline: { field: 'task.deadline', read: readers.instant },
  shownDate: { field: 'task.shownDate', read: readers.day },
  createdAt: { field: 'task.createdAt', read: readers.instant },
  estimateMinutes: { field: 'task.estimateMinutes', read: readers.integer },
  spentMinutes: { field: 'spentMinutes', read: readers.integer },
  gitBranch: { field: 'gitBranchKey', read: textKey },
  externalUrl: { field: 'externalUrlKey', read: textKey },
  revision: { field: 'task.revision', read: readers.integer },
};

/** The sort keys by row field. */
const sortFields: Record<string, Field> = {
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
  participants: 'firstParticipantId',
  project: 'projectId',
  board: 'task.boardId',
  order: 'task.order',
  parent: 'task.parentId',
  tags: 'tagsKey',
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
/** Sorting by these would reveal hidden values; for readers who may not see them, the key is skipped. */
const hidden: readonly string[] = ['budgetCents', 'usedBudgetCents'];
/** Lists in which the reader is the contractor of every task and sees every budget. */
const ofContractor: readonly TaskList[] = ['given', 'to-accept'];

export const taskListRules: ListRules = {
  sortable: Object.keys(sortFields),
  filters: Object.fromEntries(Object.entries(filterFields).map(([name, { read }]) => [name, read])),
  own: { list: { read: readers.choice(taskLists), code: 'validation.choice' } },
};

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
const mostWords = 12;

/** The words to look up: a prefix of another word is dropped, because that word's matches contain its own. */
export function wordsToFind(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  return distinct
    .filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)))
    .slice(0, mostWords);
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
  query: ListQuery,
  actor: Actor & { readonly id: number },
  today: string,
  deletedBoards: readonly number[] = [],
): Filter {
  const conditions = Object.entries(query.filters).map(([name, values]): Filter => {
    const { field } = filterFields[name]!;
    const wanted = name === 'board' ? boardsOf(values, deletedBoards) : values;
    return { [field]: wanted.length === 1 ? wanted[0]! : { $in: wanted } };
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
export function taskListSort(list: TaskList, query: ListQuery, named: NamedInOrder): SortKey[] {
  const asked: readonly SortSpec[] =
    query.sort.length > 0 ? query.sort : (order[list] ?? [{ field: 'deadline', direction: 'asc' }]);
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
  const keys = asked.map(({ field, direction }): SortKey => {
    const stored = sortFields[field] ?? field;
    const ranking = rankings[stored]?.();
    return ranking ? { field: stored, direction, ranking } : { field: stored, direction };
  });
  return keys.some(({ field }) => field === 'task.id') ? keys : [...keys, { field: 'task.id', direction: 'asc' }];
}
