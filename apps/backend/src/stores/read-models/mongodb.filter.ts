import type { Document } from 'mongodb';
import type { FilterNode } from './filter-tree';
import type { ModelDocument, Scalar } from './read-models';

/** A stored document; a tombstone has `document: null`. */
export interface StoredDocument {
  readonly _id: string;
  /** In the format of `positionKey`. */
  readonly position: string;
  readonly document: ModelDocument | null;
}

/** The path of a declared field within the stored document. */
export const pathOf = (field: string): string => (field === 'id' ? '_id' : `document.${field}`);

/** A position as text that sorts like it: positions are decimal numbers of any length, so the length comes first. */
export const positionKey = (position: string): string => `${String(position.length).padStart(4, '0')}:${position}`;
export const positionOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** The filter in MongoDB's language; it matches documents and never tombstones. */
export function storedFilter(node: FilterNode): Document {
  const filter = conditionOf(node);
  return mayMeetTombstone(node) ? { $and: [filter, { document: { $ne: null } }] } : filter;
}

const comparisons = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const;
const EVERYTHING = {};
const NOTHING = { _id: { $in: [] } };

function conditionOf(node: FilterNode): Document {
  switch (node.kind) {
    case 'all':
      return node.of.length === 0 ? EVERYTHING : { $and: node.of.map(conditionOf) };
    case 'any':
      return node.of.length === 0 ? NOTHING : { $or: node.of.map(conditionOf) };
    case 'in':
      return { [pathOf(node.field)]: { [node.negated ? '$nin' : '$in']: node.values } };
    case 'range':
      return { [pathOf(node.field)]: { [comparisons[node.operator]]: node.value } };
    case 'prefix':
      return { [pathOf(node.field)]: { $regex: `^${literal(node.word)}` } };
  }
}

/** The same as an expression, of fields of kind `value` only. */
export function expressionOf(node: FilterNode): Document {
  switch (node.kind) {
    case 'all':
      return { $and: node.of.map(expressionOf) };
    case 'any':
      return { $or: node.of.map(expressionOf) };
    case 'in': {
      const held = {
        $in: [rankableOf({ $ifNull: [`$${pathOf(node.field)}`, null] }), { $literal: node.values.map(rankable) }],
      };
      return node.negated ? { $not: [held] } : held;
    }
    case 'range': {
      const value = `$${pathOf(node.field)}`;
      // Only values of the same type: what is between the types before and after it.
      const [before, beyond] =
        typeof node.value === 'number' ? [null, ''] : [Number.POSITIVE_INFINITY, { $literal: {} }];
      const compared = { [comparisons[node.operator]]: [value, { $literal: node.value }] };
      return { $and: [compared, { $gt: [value, before] }, { $lt: [value, beyond] }] };
    }
    case 'prefix':
      throw new Error(`${node.field} holds words, not a value`);
  }
}

/** Not every server that speaks MongoDB's language distinguishes true from 1 within an array. */
export const rankable = (value: Scalar) => (typeof value === 'boolean' ? [String(value)] : value);
export const rankableOf = (value: Document | string): Document => ({
  $cond: [{ $eq: [{ $type: value }, 'bool'] }, [{ $toString: value }], value],
});

/** Whether the condition could match a tombstone. If not, an index alone can answer it without reading the document. */
function mayMeetTombstone(node: FilterNode): boolean {
  switch (node.kind) {
    case 'all':
      return node.of.every(mayMeetTombstone);
    case 'any':
      return node.of.some(mayMeetTombstone);
    case 'in':
      return node.field === 'id' || node.values.includes(null) !== node.negated;
    case 'range':
      return node.field === 'id';
    case 'prefix':
      return false;
  }
}

/** A word as a regular expression, which cannot contain the NUL character as it is. */
function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');
}
