import type { Document } from 'mongodb';
import { parseFilter } from './filter-tree';
import { expressionOf, pathOf, rankable, rankableOf } from './mongodb.filter';
import type { ModelDeclaration, Scalar, SortKey } from './read-models';

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
export function sortedParts(
  model: ModelDeclaration,
  sort: readonly SortKey[],
  nullable: ReadonlySet<string>,
): SortedPart[] {
  const [first, ...others] = sort;
  if (first === undefined || sort.every((key) => isNative(key, nullable)))
    return [{ only: [], sort: nativeSort(sort) }];
  if (first.ranking || first.where || isNative(first, nullable) || !others.every((key) => isNative(key, nullable))) {
    return [{ only: [], ...computedSort(model, sort, nullable) }];
  }
  const path = pathOf(first.field);
  return [
    { only: [{ [path]: { $ne: null } }], sort: nativeSort(sort) },
    { only: [{ [path]: null }], sort: nativeSort(others) },
  ];
}

/** The fields of sort keys for which nullability matters. */
export function fieldsWithNulls(sort: readonly SortKey[]): string[] {
  return sort
    .filter((key) => isNative(key, none) && key.direction === 'asc' && key.field !== 'id')
    .map(({ field }) => field);
}

const none: ReadonlySet<string> = new Set();

function isNative({ field, direction, ranking, where }: SortKey, nullable: ReadonlySet<string>): boolean {
  return !ranking && !where && (direction === 'desc' || !nullable.has(field));
}

function nativeSort(sort: readonly SortKey[]): Record<string, 1 | -1> {
  const keys: Record<string, 1 | -1> = {};
  for (const { field, direction } of sort) keys[pathOf(field)] ??= direction === 'asc' ? 1 : -1;
  return keys;
}

function computedSort(
  model: ModelDeclaration,
  sort: readonly SortKey[],
  nullable: ReadonlySet<string>,
): Omit<SortedPart, 'only'> {
  const keys: Record<string, 1 | -1> = {};
  const computed: Document = {};
  sort.forEach((key, place) => {
    const path = pathOf(key.field);
    const up = key.direction === 'asc' ? 1 : -1;
    if (isNative(key, nullable)) {
      keys[path] ??= up;
      return;
    }
    const value = key.where ? { $cond: [expressionOf(parseFilter(model, key.where)), `$${path}`, null] } : `$${path}`;
    computed[`k${place}`] = key.ranking ? rankOf(key, value) : { $cond: [isNull(value), 1, 0] };
    keys[`sort.k${place}`] = 1;
    if (key.ranking) return;
    if (key.where) {
      computed[`v${place}`] = value;
      keys[`sort.v${place}`] = up;
    } else keys[path] ??= up;
  });
  return { sort: keys, computed };
}

type Expression = Document | string;

const isNull = (value: Expression): Document => ({ $eq: [{ $ifNull: [value, null] }, null] });

/** Ascending in both directions: values outside the ranking come after it, nulls last. */
function rankOf({ ranking = [], direction }: SortKey, value: Expression): Document {
  const places = new Map<Scalar, number>();
  ranking.forEach((one, place) => {
    if (one !== null && !places.has(one)) places.set(one, direction === 'asc' ? place : ranking.length - place);
  });
  const ranked = [...places].sort(([a], [b]) => compared(a, b));
  const inRanking = { $let: { vars: { value: rankableOf(value) }, in: placeAmong(ranked, ranking.length + 1) } };
  return { $cond: [isNull(value), ranking.length + 2, inRanking] };
}

/** So many values are looked through one after another. */
const fewValues = 64;

/**
 * Returns the expression of the place of `$$value`. It searches by halves, because a ranking may name as many values as
 * there are documents.
 */
function placeAmong(ranked: readonly (readonly [Scalar, number])[], otherwise: number): Document {
  if (ranked.length > fewValues) {
    const middle = ranked.length >> 1;
    const [from] = ranked[middle]!;
    return {
      $cond: [
        { $lt: ['$$value', { $literal: rankable(from) }] },
        placeAmong(ranked.slice(0, middle), otherwise),
        placeAmong(ranked.slice(middle), otherwise),
      ],
    };
  }
  const found = { $indexOfArray: [{ $literal: ranked.map(([one]) => rankable(one)) }, '$$value'] };
  const place = { $arrayElemAt: [{ $literal: ranked.map(([, one]) => one) }, '$$found'] };
  return { $let: { vars: { found }, in: { $cond: [{ $lt: ['$$found', 0] }, otherwise, place] } } };
}

/** Compares two values as MongoDB compares their `rankable` forms. */
function compared(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  if (typeof a === typeof b) return Number(a) - Number(b);
  return inOrder.indexOf(typeof a) - inOrder.indexOf(typeof b);
}

const inOrder: readonly string[] = ['number', 'string', 'boolean'];
