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
export function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Hash over the leaves from `begin` to before `end`, a range that the tree of RFC 6962 has. */
export async function rangeHash(read: ReadNode, begin: number, end: number): Promise<Buffer> {
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

export function assertOrder(...numbers: readonly number[]): void {
  const inOrder = numbers.every((n, at) => Number.isSafeInteger(n) && (at === 0 || n >= numbers[at - 1]!));
  if (!inOrder) throw new RangeError(`No such leaves in this tree: ${numbers.join(', ')}`);
}
