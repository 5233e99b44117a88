import { type Actor, foldWords, outcomes, taskStates, taskTypes } from '@gos/domain';
import { visibleTo } from '@gos/projections';
import { type FilterReader, type ListQuery, readers, type SortSpec } from '../http/list-query';
import type { Filter, Scalar, SortKey } from '../read-models/read-models';

export const taskLists = [
  'to-complete',
  'given',
  'to-accept',
  'notified',
  'planned',
  'finished',
  'completed',
  'accepted',
  'archive',
  'all',
] as const;
export type TaskList = (typeof taskLists)[number];

const unsolved = ['created', 'assigned', 'fulfilled', 'returned'];
const toDo = ['assigned', 'returned'];
const accepted = ['accepted', 'accepted-with-reservation'];

const shownBy = (today: string): Filter => ({ $or: [{ shownDate: null }, { shownDate: { $lte: today } }] });

/** What each list holds (product.md section 2, Lists); those that do not name the reader as a party say who may see. */
const holds: Record<TaskList, (me: number, today: string, visible: Filter) => Filter> = {
  'to-complete': (me, today) =>
    both({ solverId: me, deleted: false, state: { $in: toDo }, waiting: false }, shownBy(today)),
  given: (me) => ({ contractorId: me, deleted: false, state: { $in: unsolved } }),
  'to-accept': (me) => ({ contractorId: me, deleted: false, state: 'fulfilled' }),
  notified: (me) => ({ participants: me, deleted: false, state: { $in: unsolved } }),
  planned: (me, today) => ({ solverId: me, deleted: false, state: { $in: toDo }, shownDate: { $gt: today } }),
  finished: (me, _, visible) =>
    both({ completedBy: me, deleted: false, state: { $in: ['fulfilled', 'solved'] } }, visible),
  completed: (me, _, visible) => both({ completedBy: me, deleted: false, outcome: { $in: accepted } }, visible),
  accepted: (me, _, visible) => both({ acceptedBy: me, deleted: false, outcome: { $in: accepted } }, visible),
  archive: (me) => ({ parties: me, deleted: false, state: 'solved' }),
  all: (_, __, visible) => both({ deleted: false }, visible),
};

const newestFirst = (field: string): SortSpec[] => [{ field, direction: 'desc' }];

/** The order of a list when none is asked for. */
const order: Partial<Record<TaskList, SortSpec[]>> = {
  finished: newestFirst('completedAt'),
  completed: newestFirst('solvedAt'),
  accepted: newestFirst('solvedAt'),
  archive: newestFirst('solvedAt'),
};

function both(a: Filter, b: Filter): Filter {
  return Object.keys(b).length === 0 ? a : { $and: [a, b] };
}

/** Row fields with the document's field that they filter by. */
const filterFields: Record<string, { readonly field: string; readonly read: FilterReader }> = {
  id: { field: 'taskId', read: readers.id },
  state: { field: 'state', read: readers.choice(taskStates) },
  type: { field: 'type', read: readers.choice(taskTypes) },
  outcome: { field: 'outcome', read: readers.choice(outcomes) },
  priority: { field: 'priority', read: readers.integer },
  rating: { field: 'rating', read: readers.integer },
  waiting: { field: 'waiting', read: readers.flag },
  solver: { field: 'solverId', read: readers.id },
  contractor: { field: 'contractorId', read: readers.id },
  project: { field: 'projectId', read: readers.id },
  board: { field: 'boardId', read: readers.id },
  parent: { field: 'parentId', read: readers.id },
};

/** Row fields with the document's field that they sort by. */
const sortFields: Record<string, string> = {
  id: 'taskId',
  name: 'nameKey',
  type: 'type',
  state: 'state',
  outcome: 'outcome',
  priority: 'priority',
  deadline: 'deadline',
  shownDate: 'shownDate',
  createdAt: 'createdAt',
  contractor: 'contractorId',
  solver: 'solverId',
  project: 'projectId',
  board: 'boardId',
  parent: 'parentId',
  tags: 'tagsKey',
  estimateMinutes: 'estimateMinutes',
  spentMinutes: 'spentMinutes',
  rating: 'rating',
  gitBranch: 'gitBranch',
  externalUrl: 'externalUrl',
  waiting: 'waiting',
  revision: 'revision',
};

export const taskListRules = {
  sortable: Object.keys(sortFields),
  filters: Object.fromEntries(Object.entries(filterFields).map(([name, { read }]) => [name, read])),
  also: ['list'],
};

export function wordsFilter(q: string | null): Filter[] {
  return q === null ? [] : foldWords(q).map((word) => ({ words: { $prefix: word } }));
}

export function taskListFilter(
  list: TaskList,
  query: ListQuery,
  actor: Actor & { readonly id: number },
  today: string,
): Filter {
  const conditions = Object.entries(query.filters).map(([name, values]): Filter => {
    const { field } = filterFields[name]!;
    return { [field]: values.length === 1 ? values[0]! : { $in: values } };
  });
  const all = [holds[list](actor.id, today, visibleTo(actor) as Filter), ...conditions, ...wordsFilter(query.q)];
  return all.length === 1 ? all[0]! : { $and: all };
}

/** States and types sort in the order of a task's life, references by the names of those they refer to. */
export function taskListSort(list: TaskList, query: ListQuery, peopleInOrder: () => readonly number[]): SortKey[] {
  const asked: readonly SortSpec[] =
    query.sort.length > 0 ? query.sort : (order[list] ?? [{ field: 'deadline', direction: 'asc' }]);
  const rankings: Record<string, () => readonly Scalar[]> = {
    state: () => taskStates,
    type: () => taskTypes,
    outcome: () => outcomes,
    contractorId: peopleInOrder,
    solverId: peopleInOrder,
  };
  const keys = asked.map(({ field, direction }): SortKey => {
    const stored = sortFields[field] ?? field;
    const ranking = rankings[stored]?.();
    return ranking ? { field: stored, direction, ranking } : { field: stored, direction };
  });
  return keys.some(({ field }) => field === 'taskId') ? keys : [...keys, { field: 'taskId', direction: 'asc' }];
}
