import { StoreUnavailable } from '../../kernel/store-errors';
import { type SqliteDatabase, sqliteCode } from '../drivers/sqlite/database';
import type { ModelDeclaration, SetAside } from './read-models';

type Version = Pick<ModelDeclaration, 'name' | 'version'>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS set_aside (
    name TEXT, version INTEGER, id TEXT, position TEXT, since TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (name, version, id)
  ) STRICT, WITHOUT ROWID;
`;

/** Error codes that a single document can cause. */
const ofDocument = /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)/;

/** Whether an error of writing a document is not the document's fault. */
export function isOfStore(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof StoreUnavailable || (code !== undefined && !ofDocument.test(code));
}

/** Documents that are set aside, by the version that they belong to; the caller holds the transaction. */
export class SqliteSetAside {
  constructor(private readonly database: SqliteDatabase) {
    database.exec(SCHEMA);
  }

  put({ name, version }: Version, { id, position, since, reason, at }: SetAside): void {
    this.database
      .prepare('INSERT OR IGNORE INTO set_aside VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(name, version, id, position, since, reason, at);
  }

  drop({ name, version }: Version): void {
    this.database.prepare('DELETE FROM set_aside WHERE name = ? AND version = ?').run(name, version);
  }

  list({ name, version }: Version, limit = -1): SetAside[] {
    return this.database
      .prepare<[string, number, number], SetAside>(
        `SELECT id, position, since, reason, at FROM set_aside WHERE name = ? AND version = ?
         ORDER BY length(since), since, id LIMIT ?`,
      )
      .all(name, version, limit);
  }

  count(models: readonly Version[]): Map<string, number> {
    const select = this.database
      .prepare<[string, number], number>('SELECT count(*) FROM set_aside WHERE name = ? AND version = ?')
      .pluck();
    const counts = models.map(({ name, version }) => [name, select.get(name, version) ?? 0] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  }
}
