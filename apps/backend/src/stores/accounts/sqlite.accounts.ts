import { basename } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Statement } from 'better-sqlite3';
import { StoreDamaged } from '../../kernel/store-errors';
import { closeDatabase, damageOf, openDatabase, openFailure, type SqliteDatabase } from '../drivers/sqlite/database';
import { GroupCommit } from '../drivers/sqlite/group-commit';
import {
  type AccountKeys,
  type AccountKind,
  type AccountRecord,
  type AccountSnapshot,
  type Accounts,
  KeyTaken,
  type RefPage,
  textOf,
} from './accounts';

const FORMAT = 1;
const remedy =
  'stop Gos, put accounts.sqlite of the last backup back without accounts.sqlite-wal and accounts.sqlite-shm, and start (docs/operations.md, "When a part is lost, old or wrong")';
const SCHEMA = `
  CREATE TABLE records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_expiry ON records (kind, expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE unique_keys (kind TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, key)) STRICT, WITHOUT ROWID;
  CREATE INDEX unique_keys_by_record ON unique_keys (kind, id);
  CREATE TABLE refs (kind TEXT NOT NULL, ref TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (kind, ref, id)) STRICT, WITHOUT ROWID;
  CREATE INDEX refs_by_record ON refs (kind, id);
`;
const PAGE = 100;
const SWEPT_AT_ONCE = 1000;
/** as SQLite says it */
const NO_LIMIT = -1;

interface RecordRow {
  readonly kind: AccountKind;
  readonly id: string;
  readonly version: number;
  readonly value: string;
}

interface KeptRow extends RecordRow {
  readonly expires_at: number | null;
  readonly uniques: string;
  readonly refs: string;
}

/**
 * Accounts in one SQLite file. Concurrent writes share one sync. A read may see a write that is committed but not
 * durable yet; writes based on it become durable after it.
 */
export class SqliteAccounts implements Accounts {
  private readonly database: SqliteDatabase;
  private readonly commits: GroupCommit;
  private readonly selectRecord: Statement<[string, string], RecordRow>;
  private readonly selectMany: Statement<[string, string], RecordRow>;
  private readonly selectUnique: Statement<[string, string], string>;
  private readonly selectByRef: Statement<[string, string, number, number], RecordRow>;
  private readonly selectByRefDescending: Statement<[string, string, number, number], RecordRow>;
  private readonly countRef: Statement<[string, string], number>;
  private readonly selectPage: Statement<[string, string, number], RecordRow>;
  private readonly selectExpired: Statement<[string, number, number], string>;
  private readonly selectKept: Statement<[string, string, number], KeptRow>;
  private readonly insertRecord: Statement<[string, string, number, string, number | null]>;
  private readonly updateValue: Statement<[string, string, string, number]>;
  private readonly updateExpiry: Statement<[number | null, string, string]>;
  private readonly removeRecord: Statement<[string, string]>;
  private readonly insertUnique: Statement<[string, string, string]>;
  private readonly insertRef: Statement<[string, string, string]>;
  private readonly removeUniques: Statement<[string, string]>;
  private readonly removeRefs: Statement<[string, string]>;
  private closed = false;
  /** Sentences about unreadable records, each of which is logged once. */
  private readonly unreadable = new Set<string>();

