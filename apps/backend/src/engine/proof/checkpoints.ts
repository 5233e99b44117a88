import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import {
  ACCOUNTS,
  type AccountRecord,
  type Accounts,
  insertUnlessTaken,
  type RefPage,
} from '../../stores/accounts/accounts';
import type { EventLog } from '../../stores/event-log/event-log';
import { checkpointText, openCheckpoint, type TreeHead } from './checkpoint-text';
import { LogKeys } from './log-keys';
import { inBackground, LogTree, type TreeState } from './log-tree';
import { rootOf } from './merkle-tree';
import { type Signer, signNote } from './signed-note';

const kind = 'checkpoint';
const allRef = 'all';

export interface Checkpoint {
  readonly id: string;
  readonly size: number;
  readonly at: string;
  /** The signed note. */
  readonly note: string;
}

type Kept = Omit<Checkpoint, 'id'>;

/** The tree does not continue the last checkpoint, so that signing it would hide an alteration of the log. */
export class TreeDiverged extends Error {
  override readonly name = 'TreeDiverged';
  constructor(readonly size: number) {
    super(
      `The log does not continue its checkpoint of ${size} events: events were altered or removed. Nothing is signed; run "verify".`,
    );
  }
}

/** One checkpoint for each tree: two processes at once make the same one. */
const idOf = (size: number, root: Buffer) => `${String(size).padStart(16, '0')}-${root.toString('hex').slice(0, 16)}`;

interface Parts {
  readonly log: EventLog;
  readonly accounts: Accounts;
  readonly secret: string;
}

/** Signs the tree and keeps each signed checkpoint. */
@Injectable()
export class Checkpoints {
  private readonly logger = new Logger('Checkpoints');

  constructor(
    private readonly tree: LogTree,
    private readonly keys: LogKeys,
    private readonly clock: Clock,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
  ) {}

  /** For commands that open the stores alone. */
  static over({ log, accounts, secret }: Parts): Checkpoints {
    const clock = new Clock();
    const keys = new LogKeys(accounts, clock, { secret });
    return new Checkpoints(new LogTree(log, accounts), keys, clock, accounts);
  }

  /**
   * Signs the log up to its end; resolves with the last checkpoint when there are no events after it, with null for an
   * empty log.
   * @throws TreeDiverged
   */
  async make(): Promise<Checkpoint | null> {
    return this.of((await this.tree.catchUp()).state);
  }

  /** The same in the background: a tree that is still being built is signed another time. */
  async makeDue(): Promise<void> {
    const { state, isWhole } = await this.tree.catchUp(inBackground);
    if (isWhole) await this.of(state);
  }

  private async of(state: TreeState | null): Promise<Checkpoint | null> {
    if (!state) return null;
    const latest = await this.latest();
    if (latest?.size === state.size && (await this.isContinuedBy(state, latest))) return latest;
    return this.sign(state, latest, [await this.keys.signer(state.origin)]);
  }

  /** Lets another key sign; the checkpoint that introduces it is signed by both. Null for an empty log. */
  async rotate(): Promise<Checkpoint | null> {
    const { state } = await this.tree.catchUp();
    if (!state) return null;
    const latest = await this.latest();
    if (latest) await this.assertContinues(state, latest);
    const { signer, former } = await this.keys.rotate(state.origin);
    this.logger.log('Another key signs the checkpoints of the log');
    return this.sign(state, latest, [signer, former]);
  }

  async latest(): Promise<Checkpoint | null> {
    return (await this.page({ limit: 1 }))[0] ?? null;
  }

  /** The largest first. */
  async page(page: Omit<RefPage, 'descending'>): Promise<Checkpoint[]> {
    const records = await this.accounts.byRef<Kept>(kind, allRef, { ...page, descending: true });
    return records.map(checkpointOf);
  }

  count(): Promise<number> {
    return this.accounts.countByRef(kind, allRef);
  }

  /** All checkpoints, the smallest first. */
  all(): AsyncGenerator<Checkpoint> {
    return checkpointsIn(this.accounts);
  }

  private async sign(state: TreeState, latest: Checkpoint | null, signers: readonly Signer[]): Promise<Checkpoint> {
    if (latest) await this.assertContinues(state, latest);
    const root = await rootOf(this.tree.nodes(state), state.size);
    const head: TreeHead = { origin: state.origin, size: state.size, root };
    const value = {
      size: state.size,
      at: this.clock.instant(),
      note: signNote(checkpointText(head), signers),
    };
    const id = idOf(state.size, root);
    const inserted = await insertUnlessTaken(this.accounts, kind, id, value, { refs: [allRef] });
    if (inserted) return checkpointOf(inserted);
    const known = (await this.accounts.get<Kept>(kind, id))!;
    // A new key signs a tree that was signed before: the note with both signatures replaces the other one.
    if (signers.length === 1 || !(await this.accounts.replace(kind, id, known.version, value)))
      return checkpointOf(known);
    return { id, ...value };
  }

  private async assertContinues(state: TreeState, checkpoint: Checkpoint): Promise<void> {
    if (!(await this.isContinuedBy(state, checkpoint))) throw new TreeDiverged(checkpoint.size);
  }

  /** @throws InvalidNote for a checkpoint that no known key signed, RangeError for a tree that lacks a tile */
  async isContinuedBy(state: TreeState, { note, size }: Checkpoint): Promise<boolean> {
    if (size > state.size) return false;
    const { origin, root } = openCheckpoint(note, await this.keys.verifiers());
    return origin === state.origin && (await rootOf(this.tree.nodes(state), size)).equals(root);
  }
}

const checkpointOf = ({ id, value }: AccountRecord<Kept>): Checkpoint => ({ id, ...value });

/** All checkpoints, the smallest first. */
async function* checkpointsIn(accounts: Pick<Accounts, 'list'>): AsyncGenerator<Checkpoint> {
  for (let after: string | undefined; ; ) {
    const records: AccountRecord<Kept>[] = await accounts.list(kind, { after });
    yield* records.map(checkpointOf);
    if (records.length === 0) return;
    after = records.at(-1)!.id;
  }
}

/**
 * Removes the checkpoints of more events than this: the log lost them, and that was accepted.
 * @returns how many they were
 */
export async function removeCheckpointsAfter(
  accounts: Pick<Accounts, 'list' | 'remove'>,
  size: number,
): Promise<number> {
  let removed = 0;
  for await (const checkpoint of checkpointsIn(accounts)) {
    if (checkpoint.size > size && (await accounts.remove(kind, checkpoint.id))) removed++;
  }
  return removed;
}
