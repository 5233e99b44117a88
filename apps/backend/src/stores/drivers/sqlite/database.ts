import { mkdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { diskFailure } from '../../../kernel/disk-failure';
import { syncFolder } from '../../../kernel/folder-sync';
import { StoreDamaged, StoreInUse, StoreUnavailable, StoreUnwritable } from '../../../kernel/store-errors';
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
  /**
   * The operator's remedy for a damaged file, as a clause; without one the file is set aside and rebuilt from the log.
   */
  readonly remedy?: string;
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

/** Whether SQLite's code means that a file is not a whole database. */
const isDamage = (code: string | undefined) => code !== undefined && /^SQLITE_(CORRUPT|NOTADB)/.test(code);

/** Errors that a single statement causes; all other SQLite errors concern the whole store. */
const ofOneStatement = /^SQLITE_(CONSTRAINT|ERROR|TOOBIG|MISMATCH|RANGE)/;

/** The error for a file that is damaged; the first one is kept where the file cannot be rebuilt. */
export function damageOf(
  database: SqliteDatabase,
  cause: unknown,
  outcome: StoreUnavailable['outcome'] = 'not-written',
) {
  const damage = damaged(database.name, remedies.get(database), cause, outcome);
  if (!damage.isRebuilt && !found.has(database)) found.set(database, damage);
  return damage;
}

/** Throws the damage that was found since the file was opened. */
export function assertNoDamage(database: SqliteDatabase): void {
  const damage = found.get(database);
  if (damage) throw damage;
}

export function damaged(
  file: string,
  remedy: string | undefined,
  cause: unknown,
  outcome: StoreUnavailable['outcome'] = 'not-written',
): StoreDamaged {
  const found = sqliteCode(cause) ?? 'unreadable content';
  const sentence = `${basename(file)} is damaged (${found}): ${remedy ?? 'it is set aside and rebuilt from the event log'}.`;
  return new StoreDamaged(sentence, basename(file), remedy === undefined, outcome, { cause });
}

function writeRemedy(code: string): StoreUnwritable['fault']['remedy'] {
  if (code === 'SQLITE_FULL') return 'make-room';
  return code.startsWith('SQLITE_IOERR') ? 'check-disk' : 'allow-writing';
}

/** One sentence for the operator about a file that is open and cannot be written. */
function writeFailure(code: string, file: string): string {
  if (code === 'SQLITE_FULL') return `The disk is full: make room where ${file} is`;
  if (code.startsWith('SQLITE_IOERR'))
    return `The disk could not be written (${code}): look at the disk that holds ${file}`;
  return `The store can't be written (${code}): the user that Gos runs as has to be able to write ${file}`;
}

/** The error for callers whose transaction failed and was rolled back; undefined when the store is not at fault. */
export function storeFailure(
  error: unknown,
  database: SqliteDatabase,
  outcome: StoreUnavailable['outcome'] = 'not-written',
): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const code = sqliteCode(error);
  if (code === undefined || ofOneStatement.test(code)) return undefined;
  if (isDamage(code)) return damageOf(database, error, outcome);
  const file = basename(database.name);
  const fault = { file, remedy: writeRemedy(code) };
  return new StoreUnwritable(writeFailure(code, database.name), `${writeFailure(code, file)}.`, fault, outcome, {
    cause: error,
  });
}

function translated<T>(database: SqliteDatabase, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw storeFailure(error, database) ?? error;
  }
}

/**
 * Lets statements that are prepared from now on throw StoreUnavailable when the store fails while rows are read.
 * Statements that only write (`run`) run in a GroupCommit, which knows whether they may have been written.
 */
function translateReads(database: SqliteDatabase): void {
  const prepare = database.prepare.bind(database);
  database.prepare = ((sql: string) => {
    const statement = prepare<unknown[]>(sql);
    const { get, all, iterate } = statement;
    return Object.assign(statement, {
      get: (...given: unknown[]) => translated(database, () => get.apply(statement, given)),
      all: (...given: unknown[]) => translated(database, () => all.apply(statement, given)),
      *iterate(...given: unknown[]) {
        try {
          yield* iterate.apply(statement, given);
        } catch (error) {
          throw storeFailure(error, database) ?? error;
        }
      },
    });
  }) as SqliteDatabase['prepare'];
}

/**
 * Opens a store for a single writing process: a database in WAL mode, and a lock file next to it. Close it with
 * `closeDatabase`.
 * @throws StoreInUse when it is open already; StoreDamaged, StoreUnavailable with a sentence for the operator
 */
export function openDatabase(file: string, options: OpenOptions): SqliteDatabase {
  let lock: SqliteDatabase | undefined;
  let database: SqliteDatabase | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    lock = lockForWriting(file);
    database = new Sqlite(file, { timeout: 5000 });
    const mode = database.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal')
      throw new StoreUnavailable(
        `${file} can't be kept in WAL mode (it is in ${String(mode)}): is it on a network share?`,
        'not-written',
      );
    database.pragma(`synchronous = ${options.durability === 'full' ? 'FULL' : 'NORMAL'}`);
    database.pragma(`cache_size = -${options.cacheKib ?? 16_384}`);
    // Shrinks the WAL to 64 MiB at its next restart after a large batch; without this it would keep its largest size.
    database.pragma('journal_size_limit = 67108864');
    if (isSmall(file)) assertWhole(database);
    prepareSchema(database, options);
    translateReads(database);
    syncFolder(dirname(file));
    locks.set(database, lock);
    if (options.remedy !== undefined) remedies.set(database, options.remedy);
    return database;
  } catch (error) {
    database?.close();
    lock?.close();
    throw openFailure(error, file, options);
  }
}

/** The error for the operator when a store cannot be opened. */
export function openFailure(error: unknown, file: string, { remedy }: Pick<OpenOptions, 'remedy'>): unknown {
  if (error instanceof StoreUnavailable || error instanceof StoreInUse) return error;
  const code = sqliteCode(error);
  // A statement fails at the opening only where tables are missing.
  if (isDamage(code) || code === 'SQLITE_ERROR') return damaged(file, remedy, error);
  const sentence = diskFailure(error, file);
  return sentence === null ? error : new StoreUnavailable(sentence, 'not-written', { cause: error });
}

/** Files up to this size are checked within some 50 ms when they are opened; larger ones by `checkFile`. */
const mostCheckedAtOnce = 16 * 1024 * 1024;

export const isSmall = (file: string) =>
  ['', '-wal'].every((end) => (statSync(`${file}${end}`, { throwIfNoEntry: false })?.size ?? 0) <= mostCheckedAtOnce);

/** @throws an SqliteError like one of reading the damaged part */
function assertWhole(database: SqliteDatabase): void {
  const found = database.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { code: 'SQLITE_CORRUPT' });
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
  if (found !== 0) {
    const sentence = `${database.name} has format ${String(found)}, this version of Gos reads ${format}`;
    throw new StoreUnavailable(sentence, 'not-written');
  }
  database.transaction(() => {
    database.exec(schema);
    database.pragma(`user_version = ${format}`);
  })();
}

const locks = new WeakMap<SqliteDatabase, SqliteDatabase>();
const remedies = new WeakMap<SqliteDatabase, string>();
const found = new WeakMap<SqliteDatabase, StoreDamaged>();

/**
 * Holds an exclusive transaction on an empty file next to the store. The kernel releases it when the process ends, in
 * whatever way.
 */
export function lockForWriting(file: string): SqliteDatabase {
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
