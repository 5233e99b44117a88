import type { TaskRowAnswer, taskRoutes } from '@gos/contract';
import { byRank, plainFieldsWith, type Rank } from '@gos/domain';
import type { QueryOf } from '../../lib/request';
import type { FilteredField } from './task-search';

/** The part of a list's query that depends on the task's place. */
export interface PlaceFilter {
  readonly project?: number;
  /** `none`: in no board */
  readonly board?: number | 'none';
}

/** The part of a list's query that decides which rows it may contain. */
export interface PlacedQuery
  extends PlaceFilter,
    Pick<QueryOf<typeof taskRoutes.list>, 'list' | 'page' | 'sort' | 'state' | FilteredField | 'q'> {}

interface Rows {
  readonly items: readonly TaskRowAnswer[];
  readonly total: number;
}

const isPlaced = ({ project, board }: PlaceFilter) => project !== undefined || board !== undefined;

function standsIn({ project, board }: PlaceFilter, row: TaskRowAnswer): boolean {
  if (project !== undefined && row.project?.id !== project) return false;
  return board === undefined || (board === 'none' ? row.board === null : row.board?.id === board);
}

const lets = <T>(filter: T | readonly T[] | undefined, value: T) =>
  filter === undefined || [filter].flat().includes(value);

/** A value of a row as a filter names it: people by their ids. */
const filteredOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? 'none');

/** Whether a row may be added to a list: only by project or board, when all its rows are held and no words are searched. */
function takes(query: PlacedQuery, page: Rows, row: TaskRowAnswer): boolean {
  return (
    isPlaced(query) &&
    query.list === 'all' &&
    query.q === undefined &&
    (query.page ?? 1) === 1 &&
    page.total <= page.items.length &&
    lets<string>(query.state, row.state) &&
    plainFieldsWith('filter').every((field) => lets<unknown>(query[field], filteredOf(row[field])))
  );
}

const ranked = (row: TaskRowAnswer): row is TaskRowAnswer & { readonly order: Rank } => row.order !== null;

/** By rank or id where the list is sorted so; rows without a rank keep their order at the end. */
function inOrder(query: PlacedQuery, items: readonly TaskRowAnswer[]): readonly TaskRowAnswer[] {
  if (query.sort === 'id') return [...items].sort((one, other) => one.id - other.id);
  if (query.sort !== 'order') return items;
  return [...items.filter(ranked).sort(byRank), ...items.filter((row) => !ranked(row))];
}

/** A list of tasks after one of them changed: a task that was moved away leaves it, one that was moved here comes, each at its place. */
export function rowsWith<P extends Rows>(page: P, asked: PlacedQuery, row: TaskRowAnswer): P {
  const there = page.items.some(({ id }) => id === row.id);
  const stands = standsIn(asked, row);
  if (!there && !(stands && takes(asked, page, row))) return page;
  const items = there
    ? page.items.flatMap((item) => (item.id !== row.id ? [item] : stands ? [row] : []))
    : [...page.items, row];
  return { ...page, items: inOrder(asked, items), total: page.total + items.length - page.items.length };
}
