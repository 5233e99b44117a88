import type { taskRoutes } from '@gos/contract';
import {
  type PlainField,
  type PlainFieldLike,
  type PlainValues,
  plainEntryOf,
  plainFieldsWith,
  type TaskState,
  taskStates,
} from '@gos/domain';
import { type EntryOf, type FieldEntry, type FieldKind, fieldCheckOf, initialOf } from '@gos/domain/kernel/fields';
import { keysOf, mapTable, tableOf } from '@gos/domain/kernel/tables';
import { pageNumber } from '../../lib/page-number';
import type { QueryOf, SortOf } from '../../lib/request';

export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** All columns in the order of the table. */
export const taskColumns = [
  'id',
  'name',
  'tags',
  'state',
  ...plainFieldsWith('column'),
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

/** The default columns. Tags follow the name until they have a column of their own. */
const standardColumns = ['id', 'name', 'state', 'priority', 'project', 'deadline', 'contractor', 'solver'] as const;
/** The list of planned tasks also shows their day. */
const plannedColumns = taskColumns.filter(
  (column) => column === 'shownDate' || standardColumns.some((one) => one === column),
);

export type TaskSort = TaskColumn | `-${TaskColumn}`;

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

export type FilteredField = PlainFieldLike<{ readonly filter: true }>;
/** The values that a filter by a plain field lets through; `none` is no value. An empty list lets every task through. */
export type PlainFilterValue<F extends PlainField = PlainField> =
  | Extract<PlainValues[F], string | number | boolean>
  | WithNone<PlainValues[F]>;
type WithNone<V> = null extends V ? 'none' : never;

/** Kinds with values without number: people enter them in filters. */
export type EnteredKind = 'line' | 'day' | 'person';
/** Kinds that have no filter. */
type UnfilteredKind = 'duration' | 'instant' | 'money';

/** The values of each kind in their order, where they can be listed. */
const valuesOfKind: {
  readonly [K in FieldKind]: (entry: EntryOf<K>) => K extends EnteredKind | UnfilteredKind ? null : readonly unknown[];
} = {
  line: () => null,
  integer: ({ min, max }) => Array.from({ length: max - min + 1 }, (_, index) => min + index),
  choice: ({ values }) => values,
  day: () => null,
  flag: () => [true, false],
  duration: () => null,
  instant: () => null,
  money: () => null,
  person: () => null,
};

/** All values by which a plain field is filtered, in their order; null where people enter them. */
export function filterValuesOf(field: FilteredField): readonly PlainFilterValue<FilteredField>[] | null {
  const entry = plainEntryOf(field);
  const values = (valuesOfKind[entry.kind] as (entry: FieldEntry) => readonly unknown[] | null)(entry);
  if (values === null) return null;
  return (initialOf(entry) === null ? [...values, 'none'] : values) as readonly PlainFilterValue<FilteredField>[];
}

const maxEntered = 20;

/** Days, texts and people that a person entered, without impossible ones. */
function enteredIn(field: FilteredField, given: ReadonlySet<string>): readonly (string | number)[] {
  const entry = plainEntryOf(field);
  if (entry.kind === 'person') {
    const possible = [...given].filter((text) => text === 'none' || /^[1-9]\d{0,14}$/.test(text));
    return possible.slice(0, maxEntered).map((text) => (text === 'none' ? text : Number(text)));
  }
  const isPossible = (text: string) =>
    text === 'none' || (text.trim() !== '' && !fieldCheckOf(entry)(entry, text, field));
  return [...given].filter(isPossible).slice(0, maxEntered);
}

function plainFilterOf(field: FilteredField, value: unknown) {
  const given = new Set(listOf(value).map(String));
  const chosen = filterValuesOf(field)?.filter((one) => given.has(String(one))) ?? enteredIn(field, given);
  return chosen.length > 0 ? chosen : undefined;
}

function projectOf(value: unknown): number | undefined {
  const project = numberOf(value);
  return Number.isSafeInteger(project) && project > 0 ? project : undefined;
}

interface ListFilter<T> {
  /** @returns undefined for a value that chooses nothing or does not exist */
  readonly read: (value: unknown) => T | undefined;
  /** The value that lets every task through. */
  readonly all: T;
}

const listFilter = <T>(all: T, read: ListFilter<T>['read']): ListFilter<T> => ({ read, all });

const plainFilters = tableOf(plainFieldsWith('filter'), (field) =>
  listFilter([], (value) => plainFilterOf(field, value)),
) as unknown as { readonly [F in FilteredField]: ListFilter<readonly PlainFilterValue<F>[]> };

/** The filters of task lists. Each is a parameter of the server's list and of the address, and is remembered for each list.
 * The server's other parameters have no control in lists. */
const listFilters = {
  state: listFilter<readonly TaskState[]>([], statesOf),
  ...plainFilters,
  project: listFilter<number | null>(null, projectOf),
} as const satisfies Partial<Record<keyof QueryOf<typeof taskRoutes.list>, unknown>>;

export type ListFilterName = keyof typeof listFilters;
export type ListFilters = { readonly [N in ListFilterName]: (typeof listFilters)[N]['all'] };

/** Lets every task through. */
export const noFilters = mapTable(listFilters, (name) => listFilters[name].all) as ListFilters;

/** Only the filters that exclude something. */
export function chosenFilters(filters: ListFilters): ChosenFilters {
  const isChosen = (name: ListFilterName) => {
    const value = filters[name];
    return Array.isArray(value) ? value.length > 0 : value !== listFilters[name].all;
  };
  return Object.fromEntries(keysOf(listFilters).flatMap((name) => (isChosen(name) ? [[name, filters[name]]] : [])));
}

export const isFiltered = (filters: ListFilters) => Object.keys(chosenFilters(filters)).length > 0;

type ChosenFilters = { readonly [N in ListFilterName]?: NonNullable<ListFilters[N]> };

/** The same, with undefined for each of the others: takes them out of the address. */
export const filtersInAddress = (filters: ListFilters): { readonly [N in ListFilterName]: ChosenFilters[N] } => ({
  ...mapTable(listFilters, () => undefined),
  ...chosenFilters(filters),
});

const flagOf = (value: unknown) =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;

/** The search parameters in the address of a list. Unknown ones and wrong values are ignored. */
export interface TaskListSearch extends ChosenFilters {
  readonly page?: number;
  readonly pageSize?: PageSize;
  readonly sort?: TaskSort;
  readonly q?: string;
  readonly byProject?: boolean;
}

const readFilters = (given: Readonly<Record<string, unknown>>) =>
  mapTable(listFilters, (name) => listFilters[name].read(given[name])) as { [N in ListFilterName]: ChosenFilters[N] };

export function validateTaskListSearch(search: Record<string, unknown>): TaskListSearch {
  const pageSize = pageSizes.find((size) => size === numberOf(search.pageSize));
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).trim().slice(0, 200) : '';
  return {
    ...readFilters(search),
    page: pageNumber(search.page),
    pageSize,
    sort: sortOf(search.sort),
    q: q === '' ? undefined : q,
    byProject: flagOf(search.byProject),
  };
}

