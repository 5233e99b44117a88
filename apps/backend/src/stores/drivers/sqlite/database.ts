import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { syncFolder } from '../../../kernel/folder-sync';
import { StoreInUse, StoreUnavailable } from '../../../kernel/store-errors';
import { Sqlite } from './driver';

export type SqliteDatabase = Database.Database;

export interface OpenOptions {
  /**
   * `full`: a commit is durable when it returns. `group`: it is durable once GroupCommit has synced it. `rebuildable`:
   * it survives a crash of the process, but perhaps not one of the machine.
   */
  readonly durability: 'full' | 'group' | 'rebuildable';
  /** Raised with every change of the schema; files of any other format are refused. */
  readonly format: number;
  readonly schema: string;
  /** Page cache in KiB. */
  readonly cacheKib?: number;
}

/**
 * The code of an SQLite error (`SQLITE_FULL`, …), undefined for other errors. Recognised by code: error classes differ
 * between realms.
 */
export function sqliteCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

/** Errors that a single statement causes; all other SQLite errors concern the whole store. */
const ofOneStatement = /^SQLITE_(CONSTRAINT|ERROR|TOOBIG|MISMATCH|RANGE)/;

/** The error for callers whose transaction failed and was rolled back; undefined when the store is not at fault. */
export function storeFailure(
  error: unknown,
  outcome: StoreUnavailable['outcome'] = 'not-written',
): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
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

function translated<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw storeFailure(error) ?? error;
  }
}

/**
 * Lets what is prepared from now on throw StoreUnavailable when the store is at fault while rows are read. What only writes
 * (`run`) runs in a GroupCommit, which knows whether it may have been written.
 */
function translateReads(database: SqliteDatabase): void {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    const statement = prepare<unknown[]>(sql);
    const { get, all, iterate } = statement;
    return Object.assign(statement, {
      get: (...given: unknown[]) => translated(() => get.apply(statement, given)),
      all: (...given: unknown[]) => translated(() => all.apply(statement, given)),
      *iterate(...given: unknown[]) {
        try {
          yield* iterate.apply(statement, given);
        } catch (error) {
          throw storeFailure(error) ?? error;
        }
      },
    });
  }) as SqliteDatabase['prepare'];
}

/**
 * Opens a store for a single writing process: a database in WAL mode, and a lock file beside it. Close it with
 * `closeDatabase`.
 * @throws StoreInUse when it is open already
 */
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
    // Shrinks the WAL to 64 MiB at its next restart after a large batch; without this it would keep its largest size.
    database.pragma('journal_size_limit = 67108864');
    prepareSchema(database, options);
    translateReads(database);
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

/**
 * Holds an exclusive transaction on an empty file beside the store. The kernel releases it when the process ends, in
 * whatever way.
 */
function lockForWriting(file: string): SqliteDatabase {
  const lock = new Sqlite(`${file}-lock`, { timeout: 0 });
  try {
    // The lock file is never written, so it needs no journal file.
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
