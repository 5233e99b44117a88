import { fieldsOf } from './model-fields';
import type { Filter, ModelDeclaration, Scalar, SortKey } from './read-models';

export type RangeOperator = '>' | '>=' | '<' | '<=';

/** A parsed filter: one node per condition, so that all adapters share one interpretation. */
export type FilterNode =
  | { readonly kind: 'all' | 'any'; readonly of: readonly FilterNode[] }
  /** Equal to one of the values; negated: to none of them. */
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Scalar[]; readonly negated: boolean }
  | {
      readonly kind: 'range';
      readonly field: string;
      readonly operator: RangeOperator;
      readonly value: string | number;
    }
  | { readonly kind: 'prefix'; readonly field: string; readonly word: string };

const ranges: Record<string, RangeOperator> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };

/** @throws Error for undeclared fields and for conditions outside the filter language */
export function parseFilter(model: ModelDeclaration, filter: Filter): FilterNode {
  const of: FilterNode[] = [];
  for (const [key, condition] of Object.entries(filter)) {
    if (key === '$and' || key === '$or') {
      if (!Array.isArray(condition)) throw wrong(model, `${key} takes an array`);
      const kind = key === '$and' ? 'all' : 'any';
      of.push({ kind, of: (condition as Filter[]).map((each) => parseFilter(model, each)) });
    } else of.push(...parseConditions(model, key, condition));
  }
  return of.length === 1 ? of[0]! : { kind: 'all', of };
}

function parseConditions(model: ModelDeclaration, field: string, condition: unknown): FilterNode[] {
  const kind = fieldsOf(model).get(field);
  if (kind === undefined) throw wrong(model, `${field} is in no declared index`);
  if (isScalar(condition)) condition = { $in: [condition] };
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) {
    throw wrong(model, `${field} has no condition: ${JSON.stringify(condition)}`);
  }
  return Object.entries(condition).map(([operator, value]: [string, unknown]): FilterNode => {
    const complaint = () => wrong(model, `${field} can't have ${operator}: ${JSON.stringify(value)}`);
    if ((operator === '$prefix') !== (kind === 'words')) throw complaint();
    if (operator === '$prefix' && typeof value === 'string') return { kind: 'prefix', field, word: value };
    if (operator === '$ne' && isScalar(value)) return { kind: 'in', field, values: [value], negated: true };
    if ((operator === '$in' || operator === '$nin') && Array.isArray(value) && value.every(isScalar)) {
      return { kind: 'in', field, values: [...new Set(value)], negated: operator === '$nin' };
    }
    const range = ranges[operator];
    if (range && (typeof value === 'string' || typeof value === 'number')) {
      return { kind: 'range', field, operator: range, value };
    }
    throw complaint();
  });
}

/** @throws Error for fields that cannot be sorted by */
export function checkSort(model: ModelDeclaration, sort: readonly SortKey[]): void {
  for (const { field, where } of sort) {
    if (fieldsOf(model).get(field) !== 'value') throw wrong(model, `${field} can't be sorted by`);
    if (where) checkSort(model, fieldsIn(parseFilter(model, where)).map(ascending));
  }
}

/** The sort keys that decide something: none by a field whose own order came before. */
export function decisive(sort: readonly SortKey[]): readonly SortKey[] {
  const isPlain = ({ ranking, where }: SortKey) => !ranking && !where;
  return sort.filter(({ field }, place) => !sort.slice(0, place).some((one) => one.field === field && isPlain(one)));
}

const ascending = (field: string): SortKey => ({ field, direction: 'asc' });

/** The fields that a condition names. */
export function fieldsIn(node: FilterNode): readonly string[] {
  return 'of' in node ? node.of.flatMap(fieldsIn) : [node.field];
}

/** @throws Error for a field that no single value is held in */
export function checkFields(model: ModelDeclaration, ...fields: readonly (string | undefined)[]): void {
  checkSort(model, fields.filter((field) => field !== undefined).map(ascending));
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function wrong(model: ModelDeclaration, complaint: string): Error {
  return new Error(`Query of ${model.name}: ${complaint}`);
}
