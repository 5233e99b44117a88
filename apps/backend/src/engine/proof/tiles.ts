import { hashBytes, nodeHashOf, type ReadNode } from './merkle-tree';

/** Levels of the tree in a tile, and the hashes of a whole one: C2SP tlog-tiles. */
const tileHeight = 8;
export const tileWidth = 2 ** tileHeight;

export interface TileId {
  /** 0 for tiles of leaf hashes, 1 for tiles over whole tiles of level 0, and so on; `entries` for the leaves themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Number of hashes or entries: 256 in a whole tile, fewer at the right edge of the tree. */
  readonly width: number;
}

const mostLevel = 63;

/** The path of a tile below the log's prefix, such as `tile/0/x001/234.p/17`. */
export function tilePath({ level, index, width }: TileId): string {
  const groups = index
    .toString()
    .padStart(3, '0')
    .replace(/\B(?=(\d{3})+$)/g, '/')
    .split('/')
    .map((group) => group.padStart(3, '0'));
  const last = groups.pop()!;
  const path = [...groups.map((group) => `x${group}`), last].join('/');
  return `tile/${level}/${path}${width === tileWidth ? '' : `.p/${width}`}`;
}

/** Reads what `tilePath` writes, without the leading `tile/`; null for any other text. */
export function parseTilePath(path: string): TileId | null {
  const read = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!read) return null;
  const level = read[1] === 'entries' ? ('entries' as const) : Number(read[1]);
  const index = Number(read[2]!.replace(/[x/]/g, ''));
  const width = read[3] === undefined ? tileWidth : Number(read[3]);
  if ((level !== 'entries' && level > mostLevel) || width < 1 || !Number.isSafeInteger(index)) return null;
  const tile = { level, index, width };
  // One tile has one path only: no leading zeros, no part as wide as a whole tile.
  return tilePath(tile) === `tile/${path}` ? tile : null;
}

/** Hashes that the tile of a level has in a tree of `size` leaves: 0 where the tree has no such tile. */
export function tileWidthIn(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / tileWidth ** level);
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
}

/** An entry bundle: each leaf with its length before it, as 16 bits in big-endian order. */
export function encodeEntries(leaves: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    leaves.flatMap((leaf) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(leaf.length);
      return [length, leaf];
    }),
  );
}

/** Root of the complete subtree over a tile's hashes, or over the part of them that begins at `from`. */
export function subtreeHash(tile: Uint8Array, from = 0, count = tile.length / hashBytes): Buffer {
  let hashes: Buffer[] = Array.from({ length: count }, (_, at) =>
    Buffer.from(tile.subarray((from + at) * hashBytes, (from + at + 1) * hashBytes)),
  );
  while (hashes.length > 1) {
    hashes = Array.from({ length: hashes.length / 2 }, (_, at) => nodeHashOf(hashes[2 * at]!, hashes[2 * at + 1]!));
  }
  return hashes[0]!;
}

/** Reads nodes of the tree from its tiles. `readTile` may give more hashes than needed, at the end. */
export function nodesOfTiles(readTile: (level: number, index: number) => Uint8Array | Promise<Uint8Array>): ReadNode {
  return async (level, index) => {
    const tileLevel = Math.floor(level / tileHeight);
    const count = 2 ** (level % tileHeight);
    const first = index * count;
    const tile = await readTile(tileLevel, Math.floor(first / tileWidth));
    const from = first % tileWidth;
    if (tile.length < (from + count) * hashBytes) throw new RangeError(`The tree has no node ${level}/${index}`);
    return subtreeHash(tile, from, count);
  };
}