  constructor(file: string) {
    const database = openDatabase(file, { durability: 'group', format: FORMAT, schema: SCHEMA, remedy });
    this.database = database;
    try {
      const columns = 'r.kind, r.id, r.version, r.value';
      this.selectRecord = database.prepare(`SELECT ${columns} FROM records r WHERE kind = ? AND id = ?`);
      this.selectMany = database.prepare(
        `SELECT ${columns} FROM records r WHERE kind = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      );
      this.selectUnique = database
        .prepare<[string, string], string>('SELECT id FROM unique_keys WHERE kind = ? AND key = ?')
        .pluck();
      const byRef = `SELECT ${columns} FROM refs f JOIN records r ON r.kind = f.kind AND r.id = f.id WHERE f.kind = ? AND f.ref = ?`;
      this.selectByRef = database.prepare(`${byRef} ORDER BY f.id LIMIT ? OFFSET ?`);
      this.selectByRefDescending = database.prepare(`${byRef} ORDER BY f.id DESC LIMIT ? OFFSET ?`);
      this.countRef = database
        .prepare<[string, string], number>('SELECT count(*) FROM refs WHERE kind = ? AND ref = ?')
        .pluck();
      this.selectPage = database.prepare(
        `SELECT ${columns} FROM records r WHERE kind = ? AND id > ? ORDER BY id LIMIT ?`,
      );
      this.selectExpired = database
        .prepare<[string, number, number], string>(
          'SELECT id FROM records WHERE kind = ? AND expires_at <= ? ORDER BY expires_at LIMIT ?',
        )
        .pluck();
      this.selectKept = database.prepare(`
        SELECT ${columns}, r.expires_at,
          (SELECT json_group_array(key ORDER BY key) FROM unique_keys u WHERE u.kind = r.kind AND u.id = r.id) AS uniques,
          (SELECT json_group_array(ref ORDER BY ref) FROM refs f WHERE f.kind = r.kind AND f.id = r.id) AS refs
        FROM records r WHERE (kind, id) > (?, ?) ORDER BY kind, id LIMIT ?`);
      this.insertRecord = database.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?)');
      this.updateValue = database.prepare(
        'UPDATE records SET value = ?, version = version + 1 WHERE kind = ? AND id = ? AND version = ?',
      );
      this.updateExpiry = database.prepare('UPDATE records SET expires_at = ? WHERE kind = ? AND id = ?');
      this.removeRecord = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
      this.insertUnique = database.prepare('INSERT INTO unique_keys VALUES (?, ?, ?)');
      this.insertRef = database.prepare('INSERT INTO refs VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
      this.removeUniques = database.prepare('DELETE FROM unique_keys WHERE kind = ? AND id = ?');
      this.removeRefs = database.prepare('DELETE FROM refs WHERE kind = ? AND id = ?');
      this.commits = new GroupCommit(database);
    } catch (error) {
      closeDatabase(database);
      throw openFailure(error, file, { remedy });
    }
  }

  async insert<T>(kind: AccountKind, id: string, value: T, keys: AccountKeys = {}): Promise<AccountRecord<T>> {
    const text = textOf(value);
    return this.commits.run(() => {
      if (this.selectRecord.get(kind, id)) throw new KeyTaken('id');
      this.insertRecord.run(kind, id, 1, text, keys.expiresAt ?? null);
      this.insertKeys(kind, id, keys);
      return { kind, id, version: 1, value: JSON.parse(text) as T };
    }, text.length);
  }

  async get<T>(kind: AccountKind, id: string): Promise<AccountRecord<T> | undefined> {
    const row = this.selectRecord.get(kind, id);
    return row && this.recorded<T>(row);
  }

  async getMany<T>(kind: AccountKind, ids: readonly string[]): Promise<AccountRecord<T>[]> {
    return this.selectMany.all(kind, JSON.stringify(ids)).flatMap((row) => this.readable<T>(row));
  }

  async byUnique<T>(kind: AccountKind, key: string): Promise<AccountRecord<T> | undefined> {
    const id = this.selectUnique.get(kind, key);
    return id === undefined ? undefined : this.get<T>(kind, id);
  }

  async byRef<T>(
    kind: AccountKind,
    ref: string,
    { descending = false, skip = 0, limit = NO_LIMIT }: RefPage = {},
  ): Promise<AccountRecord<T>[]> {
    const select = descending ? this.selectByRefDescending : this.selectByRef;
    return select.all(kind, ref, limit, skip).flatMap((row) => this.readable<T>(row));
  }

  async countByRef(kind: AccountKind, ref: string): Promise<number> {
    return this.countRef.get(kind, ref)!;
  }

  async list<T>(
    kind: AccountKind,
    { after = '', limit = PAGE }: { after?: string; limit?: number } = {},
  ): Promise<AccountRecord<T>[]> {
    const found: AccountRecord<T>[] = [];
    // A page that is not full is the last one, so unreadable records are made up for.
    for (let from = after; found.length < limit; ) {
      const rows = this.selectPage.all(kind, from, limit - found.length);
      const last = rows.at(-1);
      const isEnd = rows.length < limit - found.length;
      found.push(...rows.flatMap((row) => this.readable<T>(row)));
      if (last === undefined || isEnd) break;
      from = last.id;
    }
    return found;
  }

  async replace<T>(kind: AccountKind, id: string, version: number, value: T, keys?: AccountKeys): Promise<boolean> {
    const text = textOf(value);
    return this.commits.run(() => {
      if (this.updateValue.run(text, kind, id, version).changes === 0) return false;
      if (keys) {
        this.removeKeys(kind, id);
        this.insertKeys(kind, id, keys);
        this.updateExpiry.run(keys.expiresAt ?? null, kind, id);
      }
      return true;
    }, text.length);
  }

  async remove(kind: AccountKind, id: string): Promise<boolean> {
    return this.commits.run(() => this.removeAll(kind, [id]) === 1);
  }

  async removeByRef(kind: AccountKind, ref: string): Promise<number> {
    return this.commits.run(() =>
      this.removeAll(
        kind,
        this.selectByRef.all(kind, ref, NO_LIMIT, 0).map(({ id }) => id),
      ),
    );
  }

  async sweep(kind: AccountKind, now: number): Promise<number> {
    for (let total = 0; ; ) {
      // The expiry is checked within the step, so that a record prolonged meanwhile stays.
      const count = await this.commits.run(() =>
        this.removeAll(kind, this.selectExpired.all(kind, now, SWEPT_AT_ONCE)),
      );
      total += count;
      if (count < SWEPT_AT_ONCE) return total;
    }
  }

  async listAll(after: Pick<AccountRecord, 'kind' | 'id'> | null, limit: number): Promise<AccountSnapshot[]> {
    return this.selectKept.all(after?.kind ?? '', after?.id ?? '', limit).map((row) => ({
      ...this.recorded(row),
      unique: JSON.parse(row.uniques) as string[],
      refs: JSON.parse(row.refs) as string[],
      expiresAt: row.expires_at,
    }));
  }

  async restore({ kind, id, version, value, unique, refs, expiresAt }: AccountSnapshot): Promise<void> {
    const text = textOf(value);
    await this.commits.run(() => {
      this.removeAll(kind, [id]);
      this.insertRecord.run(kind, id, version, text, expiresAt);
      this.insertKeys(kind, id, { unique, refs });
    }, text.length);
  }

  /** Called when the file was found damaged: it is read on, but takes no more writes. */
  noteDamage(code: string): StoreDamaged {
    const damage = damageOf(this.database, { code });
    this.commits.refuse(damage.message);
    return damage;
  }

  async checkWhole(): Promise<void> {
    await this.commits.assertWritable();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.commits.close();
    closeDatabase(this.database);
  }

  /** Throws within a step, which rolls the whole step back. */
  private insertKeys(kind: AccountKind, id: string, { unique = [], refs = [] }: AccountKeys): void {
    for (const key of new Set(unique)) {
      if (this.selectUnique.get(kind, key) !== undefined) throw new KeyTaken(key);
      this.insertUnique.run(kind, key, id);
    }
    for (const ref of refs) this.insertRef.run(kind, ref, id);
  }

  private removeKeys(kind: AccountKind, id: string): void {
    this.removeUniques.run(kind, id);
    this.removeRefs.run(kind, id);
  }

  private removeAll(kind: AccountKind, ids: readonly string[]): number {
    for (const id of ids) this.removeKeys(kind, id);
    return ids.reduce((count, id) => count + this.removeRecord.run(kind, id).changes, 0);
  }

  /** @throws StoreDamaged when the record is unreadable; the others are not affected */
  private recorded<T>({ kind, id, version, value }: RecordRow): AccountRecord<T> {
    try {
      return { kind, id, version, value: JSON.parse(value) as T };
    } catch (error) {
      const file = basename(this.database.name);
      const sentence = `${file} is damaged (unreadable record ${kind} ${id}): ${remedy}.`;
      if (!this.unreadable.has(sentence)) new Logger('Installation').error(sentence);
      this.unreadable.add(sentence);
      throw new StoreDamaged(sentence, file, false, 'not-written', { cause: error });
    }
  }

  /** Nothing for an unreadable record, so that lists go on without it. */
  private readable<T>(row: RecordRow): AccountRecord<T>[] {
    try {
      return [this.recorded<T>(row)];
    } catch {
      return [];
    }
  }
}
