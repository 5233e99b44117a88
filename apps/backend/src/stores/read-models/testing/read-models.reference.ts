import type { Filter, FindOptions, ModelDocument, Scalar, SortKey } from '../read-models';

/**
 * The simplest implementation of the filter language, which contract tests compare the adapters with. It recognises
 * array fields by the documents and does not use indexes.
 */
export function findByReference<D extends ModelDocument>(
  documents: readonly D[],
  filter: Filter,
  options: FindOptions,
): D[] {
  const found = documents.filter((document) => matches(document, filter));
  found.sort((a, b) => {
    for (const key of options.sort ?? []) {
      const difference = compareBy(key, sortedBy(a, key), sortedBy(b, key));
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const skip = options.skip ?? 0;
  return found.slice(skip, options.limit === undefined ? undefined : skip + options.limit);
}

export function tallyByReference(
  documents: readonly ModelDocument[],
  filter: Filter,
  field: string,
  summed?: string,
): Map<Scalar, number> {
  const counts = new Map<Scalar, number>();
  for (const document of documents.filter((one) => matches(one, filter))) {
    const value = at(document, field);
    const more = summed === undefined ? 1 : at(document, summed);
    counts.set(value, (counts.get(value) ?? 0) + (typeof more === 'number' ? more : 0));
  }
  return counts;
}

const sortedBy = (document: object, { field, where }: SortKey) =>
  where === undefined || matches(document, where) ? at(document, field) : null;

function matches(document: object, filter: Filter): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === '$and') return (condition as Filter[]).every((each) => matches(document, each));
    if (key === '$or') return (condition as Filter[]).some((each) => matches(document, each));
    const value = at(document, key);
    const elements = (Array.isArray(value) ? value : [value ?? null]) as Scalar[];
    const operators =
      typeof condition === 'object' && condition !== null ? Object.entries(condition) : [['$in', [condition]]];
    return operators.every(([operator, operand]) => met(elements, operator as string, operand));
  });
}

function met(elements: readonly Scalar[], operator: string, operand: unknown): boolean {
  const ofType = elements.filter((element) => element !== null && typeof element === typeof operand);
  switch (operator) {
    case '$in':
      return elements.some((element) => (operand as Scalar[]).includes(element));
    case '$nin':
      return !elements.some((element) => (operand as Scalar[]).includes(element));
    case '$ne':
      return !elements.includes(operand as Scalar);
    case '$gt':
      return ofType.some((element) => compare(element, operand as Scalar) > 0);
    case '$gte':
      return ofType.some((element) => compare(element, operand as Scalar) >= 0);
    case '$lt':
      return ofType.some((element) => compare(element, operand as Scalar) < 0);
    case '$lte':
      return ofType.some((element) => compare(element, operand as Scalar) <= 0);
    case '$prefix':
      return ofType.some((element) => (element as string).startsWith(operand as string));
    default:
      throw new Error(operator);
  }
}

function compareBy({ direction, ranking }: SortKey, a: Scalar, b: Scalar): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const sign = direction === 'asc' ? 1 : -1;
  if (!ranking) return sign * compare(a, b);
  const [x, y] = [ranking.indexOf(a), ranking.indexOf(b)];
  if (x < 0 || y < 0) return Number(x < 0) - Number(y < 0);
  return sign * (x - y);
}

function compare(a: Scalar, b: Scalar): number {
  if (typeof a !== typeof b) return order.indexOf(typeof a) - order.indexOf(typeof b);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  return Number(a) - Number(b);
}

const order: string[] = ['number', 'string', 'boolean'];

function at(document: object, path: string): Scalar {
  let value: unknown = document;
  for (const part of path.split('.'))
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : null;
  return (value ?? null) as Scalar;
}
