import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS, type Accounts, insertUnlessTaken, putRecord } from '../../stores/accounts/accounts';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { hashBytes, leafHashOf, type ReadNode } from './merkle-tree';
import { nodesOfTiles, type TileId, tileWidth, tileWidthIn } from './tiles';
import { TreeEdge } from './tree-edge';
import { treeKind } from './tree-kind';

const stateId = 'state';
const batch = 500;

interface Pace {
  /** Rest after each batch, as a multiple of the time that it took. */
  readonly restTimes: number;
  readonly mostMs: number;
}

const atOnce: Pace = { restTimes: 0, mostMs: Number.POSITIVE_INFINITY };
/** A long log is built by many short runs, each a quarter of the time at work, so that requests do not notice. */
export const inBackground: Pace = { restTimes: 3, mostMs: 4_000 };

interface KeptTile {
  /** In base64. */
  readonly hashes: string;
  /** Position of its last event. */
  readonly end: string;
}

/** How far the tree follows the log. */
export interface TreeState {
  /** The log's own name among logs, fixed by its first event. */
  readonly origin: string;
  /** Identity of the log that has this position. */
  readonly log: string;
  /** Position of the last event in the tree. */
  readonly position: string;
  readonly size: number;
  /** The unfinished tile of each level in base64. */
  readonly edge: readonly string[];
}

/**
 * The leaf of an event: the 32 bytes of its hash. It covers content, stream and revision but no position, so an import
 * gives the same tree.
 */
export const leafOf = (hash: string): Buffer =>
  /^[0-9a-f]{64}$/.test(hash) ? Buffer.from(hash, 'hex') : Buffer.alloc(hashBytes);

/** The name of a log in its checkpoints. */
export const originOf = (firstEvent: Pick<RecordedEvent, 'id'>) => `gos/log/${firstEvent.id}`;

const tileId = (level: number, index: number) => `tile/${level}/${String(index).padStart(12, '0')}`;

/**
 * The Merkle tree over all events in the order of the log. Each step writes its finished tiles first and then, by
 * compare-and-set, how far it came. The tiles follow from the log alone, so a crash between both, or two processes at
 * once, lead to the same records.
 */
@Injectable()
export class LogTree {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
  ) {}

  /** Null before the first event is in the tree. */
  async state(): Promise<TreeState | null> {
    return (await this.accounts.get<TreeState>(treeKind, stateId))?.value ?? null;
  }

  /**
   * Adds the events up to the end of the log, as far as the time goes. `isWhole`: the end was reached.
   * @param pace by default as fast as possible and to the end
   */
  async catchUp({ restTimes, mostMs }: Pace = atOnce): Promise<{ state: TreeState | null; isWhole: boolean }> {
    const endsAt = performance.now() + mostMs;
    for (;;) {
      const began = performance.now();
      const done = await this.step();
      if (done.isWhole || performance.now() >= endsAt) return done;
      if (restTimes === 0) await nextTurn();
      else await sleep(restTimes * (performance.now() - began), undefined, { ref: false });
    }
  }

  private async step(): Promise<{ state: TreeState | null; isWhole: boolean }> {
    const identity = await this.log.identity();
    const record = await this.accounts.get<TreeState>(treeKind, stateId);
    const known = record?.value.log === identity ? record.value : null;
    const events = await this.eventsAfter(known?.position ?? null);
    if (events === null) {
      await this.accounts.remove(treeKind, stateId);
      return { state: null, isWhole: false };
    }
    const last = events.at(-1);
    if (!last) return { state: known, isWhole: true };
    const edge = known ? TreeEdge.of(known.size, known.edge) : TreeEdge.empty();
    for (const { metadata, position } of events) {
      for (const { level, index, hashes } of edge.add(leafHashOf(leafOf(metadata.hash)))) {
        const tile: KeptTile = { hashes: hashes.toString('base64'), end: position };
        await putRecord(this.accounts, treeKind, tileId(level, index), tile);
      }
    }
    const state: TreeState = {
      origin: known?.origin ?? originOf(events[0]!),
      log: identity,
      position: last.position,
      size: edge.size,
      edge: edge.tiles(),
    };
    // Another process may have come as far meanwhile: then the next step begins there.
    if (record) await this.accounts.replace(treeKind, stateId, record.version, state);
    else await insertUnlessTaken(this.accounts, treeKind, stateId, state);
    return { state, isWhole: false };
  }

  /** Null when the log no longer has the position: its end was lost and that was accepted. */
  private async eventsAfter(position: string | null): Promise<RecordedEvent[] | null> {
    try {
      return await this.log.readAll(position, batch, new ByteBudget());
    } catch (error) {
      if (error instanceof RangeError && position !== null) return null;
      throw error;
    }
  }

  /** Reads nodes of a tree up to the size of the state. */
  nodes(state: TreeState): ReadNode {
    const tiles = new Map<string, Promise<Buffer>>();
    return nodesOfTiles((level, index) => {
      const id = tileId(level, index);
      const known = tiles.get(id);
      if (known) return known;
      if (tiles.size >= 256) tiles.clear();
      const read = this.hashes(state, level, index);
      tiles.set(id, read);
      return read;
    });
  }

  /** The hashes of a tile that the tree has; null for any other. */
  async tile(state: TreeState, { level, index, width }: TileId & { readonly level: number }): Promise<Buffer | null> {
    if (tileWidthIn(state.size, level, index) < width) return null;
    const hashes = await this.hashes(state, level, index);
    return hashes.length < width * hashBytes ? null : hashes.subarray(0, width * hashBytes);
  }

  /** The leaves of a tile of level 0, from the log; null where they cannot be read. */
  async leaves(index: number, width: number): Promise<Buffer[] | null> {
    const before = index === 0 ? null : await this.accounts.get<KeptTile>(treeKind, tileId(0, index - 1));
    if (before === undefined) return null;
    const leaves: Buffer[] = [];
    for (let after = before?.value.end ?? null; leaves.length < width; ) {
      const events = await this.log.readAll(after, width - leaves.length, new ByteBudget()).catch((error) => {
        if (error instanceof RangeError) return [];
        throw error;
      });
      if (events.length === 0) return null;
      leaves.push(...events.map(({ metadata }) => leafOf(metadata.hash)));
      after = events.at(-1)!.position;
    }
    return leaves;
  }

  /** Empty where the tile is not there, as while the tree is built again. */
  private async hashes({ size, edge }: TreeState, level: number, index: number): Promise<Buffer> {
    if (tileWidthIn(size, level, index) < tileWidth) {
      const isEdge = Math.floor(size / tileWidth ** (level + 1)) === index;
      return isEdge ? Buffer.from(edge[level] ?? '', 'base64') : Buffer.alloc(0);
    }
    const record = await this.accounts.get<KeptTile>(treeKind, tileId(level, index));
    return Buffer.from(record?.value.hashes ?? '', 'base64');
  }
}
