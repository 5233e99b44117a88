import {
  type FilterName,
  type FilterValues,
  type ListQuery,
  type OwnQuery,
  type OwnValues,
  type Parameter,
  type Parameters,
  type SortField,
  usualPageSize,
} from '@gos/contract';
import type { FieldError } from '@gos/domain';
import { throwIfWrong } from '../kernel/refused';
import type { Filter, Scalar } from '../stores/read-models/read-models';

export interface SortSpec<Field extends string = string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** The parsed query of a collection. */
export interface ParsedListQuery<Q extends ListQuery = ListQuery> {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: readonly SortSpec<SortField<Q>>[];
  /** null when absent */
  readonly q: string | null;
  readonly filters: FilterValues<Q>;
  readonly own: OwnValues<Q>;
}

type Raw = Readonly<Record<string, unknown>>;

/** The error of a day or instant that a filter does not take only because of its year. */
function yearErrorOf({ errorOf }: Parameter, text: string, path: string): FieldError | null {
  const error = errorOf?.(text, path) ?? null;
  return error?.code === 'validation.year' ? error : null;
}

function ownValues(raw: Raw, own: Parameters, errors: FieldError[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [path, { read, code, required, errorOf }] of Object.entries(own)) {
    const given = raw[path];
    if (given === undefined) {
      if (required) errors.push({ path, code: 'validation.required' });
      continue;
    }
    const value = typeof given === 'string' ? read(given) : undefined;
    if (value !== undefined) values[path] = value;
    else errors.push((typeof given === 'string' && errorOf?.(given, path)) || { path, code });
  }
  return values;
}

/**
 * Parses the query of an operation that is not a collection.
 * @throws Refused with all invalid and unknown parameters
 */
export function parseQuery<Q extends OwnQuery>(raw: Raw, { own }: Q): OwnValues<Q> {
  const errors: FieldError[] = Object.keys(raw)
    .filter((name) => !Object.hasOwn(own, name))
    .map((path) => ({ path, code: 'validation.unknown-field' }));
  const values = ownValues(raw, own, errors);
  throwIfWrong(errors);
  return values as OwnValues<Q>;
}

function whole(value: unknown, fallback: number, path: string, max: number, errors: FieldError[]): number {
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) errors.push({ path, code: 'validation.integer' });
  else if (number < 1) errors.push({ path, code: 'validation.too-small', params: { min: 1 } });
  else if (number > max) errors.push({ path, code: 'validation.too-large', params: { max } });
  return number;
}

/** Parses `sort`; a repeated field is ignored. */
function sortOf(value: unknown): SortSpec[] {
  if (typeof value !== 'string' || value === '') return [];
  const specs = new Map<string, SortSpec>();
  for (const part of value.split(',')) {
    const field = part.replace(/^-/, '');
    if (!specs.has(field)) specs.set(field, { field, direction: part.startsWith('-') ? 'desc' : 'asc' });
  }
  return [...specs.values()];
}

/**
 * Parses `page`, `pageSize`, `sort`, `q`, the filters and the own parameters of a collection.
 * @throws Refused with all invalid and unknown parameters
 */
export function parseListQuery<Q extends ListQuery>(raw: Raw, query: Q): ParsedListQuery<Q> {
  const errors: FieldError[] = [];
  const page = whole(raw.page, 1, 'page', 1_000_000, errors);
  const { pageSize: unasked = usualPageSize.unasked, maxPageSize = usualPageSize.max } = query;
  const pageSize = whole(raw.pageSize, unasked, 'pageSize', maxPageSize, errors);
  const sort = sortOf(raw.sort);
  if (sort.some(({ field }) => !query.sort.includes(field))) errors.push({ path: 'sort', code: 'validation.choice' });
  if (raw.sort !== undefined && typeof raw.sort !== 'string') errors.push({ path: 'sort', code: 'validation.type' });
  if (raw.q !== undefined && typeof raw.q !== 'string') errors.push({ path: 'q', code: 'validation.type' });
  if (typeof raw.q === 'string' && raw.q.length > 500) {
    errors.push({ path: 'q', code: 'validation.too-long', params: { max: 500 } });
  }
  const filters: Record<string, unknown[]> = {};
  const own = ownValues(raw, query.own ?? {}, errors);
  const known = new Set(['page', 'pageSize', 'sort', 'q', ...Object.keys(query.own ?? {})]);
  for (const [name, value] of Object.entries(raw)) {
    if (known.has(name)) continue;
    const filter = Object.hasOwn(query.filters, name) ? query.filters[name] : undefined;
    if (!filter) {
      errors.push({ path: name, code: 'validation.unknown-field' });
      continue;
    }
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    const values = texts.map((text) => filter.read(text));
    const wrong = texts.find((_, index) => values[index] === undefined);
    if (wrong !== undefined) errors.push(yearErrorOf(filter, wrong, name) ?? { path: name, code: 'validation.choice' });
    filters[name] = values.filter((one) => one !== undefined);
  }
  throwIfWrong(errors);
  const q = typeof raw.q === 'string' && raw.q.trim() !== '' ? raw.q : null;
  return { page, pageSize, sort, q, filters, own } as ParsedListQuery<Q>;
}

/** The filters that are given, with their values. */
export const filtersOf = <Q extends ListQuery>({ filters }: ParsedListQuery<Q>) =>
  Object.entries(filters) as [FilterName<Q>, readonly Scalar[]][];

/**
 * A condition that a document has one of the values at `path`.
 * @param single for a field of several values: the path where the document holds the only one, or null when it has none
 */
export function holdsOneOf(path: string, values: readonly Scalar[], single?: string): Filter {
  if (single !== undefined && values.includes(null))
    return { $or: [{ [path]: { $in: values.filter((one) => one !== null) } }, { [single]: null }] };
  return { [path]: { $in: values } };
}

/**
 * The given filters as conditions on documents. `paths` are the fields that they compare; `single` is that of
 * `holdsOneOf`.
 */
export const conditionsOf = <Q extends ListQuery>(
  query: ParsedListQuery<Q>,
  paths: Readonly<Record<FilterName<Q>, string>>,
  single?: Readonly<Partial<Record<FilterName<Q>, string>>>,
): Filter[] => filtersOf(query).map(([name, values]) => holdsOneOf(paths[name], values, single?.[name]));

export const skipOf = ({ page, pageSize }: Pick<ParsedListQuery, 'page' | 'pageSize'>) => ({
  skip: (page - 1) * pageSize,
  limit: pageSize,
});
