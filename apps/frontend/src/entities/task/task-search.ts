import type { taskRoutes } from '@gos/contract';
import { type TaskState, taskStates } from '@gos/domain';
import { pageNumber } from '../../lib/page-number';
import type { SortOf } from '../../lib/request';

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** Every column, in the order in which they stand. */
export const taskColumns = [
  'id',
  'name',
  'tags',
  'state',
  'priority',
  'project',
  'board',
  'deadline',
  'shownDate',
  'contractor',
  'solver',
  'createdAt',
  'spentMinutes',
  'usedBudget',
] as const satisfies readonly SortOf<typeof taskRoutes.list>[];
export type TaskColumn = (typeof taskColumns)[number];

/** The columns until the person chooses others. Tags stand beside the name until they have a column of their own. */
const standardColumns = ['id', 'name', 'state', 'priority', 'project', 'deadline', 'contractor', 'solver'] as const;
/** The list of planned tasks also shows their day. */
const plannedColumns = taskColumns.filter(
  (column) => column === 'shownDate' || standardColumns.some((one) => one === column),
);

export type TaskSort = TaskColumn | `-${TaskColumn}`;

/** The search parameters in the address of a list. Unknown ones and wrong values are ignored. */
export interface TaskListSearch {
  readonly page?: number;
  readonly pageSize?: PageSize;
  readonly sort?: TaskSort;
  readonly state?: readonly TaskState[];
  readonly priority?: readonly number[];
  readonly q?: string;
  readonly byProject?: boolean;
  /** only those of one project */
  readonly project?: number;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
}

function sortOf(value: unknown): TaskSort | undefined {
  if (typeof value !== 'string') return undefined;
  const column = value.startsWith('-') ? value.slice(1) : value;
  return taskColumns.includes(column as TaskColumn) ? (value as TaskSort) : undefined;
}

function statesOf(value: unknown): readonly TaskState[] | undefined {
  const given = listOf(value);
  const states = taskStates.filter((state) => given.includes(state));
  return states.length > 0 ? states : undefined;
}

function prioritiesOf(value: unknown): readonly number[] | undefined {
  const given = new Set(listOf(value).map(numberOf));
  const priorities = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((priority) => given.has(priority));
  return priorities.length > 0 ? priorities : undefined;
}

const flagOf = (value: unknown) =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;

export function validateTaskListSearch(search: Record<string, unknown>): TaskListSearch {
  const project = numberOf(search.project);
  const pageSize = pageSizes.find((size) => size === numberOf(search.pageSize));
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : '';
  return {
    page: pageNumber(search.page),
    pageSize,
    sort: sortOf(search.sort),
    state: statesOf(search.state),
    priority: prioritiesOf(search.priority),
    q: q === '' ? undefined : q,
    byProject: flagOf(search.byProject),
    project: Number.isSafeInteger(project) && project > 0 ? project : undefined,
  };
}

/** What is remembered for a person, per list. */
export interface TaskListPreference {
  readonly columns: readonly TaskColumn[];
  /** null is the list's own order, such as newest first in the archive */
  readonly sort: TaskSort | null;
  readonly state: readonly TaskState[];
  readonly priority: readonly number[];
  readonly pageSize: PageSize;
  readonly byProject: boolean;
  /** null is every project */
  readonly project: number | null;
}

export interface TaskListView extends TaskListPreference {
  readonly page: number;
  readonly q: string;
}

const archives: ReadonlySet<string> = new Set(['archive', 'finished', 'completed', 'accepted']);

export function defaultPreference(list: string): TaskListPreference {
  return {
    columns: list === 'planned' ? plannedColumns : standardColumns,
    sort: archives.has(list) ? null : 'deadline',
    state: [],
    priority: [],
    pageSize: 25,
    byProject: false,
    project: null,
  };
}

/** A stored value is checked as an address is: an older client may have written it. */
export function preferenceOf(list: string, value: unknown): TaskListPreference {
  const standard = defaultPreference(list);
  if (typeof value !== 'object' || value === null) return standard;
  const { columns, ...rest } = value as Record<string, unknown>;
  const known = validateTaskListSearch(rest);
  const shown = Array.isArray(columns)
    ? taskColumns.filter((column) => columns.includes(column) || column === 'name')
    : [];
  return {
    columns: shown.length > 0 ? shown : standard.columns,
    sort: known.sort ?? standard.sort,
    state: known.state ?? [],
    priority: known.priority ?? [],
    pageSize: known.pageSize ?? standard.pageSize,
    byProject: known.byProject ?? standard.byProject,
    project: known.project ?? null,
  };
}

/** The address wins over what is remembered. */
export function viewOf(preference: TaskListPreference, search: TaskListSearch): TaskListView {
  return {
    columns: preference.columns,
    sort: search.sort ?? preference.sort,
    state: search.state ?? preference.state,
    priority: search.priority ?? preference.priority,
    pageSize: search.pageSize ?? preference.pageSize,
    byProject: search.byProject ?? preference.byProject,
    project: search.project ?? preference.project,
    page: search.page ?? 1,
    q: search.q ?? '',
  };
}
