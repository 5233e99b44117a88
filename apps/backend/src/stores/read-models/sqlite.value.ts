import type { Scalar } from './read-models';

/**
 * Scalars as columns: numbers and strings as they are; false, true and null as blobs. SQLite sorts numbers before texts
 * before blobs, which gives MongoDB's order of types, with null last as the port wants it. No column is ever NULL, so
 * every comparison is true or false, and indexes serve all of them.
 */
export type Column = number | string | Buffer;

const FALSE = Buffer.from([0x00]);
const TRUE = Buffer.from([0x01]);
const NULL = Buffer.from([0xff]);
/** The encoded null as an SQL literal. */
export const NULL_SQL = "x'ff'";

export function toColumn(value: Scalar): Column {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null ? NULL : value ? TRUE : FALSE;
}

export function toScalar(column: Column): Scalar {
  if (!(column instanceof Uint8Array)) return column;
  return column[0] === 0xff ? null : column[0] === 1;
}

export function sameColumn(a: Column, b: Column): boolean {
  return a === b || (a instanceof Uint8Array && b instanceof Uint8Array && a[0] === b[0]);
}

/** SQLite's order of columns, but nulls last in both directions. */
export function compareColumns(a: Column, b: Column, descending: boolean): number {
  const aNull = a instanceof Uint8Array && a[0] === 0xff;
  const bNull = b instanceof Uint8Array && b[0] === 0xff;
  if (aNull || bNull) return Number(aNull) - Number(bNull);
  return descending ? ascending(b, a) : ascending(a, b);
}

function ascending(a: Column, b: Column): number {
  if (typeof a === 'string' && typeof b === 'string') return compareUtf8(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const difference = typeOrder(a) - typeOrder(b);
  if (difference !== 0) return difference;
  return (a as Buffer)[0]! - (b as Buffer)[0]!;
}

function typeOrder(value: Column): number {
  return typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2;
}

/** Compares by UTF-8 bytes. This differs from UTF-16 order only in that surrogates (code points above 0xFFFF) come last. */
function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return Number(isSurrogate(x)) - Number(isSurrogate(y)) || x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/**
 * A word as a single token of FTS5's ascii tokenizer, which splits at ASCII symbols and folds ASCII capitals: these are
 * mapped to the private use area.
 */
export function toToken(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters part tokens too
  return word.replace(/[\x00-\x2f\x3a-\x60\x7b-\x7f]/g, (char) => String.fromCharCode(0xe000 + char.charCodeAt(0)));
}
