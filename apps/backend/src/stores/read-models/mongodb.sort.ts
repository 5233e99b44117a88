import type { Document } from 'mongodb';
import { pathOf } from './mongodb.filter';
import type { SortKey } from './read-models';

/** One of several queries whose concatenated results are in the requested order. */
export interface SortedPart {
  /** Restricts the query to its part of the documents. */
  readonly only: readonly Document[];
  readonly sort: Record<string, 1 | -1>;
  /** Sort keys that the server has to compute; no index serves such a part. */
  readonly computed?: Document;
}

/**
 * Expresses the port's order in MongoDB's own, which indexes serve, as far as possible: types and strings sort alike,
 * and descending nulls come last. Ascending nulls come first in MongoDB, so a nullable first key splits the query in
 * two; only later nullable keys and rankings have to be computed.
 * @param nullable fields that some document may lack
 */
export function sortedParts(sort: readonly SortKey[], nullable: ReadonlySet<string>): SortedPart[] {
  const [first, ...others] = sort;
  if (first === undefined || sort.every((key) => isNative(key, nullable)))
    return [{ only: [], sort: nativeSort(sort) }];
  if (first.ranking || isNative(first, nullable) || !others.every((key) => isNative(key, nullable))) {
    return [{ only: [], ...computedSort(sort, nullable) }];
  }
  const path = pathOf(first.field);
  return [
    { only: [{ [path]: { $ne: null } }], sort: nativeSort(sort) },
    { only: [{ [path]: null }], sort: nativeSort(others) },
  ];
}

/** The fields of sort keys for which nullability matters. */
export function fieldsWithNulls(sort: readonly SortKey[]): string[] {
  return sort.filter((key) => !key.ranking && key.direction === 'asc' && key.field !== 'id').map(({ field }) => field);
}

function isNative({ field, direction, ranking }: SortKey, nullable: ReadonlySet<string>): boolean {
  return !ranking && (direction === 'desc' || !nullable.has(field));
}

function nativeSort(sort: readonly SortKey[]): Record<string, 1 | -1> {
  const keys: Record<string, 1 | -1> = {};
  for (const { field, direction } of sort) keys[pathOf(field)] ??= direction === 'asc' ? 1 : -1;
  return keys;
}

function computedSort(sort: readonly SortKey[], nullable: ReadonlySet<string>): Omit<SortedPart, 'only'> {
  const keys: Record<string, 1 | -1> = {};
  const computed: Document = {};
  sort.forEach((key, place) => {
    const path = pathOf(key.field);
    if (isNative(key, nullable)) {
      keys[path] ??= key.direction === 'asc' ? 1 : -1;
      return;
    }
    computed[`k${place}`] = key.ranking ? rankOf(key, path) : { $cond: [isNull(path), 1, 0] };
    keys[`sort.k${place}`] = 1;
    if (!key.ranking) keys[path] ??= 1;
  });
  return { sort: keys, computed };
}

const isNull = (path: string): Document => ({ $eq: [{ $ifNull: [`$${path}`, null] }, null] });

/** Ascending in both directions: values outside the ranking come after it, nulls last. */
function rankOf({ ranking = [], direction }: SortKey, path: string): Document {
  const values = ranking.filter((value) => value !== null);
  const place = direction === 'asc' ? '$$place' : { $subtract: [values.length, '$$place'] };
  const ranked = {
    $let: {
      vars: { place: { $indexOfArray: [{ $literal: values.map(rankable) }, rankableOf(path)] } },
      in: { $cond: [{ $lt: ['$$place', 0] }, values.length + 1, place] },
    },
  };
  return { $cond: [isNull(path), values.length + 2, ranked] };
}

/** Not every server that speaks MongoDB's language distinguishes true from 1 within an array. */
const rankable = (value: unknown) => (typeof value === 'boolean' ? [String(value)] : value);
const rankableOf = (path: string): Document => ({
  $cond: [{ $eq: [{ $type: `$${path}` }, 'bool'] }, [{ $toString: `$${path}` }], `$${path}`],
});
