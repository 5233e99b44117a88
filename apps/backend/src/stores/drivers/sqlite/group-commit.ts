import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreDamaged, StoreUnavailable } from '../../../kernel/store-errors';
import { assertNoDamage, type SqliteDatabase, sqliteCode, storeFailure } from './database';

export interface GroupCommitOptions {
  /** Called after every successful sync, before the steps of that commit resolve. */
  readonly onDurable?: () => void;
  /** Makes a file durable, given its descriptor; only tests replace it. */
  readonly sync?: (descriptor: number) => Promise<void>;
}

interface Waiting {
  readonly step: () => unknown;
  readonly bytes: number;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
  outcome?: { readonly value: unknown } | { readonly reason: unknown };
}

const MAX_WAITING = 20_000;
const MAX_WAITING_BYTES = 128 * 1024 * 1024;
const MAX_STEPS_AT_ONCE = 1000;
const MAX_BYTES_AT_ONCE = 8 * 1024 * 1024;

const syncData = promisify(fdatasync);

/**
 * Group commit: many writers share one transaction and one sync, and the sync does not block the main thread.
 *
 * Waiting steps run one after another in ONE transaction. Each sees the steps before it; one that throws is rolled back
 * and rejected alone. The transaction is committed, a thread of the pool syncs the WAL, and only then the steps
 * resolve, while the next ones gather.
 *
 * Why this is as durable as synchronous=FULL: in WAL mode a commit appends frames to the WAL. FULL differs from NORMAL
 * only in syncing the WAL after that; here the same sync is done on another descriptor of the same file before any
 * caller learns of the commit. The other syncs stay with SQLite, which NORMAL does too: the WAL's header when it
 * restarts, and at a checkpoint the WAL before its frames are copied, then the database before the WAL may restart. So
 * a checkpoint within a commit only makes frames durable earlier. The WAL keeps its inode while a connection is open
 * (restarting and truncating keep the file; only the last connection to close deletes it); a WAL that something else
 * deleted is detected by its link count. Closing the descriptor is harmless: SQLite locks the database and the -shm
 * file, never the WAL.
 */
export class GroupCommit {
  private queue: Waiting[] = [];
  private queuedBytes = 0;
  private flushing: Promise<void> | null = null;
  private closing = false;
  /** The reason why all further writes are refused; null while writes are accepted. */
  private refusal: string | null = null;
  /** Why the last writes failed; null since one succeeded. */
  private failure: StoreUnavailable | null = null;
  private readonly wal: number;
  private readonly sync: (descriptor: number) => Promise<void>;
  private readonly sql: Record<'begin' | 'commit' | 'rollback' | 'save' | 'undo' | 'keep', () => void>;
  private readonly countChanges: () => number;

  /** @param database in WAL mode with synchronous=NORMAL, and with tables, so that its WAL exists */
  constructor(
    private readonly database: SqliteDatabase,
    private readonly options: GroupCommitOptions = {},
  ) {
    const prepared = (sql: string) => {
      const statement = database.prepare(sql);
      return () => void statement.run();
    };
    this.sql = {
      begin: prepared('BEGIN IMMEDIATE'),
      commit: prepared('COMMIT'),
      rollback: prepared('ROLLBACK'),
      save: prepared('SAVEPOINT step'),
      undo: prepared('ROLLBACK TO step'),
      keep: prepared('RELEASE step'),
    };
    const changes = database.prepare('SELECT total_changes()').pluck();
    this.countChanges = () => changes.get() as number;
    this.sync = options.sync ?? syncData;
    this.wal = openSync(`${database.name}-wal`, 'r+');
    try {
      // Syncs what an earlier process committed without a sync.
      fdatasyncSync(this.wal);
      // Writes that the failed process did not sync are copied into the database and synced there; a full disk may lack
      // the space for it.
      database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      if (sqliteCode(error) === 'SQLITE_FULL') return;
      closeSync(this.wal);
      throw error;
    }
  }

  /** Resolves once everything committed so far is durable, or failed to become so. */
  async drained(): Promise<void> {
    await this.flushing;
  }