/** The stored settings of a list for one person. */
export interface TaskListPreference extends ListFilters {
  readonly columns: readonly TaskColumn[];
  /** null is the list's own order, such as newest first in the archive */
  readonly sort: TaskSort | null;
  readonly pageSize: PageSize;
  readonly byProject: boolean;
}

export interface TaskListView extends TaskListPreference {
  readonly page: number;
  readonly q: string;
}

/** Those that were chosen, over others. */
const filtersOver = (chosen: ChosenFilters, others: ListFilters) =>
  mapTable(listFilters, (name) => chosen[name] ?? others[name]) as ListFilters;

const archives: ReadonlySet<string> = new Set(['archive', 'finished', 'completed', 'accepted']);

export function defaultPreference(list: string): TaskListPreference {
  return {
    columns: list === 'planned' ? plannedColumns : standardColumns,
    sort: archives.has(list) ? null : 'deadline',
    pageSize: 25,
    byProject: false,
    ...noFilters,
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
    ...filtersOver(known, noFilters),
    pageSize: known.pageSize ?? standard.pageSize,
    byProject: known.byProject ?? standard.byProject,
  };
}

/** The address wins over what is remembered. */
export function viewOf(preference: TaskListPreference, search: TaskListSearch): TaskListView {
  return {
    columns: preference.columns,
    sort: search.sort ?? preference.sort,
    ...filtersOver(search, preference),
    pageSize: search.pageSize ?? preference.pageSize,
    byProject: search.byProject ?? preference.byProject,
    page: search.page ?? 1,
    q: search.q ?? '',
  };
}
