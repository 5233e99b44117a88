import { hashBytes, type ReadNode, rootOf } from './merkle-tree';
import { nodesOfTiles, subtreeHash, tileWidth } from './tiles';

export interface WholeTile {
  readonly level: number;
  readonly index: number;
  readonly hashes: Buffer;
}

/** The right edge of a tree: the unfinished tile of each level. It is all that adding leaves and the root need. */
export class TreeEdge {
  private constructor(
    private leaves: number,
    private readonly levels: Buffer[][],
  ) {}

  static empty(): TreeEdge {
    return new TreeEdge(0, []);
  }

  /**
   * @param tiles the hashes of each level's unfinished tile, in base64
   * @throws RangeError when they are not the edge of a tree of that size
   */
  static of(size: number, tiles: readonly string[]): TreeEdge {
    const levels = tiles.map((tile) => {
      const bytes = Buffer.from(tile, 'base64');
      return Array.from({ length: Math.floor(bytes.length / hashBytes) }, (_, at) =>
        bytes.subarray(at * hashBytes, (at + 1) * hashBytes),
      );
    });
    let left = size;
    for (const hashes of levels) {
      if (hashes.length !== left % tileWidth) throw new RangeError('Not the edge of such a tree');
      left = Math.floor(left / tileWidth);
    }
    if (left !== 0) throw new RangeError('Not the edge of such a tree');
    return new TreeEdge(size, levels);
  }

  get size(): number {
    return this.leaves;
  }

  /** The unfinished tile of each level in base64. */
  tiles(): string[] {
    return this.levels.map((hashes) => Buffer.concat(hashes).toString('base64'));
  }

  tile(level: number): Buffer {
    return Buffer.concat(this.levels[level] ?? []);
  }

  /** Adds a leaf; returns the tiles that it has finished. */
  add(leafHash: Buffer): WholeTile[] {
    const finished: WholeTile[] = [];
    this.leaves++;
    let hash = leafHash;
    for (let level = 0, count = this.leaves; ; level++) {
      const hashes = this.levels[level] ?? [];
      this.levels[level] = hashes;
      hashes.push(hash);
      if (hashes.length < tileWidth) return finished;
      const whole = Buffer.concat(hashes);
      count = Math.floor(count / tileWidth);
      finished.push({ level, index: count - 1, hashes: whole });
      this.levels[level] = [];
      hash = subtreeHash(whole);
    }
  }

  root(): Promise<Buffer> {
    // The root needs nodes of unfinished tiles only: each whole one is a hash of the next level.
    const read: ReadNode = nodesOfTiles((level) => this.tile(level));
    return rootOf(read, this.leaves);
  }
}
