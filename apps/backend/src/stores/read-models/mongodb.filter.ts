import type { Document } from 'mongodb';
import type { FilterNode } from './filter-tree';
import type { ModelDocument } from './read-models';

/** A document as it is stored, or the tombstone of one: `document` is null. */
export interface StoredDocument {
  readonly _id: string;
  /** As `positionKey` makes it. */
  readonly position: string;
  readonly document: ModelDocument | null;
}

/** The path of a declared field in what is stored. */
export const pathOf = (field: string): string => (field === 'id' ? '_id' : `document.${field}`);

/** A position as a text that compares like it: positions are decimal numbers of any length, the longer one is the later one. */
export const positionKey = (position: string): string => `${String(position.length).padStart(4, '0')}:${position}`;
export const positionOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** The filter in MongoDB's own language, met by documents and never by tombstones. */
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

/** What a tombstone can't meet needs no look at the document itself: an index alone answers it. */
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

/** A word as a regular expression, which can't hold the sign of number 0 as it is. */
function literal(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('\0', '\\x00');
}
