import { comparePositions } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { type Checkpoint, Checkpoints } from './checkpoints';
import { LogTree, type TreeState } from './log-tree';
import { InvalidNote } from './signed-note';

const mostCounted = 1_000;
const cacheMs = 5_000;

/** How far tree and checkpoints follow the log. */
export interface ProofStatusNow {
  /** Number of events in the tree. */
  readonly events: number;
  /** Number of events after them; where positions are no numbers, as far as one small read counts them. */
  readonly behind: number;
  readonly checkpoint: { readonly size: number; readonly at: string } | null;
  /** Whether nothing is signed, because the log does not continue its last checkpoint. */
  readonly refused: boolean;
}

/** Reads the state from the stores, so that each process gives the same answer. It is cached for a few seconds. */
@Injectable()
export class ProofStatus {
  private known: { readonly at: number; readonly answer: Promise<ProofStatusNow> } | null = null;

  constructor(
    private readonly tree: LogTree,
    private readonly checkpoints: Checkpoints,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** @throws StoreUnavailable */
  now(): Promise<ProofStatusNow> {
    if (this.known && performance.now() - this.known.at < cacheMs) return this.known.answer;
    const known = { at: performance.now(), answer: this.measure() };
    this.known = known;
    known.answer.catch(() => {
      if (this.known === known) this.known = null;
    });
    return known.answer;
  }

  /** The same without the cache. */
  async measure(): Promise<ProofStatusNow> {
    // Read before the tree, which never has fewer events than a checkpoint of the same log.
    const latest = await this.checkpoints.latest();
    const state = await this.tree.state();
    const end = await this.log.end();
    const behind = await this.behind(state, end);
    const refused = latest !== null && (await this.isRefused(state, latest, behind));
    return {
      events: state?.size ?? 0,
      behind,
      checkpoint: latest && { size: latest.size, at: latest.at },
      refused,
    };
  }

  /** A tree that is smaller than the checkpoint is an alteration only once it has the whole log. */
  private async isRefused(state: TreeState | null, latest: Checkpoint, behind: number): Promise<boolean> {
    if (behind > 0 && latest.size > (state?.size ?? 0)) return false;
    if (state === null) return true;
    try {
      return !(await this.checkpoints.isContinuedBy(state, latest));
    } catch (error) {
      // Neither a checkpoint without a known key nor a tree without a tile can be continued.
      if (error instanceof InvalidNote || error instanceof RangeError) return true;
      throw error;
    }
  }

  private async behind(state: TreeState | null, end: string | null): Promise<number> {
    if (end === null) return 0;
    const position = state?.log === (await this.log.identity()) ? state.position : null;
    if (this.log.hasConsecutivePositions) return Math.max(0, Number(end) - Number(position ?? 0));
    if (position !== null && comparePositions(position, end) >= 0) return 0;
    return (await this.log.readAll(position, mostCounted, new ByteBudget())).length;
  }
}
