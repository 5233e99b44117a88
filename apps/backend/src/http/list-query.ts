import { type FieldError, isDay, isInstant, type RefusalCode } from '@gos/domain';
import { Refused } from '../kernel/refused';
import type { Scalar, SortKey } from '../stores/read-models/read-models';
import { refusalOfErrors } from './validation';

export interface SortSpec {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

export interface ListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: readonly SortSpec[];
  /** null when absent */
  readonly q: string | null;
  readonly filters: Readonly<Record<string, readonly Scalar[]>>;
  /** Values of the collection's own parameters, by name; absent ones have no entry. */
  readonly own: Readonly<Record<string, Scalar>>;
}

/** Parses a filter's value; undefined when it is invalid. */
export type FilterReader = (value: string) => Scalar | undefined;

export const readers = {
  id: (value: string) => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined),
  integer: (value: string) => (/^-?\d{1,15}$/.test(value) ? Number(value) : undefined),
  flag: (value: string) => (value === 'true' ? true : value === 'false' ? false : undefined),
  choice: (values: readonly string[]) => (value: string) => (values.includes(value) ? value : undefined),
  instant: (value: string) => (isInstant(value) ? new Date(value).toISOString() : undefined),
  day: (value: string) => (isDay(value) ? value : undefined),
  text: (value: string) => (value.length <= 2_000 ? value : undefined),
};

/** A query parameter outside the paging and filter syntax, such as `at=` of a detail. */
export interface QueryRule {
  readonly read: FilterReader;
  readonly code: RefusalCode;
  readonly required?: boolean;
}

const flag: QueryRule = { read: readers.flag, code: 'validation.choice' };
export const queryRules = {
  deleted: flag,
  at: { read: readers.instant, code: 'validation.instant' },
  from: { read: readers.instant, code: 'validation.instant', required: true },
  to: { read: readers.instant, code: 'validation.instant', required: true },
} as const satisfies Record<string, QueryRule>;

type Raw = Readonly<Record<string, unknown>>;

function own(raw: Raw, rules: Readonly<Record<string, QueryRule>>, errors: FieldError[]): Record<string, Scalar> {
  const values: Record<string, Scalar> = {};
  for (const [path, { read, code, required }] of Object.entries(rules)) {
    const given = raw[path];
    if (given === undefined) {
      if (required) errors.push({ path, code: 'validation.required' });
      continue;
    }
    const value = typeof given === 'string' ? read(given) : undefined;
    if (value === undefined) errors.push({ path, code });
    else values[path] = value;
  }
  return values;
}

/**
 * Parses the query of a route that is no collection.
 * @throws Refused with all invalid and unknown parameters
 */
export function queryOf<R extends Readonly<Record<string, QueryRule>>>(
  raw: Raw,
  rules: R,
): { readonly [N in keyof R]?: Scalar } {
  const errors: FieldError[] = Object.keys(raw)
    .filter((name) => !Object.hasOwn(rules, name))
    .map((path) => ({ path, code: 'validation.unknown-field' }));
  const values = own(raw, rules, errors);
  if (errors.length > 0) throw new Refused(refusalOfErrors(errors));
  return values as { readonly [N in keyof R]?: Scalar };
}

export interface ListRules {
  readonly sortable: readonly string[];
  readonly filters: Readonly<Record<string, FilterReader>>;
  /** Query parameters that only this collection has. */
  readonly own?: Readonly<Record<string, QueryRule>>;
  readonly maxPageSize?: number;
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
 * Parses `page`, `pageSize`, `sort`, `q` and the filters of a collection.
 * @throws Refused with all invalid and unknown parameters
 */
export function listQuery(raw: Raw, rules: ListRules): ListQuery {
  const errors: FieldError[] = [];
  const page = whole(raw.page, 1, 'page', 1_000_000, errors);
  const pageSize = whole(raw.pageSize, 25, 'pageSize', rules.maxPageSize ?? 100, errors);
  const sort = sortOf(raw.sort);
  if (sort.some(({ field }) => !rules.sortable.includes(field)))
    errors.push({ path: 'sort', code: 'validation.choice' });
  if (raw.sort !== undefined && typeof raw.sort !== 'string') errors.push({ path: 'sort', code: 'validation.type' });
  if (raw.q !== undefined && typeof raw.q !== 'string') errors.push({ path: 'q', code: 'validation.type' });
  if (typeof raw.q === 'string' && raw.q.length > 500) {
    errors.push({ path: 'q', code: 'validation.too-long', params: { max: 500 } });
  }
  const filters: Record<string, Scalar[]> = {};
  const owned = own(raw, rules.own ?? {}, errors);
  const known = new Set(['page', 'pageSize', 'sort', 'q', ...Object.keys(rules.own ?? {})]);
  for (const [name, value] of Object.entries(raw)) {
    if (known.has(name)) continue;
    const read = Object.hasOwn(rules.filters, name) ? rules.filters[name] : undefined;
    if (!read) {
      errors.push({ path: name, code: 'validation.unknown-field' });
      continue;
    }
    const values = (Array.isArray(value) ? value : [value]).map((one) => read(String(one)));
    if (values.includes(undefined)) errors.push({ path: name, code: 'validation.choice' });
    filters[name] = values.filter((one) => one !== undefined);
  }
  if (errors.length > 0) throw new Refused(refusalOfErrors(errors));
  const q = typeof raw.q === 'string' && raw.q.trim() !== '' ? raw.q : null;
  return { page, pageSize, sort, q, filters, own: owned };
}

export const skipOf = ({ page, pageSize }: Pick<ListQuery, 'page' | 'pageSize'>) => ({
  skip: (page - 1) * pageSize,
  limit: pageSize,
});

export type { SortKey };
