import type { Statement } from 'better-sqlite3';
import type { SqliteDatabase } from './database';

/** A cache of prepared statements by their SQL, least recently used out first. Rows are arrays. */
export class StatementCache {
  private readonly statements = new Map<string, Statement<unknown[], unknown[]>>();

  constructor(
    private readonly database: SqliteDatabase,
    private readonly most: number,
  ) {}

  get(sql: string): Statement<unknown[], unknown[]> {
    let statement = this.statements.get(sql);
    if (statement) this.statements.delete(sql);
    else statement = this.database.prepare<unknown[], unknown[]>(sql).raw();
    this.statements.set(sql, statement);
    if (this.statements.size > this.most) this.statements.delete(this.statements.keys().next().value!);
    return statement;
  }

  clear(): void {
    this.statements.clear();
  }
}