  /**
   * Runs a synchronous step (reads and writes on the database) in the next transaction; resolves with its result once
   * that is durable.
   * @param bytes approximate size of its writes
   * @throws StoreUnavailable, and whatever the step throws
   */
  run<T>(step: () => T, bytes = 0): Promise<T> {
    const refusal = this.closing ? 'The store is closed' : this.refusal;
    if (refusal !== null) return Promise.reject(new StoreUnavailable(refusal, 'not-written'));
    try {
      // Also where a read found it: writing on would damage more of the file.
      assertNoDamage(this.database);
    } catch (error) {
      return Promise.reject(error);
    }
    if (this.queue.length >= MAX_WAITING || this.queuedBytes + bytes > MAX_WAITING_BYTES) {
      return Promise.reject(new StoreUnavailable('Too many writes are waiting', 'not-written'));
    }
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ step, bytes, resolve, reject });
      this.queuedBytes += bytes;
      this.start();
    });
  }

  /**
   * Resolves while writes succeed. After a failed one it writes what nobody reads, because a process that is not ready gets no
   * changes that would show that writing is possible again.
   * @throws StoreUnavailable, StoreDamaged
   */
  async assertWritable(): Promise<void> {
    assertNoDamage(this.database);
    if (this.failure === null) return;
    const format = this.database.pragma('user_version', { simple: true });
    await this.run(() => this.database.pragma(`user_version = ${String(format)}`));
  }

  /** Refuses all further writes. */
  refuse(reason: string): void {
    this.refusal ??= reason;
  }

  /** Finishes the waiting steps, refuses later ones and closes its descriptor of the WAL; the caller closes the database. */
  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    while (this.flushing) await this.flushing;
    closeSync(this.wal);
  }

  private start(): void {
    this.flushing ??= new Promise<void>((done) => {
      // Lets the other calls of this turn of the event loop join the first transaction.
      setImmediate(async () => {
        const batch = this.takeBatch();
        await this.flush(batch).catch((error) => this.rejectAll(batch, error));
        this.flushing = null;
        if (this.queue.length > 0) this.start();
        done();
      });
    });
  }

  private takeBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: more } of this.queue) {
      if (count === MAX_STEPS_AT_ONCE || (count > 0 && bytes + more > MAX_BYTES_AT_ONCE)) break;
      bytes += more;
      count++;
    }
    this.queuedBytes -= bytes;
    return this.queue.splice(0, count);
  }

  private async flush(batch: Waiting[]): Promise<void> {
    if (this.refusal !== null) return this.rejectAll(batch, new StoreUnavailable(this.refusal, 'not-written'));
    let wrote: boolean;
    try {
      wrote = this.commit(batch);
      this.failure = null;
    } catch (error) {
      // Writing on would damage more of the file.
      if (error instanceof StoreDamaged) this.refuse(error.message);
      if (error instanceof StoreUnavailable) this.failure = error;
      return this.rejectAll(batch, error);
    }
    if (wrote) {
      try {
        if (fstatSync(this.wal).nlink === 0)
          throw new Error(`${this.database.name}-wal was deleted while it was in use`);
        await this.sync(this.wal);
      } catch (error) {
        // The kernel may have dropped the pages that it failed to write and will not retry them, so no later write is
        // safe either.
        this.refusal = 'The store could not be made durable and takes no more writes until it is opened anew';
        const failure = new StoreUnavailable('The write could not be made durable', 'unknown', { cause: error });
        this.failure = failure;
        return this.rejectAll(batch, failure);
      }
      this.options.onDurable?.();
    }
    for (const { outcome, resolve, reject } of batch) {
      if (outcome && 'value' in outcome) resolve(outcome.value as never);
      else reject(outcome?.reason);
    }
  }

  /**
   * Returns whether anything was written.
   * @throws StoreUnavailable when the batch was rolled back
   */
  private commit(batch: Waiting[]): boolean {
    let committing = false;
    try {
      this.sql.begin();
      const before = this.countChanges();
      for (const waiting of batch) waiting.outcome = this.runStep(waiting.step);
      const wrote = this.countChanges() !== before;
      committing = true;
      this.sql.commit();
      return wrote;
    } catch (error) {
      if (this.database.inTransaction) this.sql.rollback();
      const code = sqliteCode(error);
      // An I/O error during COMMIT may come after the last frame was written; recovery would then find that frame.
      const outcome = committing && !/^SQLITE_(FULL|BUSY)/.test(code ?? '') ? 'unknown' : 'not-written';
      throw storeFailure(error, this.database, outcome) ?? error;
    }
  }

  private runStep(step: () => unknown): { value: unknown } | { reason: unknown } {
    this.sql.save();
    try {
      const value = step();
      this.sql.keep();
      return { value };
    } catch (reason) {
      if (storeFailure(reason, this.database)) throw reason;
      this.sql.undo();
      this.sql.keep();
      return { reason };
    }
  }

  private rejectAll(batch: Waiting[], reason: unknown): void {
    for (const { reject } of batch) reject(reason);
  }
}
