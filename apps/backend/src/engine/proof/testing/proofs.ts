import { assertOrder, nodeHashOf, type ReadNode, rangeHash, splitOf } from '../merkle-tree';

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
