import type { RecordedEvent } from '@gos/domain';
import { openCheckpoint, readCheckpoint, type TreeHead } from '../../engine/proof/checkpoint-text';
import type { Checkpoint } from '../../engine/proof/checkpoints';
import { leafOf, originOf, type TreeState } from '../../engine/proof/log-tree';
import { hashBytes, leafHashOf } from '../../engine/proof/merkle-tree';
import type { Verifier } from '../../engine/proof/signed-note';
import { tileWidth } from '../../engine/proof/tiles';
import { TreeEdge } from '../../engine/proof/tree-edge';
import type { FoundAt, FoundLine } from './verify-log';

interface Kept {
  /** Null for an installation that has no tree yet. */
  readonly state: TreeState | null;
  /** The hashes of a whole tile; empty when it is missing. */
  readonly tile: (level: number, index: number) => Promise<Buffer>;
  readonly keys: readonly Verifier[];
  readonly checkpoints: readonly Checkpoint[];
  /** A checkpoint that was kept elsewhere, as a signed note. */
  readonly elsewhere: string | null;
}

interface Expected {
  readonly name: string;
  readonly head: TreeHead;
}

/** Compares the events of the log, in their order, with the kept tree and with all checkpoints. */
export class TreeCheck {
  private readonly edge = TreeEdge.empty();
  private readonly expected: Expected[];
  /** Events of the tile that is not finished yet, for naming the first that does not fit. */
  private places: FoundAt[] = [];
  private origin: string | null = null;
  private hasMisfit = false;
  private agreedAt = 0;
  private next = 0;

  constructor(
    private readonly kept: Kept,
    private readonly found: FoundLine,
  ) {
    const own = kept.checkpoints.map(({ size, note }) => ({ name: `the checkpoint of ${size} events`, note }));
    const given = kept.elsewhere === null ? [] : [{ name: 'the given checkpoint', note: kept.elsewhere }];
    this.expected = [...own, ...given].flatMap(({ name, note }) => {
      const head = this.opened(name, note);
      return head ? [{ name, head }] : [];
    });
    this.expected.sort((a, b) => a.head.size - b.head.size);
  }

  async take(event: RecordedEvent): Promise<void> {
    this.origin ??= originOf(event);
    this.places.push({ stream: event.stream, revision: event.revision });
    for (const { level, index, hashes } of this.edge.add(leafHashOf(leafOf(event.metadata.hash)))) {
      if (this.isInTree(tileWidth ** (level + 1) * (index + 1)))
        this.compare(level, hashes, await this.kept.tile(level, index));
    }
    if (this.edge.size === this.kept.state?.size) this.compareEdge(this.kept.state);
    for (; this.expected[this.next]?.head.size === this.edge.size; this.next++) {
      await this.compareRoot(this.expected[this.next]!);
    }
    if (this.places.length === tileWidth) this.places = [];
  }

  /** @returns the number of checkpoints that were compared */
  end(): number {
    const { size } = this.edge;
    for (const { name, head } of this.expected.slice(this.next)) {
      this.found(`${name}: it has ${head.size} events, the log only ${size}: the end of the log was cut off`);
    }
    const { state } = this.kept;
    if (state && state.size > size)
      this.found(`the tree has ${state.size} events, the log only ${size}: the end of the log was cut off`);
    return this.expected.length;
  }

  private isInTree(events: number): boolean {
    return this.kept.state !== null && events <= this.kept.state.size;
  }

  private compareEdge(state: TreeState): void {
    if (state.origin !== this.origin) this.found(`the tree is of another log, ${state.origin}`);
    for (const [level, tile] of this.edge.tiles().entries()) {
      this.compare(level, Buffer.from(tile, 'base64'), Buffer.from(state.edge[level] ?? '', 'base64'));
    }
  }

  /** Names the first event only: one that was removed or added moves all after it. */
  private compare(level: number, right: Buffer, kept: Buffer): void {
    if (this.hasMisfit || right.equals(kept)) return;
    this.hasMisfit = true;
    if (level > 0) {
      this.found(`the tree: a tile of level ${level} is not what its events give`);
      return;
    }
    const at = this.places.findIndex((_, leaf) => {
      const range = [leaf * hashBytes, (leaf + 1) * hashBytes] as const;
      return !right.subarray(...range).equals(kept.subarray(...range));
    });
    const number = this.edge.size - this.places.length + at + 1;
    const { stream, revision } = this.places[at]!;
    this.found(`event ${number}, ${stream} revision ${revision}: the tree has another event there, or none`, {
      stream,
      revision,
    });
  }

  private async compareRoot({ name, head }: Expected): Promise<void> {
    if (head.origin !== this.origin) this.found(`${name}: it is of another log, ${head.origin}`);
    else if (head.root.equals(await this.edge.root())) this.agreedAt = head.size;
    else
      this.found(
        `${name}: one of the events ${this.agreedAt + 1} to ${head.size} was altered, removed, added or moved`,
      );
  }

  /** Null for a checkpoint that nobody can rely on. */
  private opened(name: string, note: string): TreeHead | null {
    try {
      return openCheckpoint(note, this.kept.keys);
    } catch (error) {
      this.found(`${name}: ${(error as Error).message}${otherLog(note, this.kept.state)}`);
      return null;
    }
  }
}

function otherLog(note: string, state: TreeState | null): string {
  try {
    const { origin } = readCheckpoint(note);
    return state && origin !== state.origin ? `; it is of another log, ${origin}` : '';
  } catch {
    return '';
  }
}
