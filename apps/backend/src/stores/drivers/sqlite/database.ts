import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { syncFolder } from '../../../kernel/folder-sync';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { Sqlite } from './driver';

export type SqliteDatabase = Database.Database;

/** Another process, or this one, has the store open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

export interface OpenOptions {
  /**
   * `full`: a commit is durable when it returns. `group`: it is durable once GroupCommit has synced it. `rebuildable`: a crash of the
   * process loses nothing, one of the machine may.
   */
  readonly durability: 'full' | 'group' | 'rebuildable';
  /** Raised with every change of the schema; a file of another format is refused. */
  readonly format: number;
  readonly schema: string;
  /** Memory for pages in KiB. */
  readonly cacheKib?: number;
}

/** An SQLite error's code (`SQLITE_FULL`, …), undefined for any other error. Error classes differ between realms, codes do not. */
export function sqliteCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/** Errors that are one statement's fault; every other SQLite error is one of the store. */
const ofOneStatement = /^SQLITE_(CONSTRAINT|ERROR|TOOBIG|MISMATCH|RANGE)/;

/** What to tell the callers of a store whose transaction failed and was rolled back; undefined when the store is not at fault. */
export function storeFailure(
  error: unknown,
  outcome: StoreUnavailable['outcome'] = 'not-written',
): StoreUnavailable | undefined {
  const code = sqliteCode(error);
  if (code === undefined || ofOneStatement.test(code)) return undefined;
  const sentence =
    code === 'SQLITE_FULL'
      ? 'The disk is full'
      : code.startsWith('SQLITE_IOERR')
        ? 'The disk could not be written'
        : `The store can't be written (${code})`;
  return new StoreUnavailable(sentence, outcome, { cause: error });
}

/** Opens a store that has one writing process: a database in WAL mode and the lock beside it. Close it with `closeDatabase`. */
export function openDatabase(file: string, options: OpenOptions): SqliteDatabase {
  mkdirSync(dirname(file), { recursive: true });
  const lock = lockForWriting(file);
  let database: SqliteDatabase | undefined;
  try {
    database = new Sqlite(file, { timeout: 5000 });
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal')
      throw new Error(`${file} can't be kept in WAL mode (it is in ${String(mode)}): is it on a network share?`);
    database.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
    database.pragma(`cache_size = -${options.cacheKib ?? 16_384}`);
    // After a large batch the WAL is cut to this at the next restart of it, instead of keeping its largest size for ever.
    database.pragma('journal_size_limit = 67108864');
    prepareSchema(database, options);
    syncFolder(dirname(file));
    locks.set(database, lock);
    return database;
  } catch (error) {
    database?.close();
    lock.close();
    throw error;
  }
}

export function closeDatabase(database: SqliteDatabase): void {
  try {
    database.close();
  } finally {
    locks.get(database)?.close();
    locks.delete(database);
  }
}

function prepareSchema(database: SqliteDatabase, { format, schema }: OpenOptions): void {
  const found = database.pragma('user_version', { simple: true });
  if (found === format) return;
  if (found !== 0) throw new Error(`${database.name} has format ${String(found)}, this version of Gos reads ${format}`);
  database.transaction(() => {
    database.exec(schema);
    database.pragma(`user_version = ${format}`);
  })();
}

const locks = new WeakMap<SqliteDatabase, SqliteDatabase>();

/** An open exclusive transaction on an empty file next to the store. The kernel ends it with the process, however that ends. */
function lockForWriting(file: string): SqliteDatabase {
  const lock = new Sqlite(`${file}-lock`, { timeout: 0 });
  try {
    // Nothing is ever written to it, so it needs no journal file either.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (sqliteCode(error)?.startsWith('SQLITE_BUSY')) {
      throw new StoreInUse(
        `${file} is open for writing already: only one process may write it, stop the other one first.`,
        { cause: error },
      );
    }
    throw error;
  }
}
