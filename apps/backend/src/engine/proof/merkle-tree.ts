import { createHash } from 'node:crypto';

/** Bytes of a hash of the tree. */
export const hashBytes = 32;

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

/** Hash of a leaf as of RFC 6962, section 2.1. */
export const leafHashOf = (data: Uint8Array): Buffer => sha256(leafPrefix, data);

/** Hash of a node of the tree as of RFC 6962, section 2.1. */
export const nodeHashOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right);

/** Root of the empty tree as of RFC 6962, section 2.1. */
export const emptyRoot: Buffer = sha256();

/**
 * Reads the hash of a complete subtree: of the 2^level leaves that begin at leaf `index * 2^level`.
 * @throws when it is not known
 */
export type ReadNode = (level: number, index: number) => Buffer | Promise<Buffer>;

/** The largest power of two below `n`, for n > 1. Sizes may exceed 32 bits. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Hash over the leaves from `begin` to before `end`, a range that the tree of RFC 6962 has. */
async function rangeHash(read: ReadNode, begin: number, end: number): Promise<Buffer> {
  const size = end - begin;
  const level = Math.log2(size);
  if (Number.isInteger(level)) return read(level, begin / size);
  const middle = begin + splitOf(size);
  const [left, right] = [await rangeHash(read, begin, middle), await rangeHash(read, middle, end)];
  return nodeHashOf(left, right);
}

/** Root of the tree of the first `size` leaves. */
export async function rootOf(read: ReadNode, size: number): Promise<Buffer> {
  return size === 0 ? emptyRoot : rangeHash(read, 0, size);
}

/** Audit path of a leaf in the tree of `size` leaves: RFC 6962, section 2.1.1. */
export async function inclusionProof(read: ReadNode, leaf: number, size: number): Promise<Buffer[]> {
  assertOrder(0, leaf, size - 1);
  const path: Buffer[] = [];
  let [begin, end] = [0, size];
  while (end - begin > 1) {
    const middle = begin + splitOf(end - begin);
    if (leaf < middle) {
      path.unshift(await rangeHash(read, middle, end));
      end = middle;
    } else {
      path.unshift(await rangeHash(read, begin, middle));
      begin = middle;
    }
  }
  return path;
}

/** Proof that the tree of `older` leaves is the beginning of the tree of `size` leaves: RFC 6962, section 2.1.2. */
export async function consistencyProof(read: ReadNode, older: number, size: number): Promise<Buffer[]> {
  assertOrder(1, older, size);
  const path: Buffer[] = [];
  let [begin, end] = [0, size];
  while (older !== end) {
    const middle = begin + splitOf(end - begin);
    if (older <= middle) {
      path.unshift(await rangeHash(read, middle, end));
      end = middle;
    } else {
      path.unshift(await rangeHash(read, begin, middle));
      begin = middle;
    }
  }
  if (begin > 0) path.unshift(await rangeHash(read, begin, end));
  return path;
}

/** Checks an audit path: RFC 9162, section 2.1.3.2. */
export function holdsInclusion(
  leafHash: Uint8Array,
  leaf: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (leaf < 0 || leaf >= size) return false;
  let [node, last] = [leaf, size - 1];
  let hash: Uint8Array = leafHash;
  for (const sibling of path) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHashOf(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = nodeHashOf(hash, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && Buffer.compare(hash, root) === 0;
}

/** Checks a proof of consistency: RFC 9162, section 2.1.4.2. */
export function holdsConsistency(
  older: { readonly size: number; readonly root: Uint8Array },
  newer: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (older.size < 1 || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && Buffer.compare(older.root, newer.root) === 0;
  const path = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : proof;
  let [node, last] = [older.size - 1, newer.size - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  const [first, ...others] = path;
  if (!first) return false;
  let [olderRoot, newerRoot] = [first, first];
  for (const sibling of others) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      olderRoot = nodeHashOf(sibling, olderRoot);
      newerRoot = nodeHashOf(sibling, newerRoot);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else newerRoot = nodeHashOf(newerRoot, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  const isOlder = Buffer.compare(olderRoot, older.root) === 0;
  return last === 0 && isOlder && Buffer.compare(newerRoot, newer.root) === 0;
}

function assertOrder(...numbers: readonly number[]): void {
  const inOrder = numbers.every((n, at) => Number.isSafeInteger(n) && (at === 0 || n >= numbers[at - 1]!));
  if (!inOrder) throw new RangeError(`No such leaves in this tree: ${numbers.join(', ')}`);
}
