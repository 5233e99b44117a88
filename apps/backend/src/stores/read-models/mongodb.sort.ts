import type { Document } from 'mongodb';
import { pathOf } from './mongodb.filter';
import type { SortKey } from './read-models';

/** One of the queries whose results, one after the other, are in the order that was asked for. */
export interface SortedPart {
  /** Which of the documents. */
  readonly only: readonly Document[];
  readonly sort: Record<string, 1 | -1>;
  /** Keys that the server has to compute to sort by them: no index serves such a part. */
  readonly computed?: Document;
}

/**
 * How to sort in MongoDB's own order, in which an index can serve, as far as that is ours: types and strings are ordered alike, and
 * descending nulls come last. Ascending they come first, so a nullable first key makes two parts of the documents; only a later one,
 * or a ranking, has to be computed.
 * @param nullable fields that some document may not have
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

/** The fields of sort keys of which it matters whether they are nullable. */
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

/** Ascending in both directions: what is not in the ranking comes after it, and nulls come last. */
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

/** Not every server that speaks MongoDB's language tells true from 1 when it looks into an array. */
const rankable = (value: unknown) => (typeof value === 'boolean' ? [String(value)] : value);
const rankableOf = (path: string): Document => ({
  $cond: [{ $eq: [{ $type: `$${path}` }, 'bool'] }, [{ $toString: `$${path}` }], `$${path}`],
});
