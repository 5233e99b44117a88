import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { type SqliteDatabase, sqliteCode, storeFailure } from './database';

export interface GroupCommitOptions {
  /** Called after every successful sync, before the steps of that commit resolve. */
  readonly onDurable?: () => void;
  /** Makes the file of a descriptor durable. Only tests give another one. */
  readonly sync?: (descriptor: number) => Promise<void>;
}

interface Waiting {
  readonly step: () => unknown;
  readonly bytes: number;
  readonly resolve: (value: never) => void;
  readonly reject: (reason: unknown) => void;
  outcome?: { readonly value: unknown } | { readonly reason: unknown };
}

const MOST_WAITING = 20_000;
const MOST_WAITING_BYTES = 128 * 1024 * 1024;
const MOST_STEPS_AT_ONCE = 1000;
const MOST_BYTES_AT_ONCE = 8 * 1024 * 1024;

const syncData = promisify(fdatasync);

/**
 * Many writers, one transaction, one sync, and no sync on the main thread.
 *
 * Steps that are waiting run one after another in ONE transaction; each sees those before it, and one that throws is undone and
 * rejected alone. The transaction is committed, the WAL is synced by the thread pool, and only then the steps are settled, while the
 * next ones gather.
 *
 * Why that is as durable as synchronous=FULL: in WAL mode a commit is the writing of frames to the end of the WAL, and FULL differs
 * from NORMAL in one thing, that it syncs the WAL after them; here the same sync is done on a descriptor of the same file before
 * anybody hears of the commit. The two other syncs stay with SQLite, which does them in NORMAL too: the WAL's header when it starts
 * over, and at a checkpoint the WAL before its frames are copied, then the database before the WAL may start over. A checkpoint
 * within a commit thus only makes frames durable earlier. The WAL keeps its inode as long as a connection is open (starting over and
 * truncating keep the file; only the last connection that closes deletes it), and a WAL that somebody else deleted is noticed by its
 * count of links. Closing the descriptor is harmless: SQLite's file locks are on the database and the -shm file, never on the WAL.
 */
export class GroupCommit {
  private queue: Waiting[] = [];
  private queuedBytes = 0;
  private flushing: Promise<void> | null = null;
  private closing = false;
  /** Why nothing is written any more. */
  private refusal: string | null = null;
  private readonly wal: number;
  private readonly sync: (descriptor: number) => Promise<void>;
  private readonly sql: Record<'begin' | 'commit' | 'rollback' | 'save' | 'undo' | 'keep', () => void>;
  private readonly countChanges: () => number;

  /** The database is in WAL mode with synchronous=NORMAL and has tables already, so that its WAL exists. */
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
      // Makes durable what an earlier process committed but did not sync.
      fdatasyncSync(this.wal);
      // And what it failed to sync: that is copied from memory into the database and synced there. A full disk may lack room for it.
      database.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      if (sqliteCode(error) === 'SQLITE_FULL') return;
      closeSync(this.wal);
      throw error;
    }
  }

  /** Resolves once what is committed by now is durable, or has failed to be. */
  async drained(): Promise<void> {
    await this.flushing;
  }

  /**
   * Runs a synchronous step (reads and writes on the database) in the next transaction; resolves with its result once that is durable.
   * @param bytes about how much it writes
   * @throws StoreUnavailable, and what the step throws
   */
  run<T>(step: () => T, bytes = 0): Promise<T> {
    const refusal = this.closing ? 'The store is closed' : this.refusal;
    if (refusal !== null) return Promise.reject(new StoreUnavailable(refusal, 'not-written'));
    if (this.queue.length >= MOST_WAITING || this.queuedBytes + bytes > MOST_WAITING_BYTES) {
      return Promise.reject(new StoreUnavailable('Too many writes are waiting', 'not-written'));
    }
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ step, bytes, resolve, reject });
      this.queuedBytes += bytes;
      this.start();
    });
  }

  /** Settles what is waiting, refuses anything later and lets go of the WAL; the database is the caller's to close. */
  async close(): Promise<void> {
    if (this.closing) return;
    this.closing = true;
    while (this.flushing) await this.flushing;
    closeSync(this.wal);
  }

  private start(): void {
    this.flushing ??= new Promise<void>((done) => {
      // Waits for the rest of this turn's calls, so that they share the first transaction already.
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
      if (count === MOST_STEPS_AT_ONCE || (count > 0 && bytes + more > MOST_BYTES_AT_ONCE)) break;
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
    } catch (error) {
      return this.rejectAll(batch, error);
    }
    if (wrote) {
      try {
        if (fstatSync(this.wal).nlink === 0)
          throw new Error(`${this.database.name}-wal was deleted while it was in use`);
        await this.sync(this.wal);
      } catch (error) {
        // The kernel may have dropped the pages that it could not write and will not try them again: nothing later is safe either.
        this.refusal = 'The store could not be made durable and takes no more writes until it is opened anew';
        return this.rejectAll(
          batch,
          new StoreUnavailable('The write could not be made durable', 'unknown', { cause: error }),
        );
      }
      this.options.onDurable?.();
    }
    for (const { outcome, resolve, reject } of batch) {
      if (outcome && 'value' in outcome) resolve(outcome.value as never);
      else reject(outcome?.reason);
    }
  }

  /** Whether anything was written. @throws StoreUnavailable, then nothing of the batch is in the database as this process sees it */
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
      // An I/O error within COMMIT may come after the last frame was written, and recovery would find that frame.
      const outcome = committing && !/^SQLITE_(FULL|BUSY)/.test(code ?? '') ? 'unknown' : 'not-written';
      throw storeFailure(error, outcome) ?? error;
    }
  }

  private runStep(step: () => unknown): { value: unknown } | { reason: unknown } {
    this.sql.save();
    try {
      const value = step();
      this.sql.keep();
      return { value };
    } catch (reason) {
      if (storeFailure(reason)) throw reason;
      this.sql.undo();
      this.sql.keep();
      return { reason };
    }
  }

  private rejectAll(batch: Waiting[], reason: unknown): void {
    for (const { reject } of batch) reject(reason);
  }
}
