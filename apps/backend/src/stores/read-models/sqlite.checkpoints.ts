import { comparePositions } from '@gos/domain';
import type { Statement } from 'better-sqlite3';
import type { SqliteDatabase } from '../drivers/sqlite/database';
import { checkPosition } from './model-fields';
import { type Checkpoint, type ModelDeclaration, ReadAgain } from './read-models';

type Version = Pick<ModelDeclaration, 'name' | 'version'>;

/** The checkpoint of each version; the caller holds the transaction. */
export class SqliteCheckpoints {
  private readonly select: Statement<[string, number], string>;
  private readonly replace: Statement<[string, number, string]>;

  constructor(private readonly database: SqliteDatabase) {
    this.select = database
      .prepare<[string, number], string>('SELECT position FROM checkpoints WHERE name = ? AND version = ?')
      .pluck();
    this.replace = database.prepare(
      'INSERT INTO checkpoints VALUES (?, ?, ?) ON CONFLICT (name, version) DO UPDATE SET position = excluded.position',
    );
  }

  of({ name, version }: Version): string | null {
    return this.select.get(name, version) ?? null;
  }

  /** @throws ReadAgain when the version is not as far as it was when the batch was computed */
  put({ model, position, from }: Checkpoint): void {
    const last = this.of(model);
    if (from != null && (last === null || comparePositions(last, from) < 0)) throw new ReadAgain('not-written');
    // A stale projector must not set the checkpoint back.
    if (last === null || comparePositions(checkPosition(position), last) > 0)
      this.replace.run(model.name, model.version, position);
  }

  drop({ name, version }: Version): void {
    this.database.prepare('DELETE FROM checkpoints WHERE name = ? AND version = ?').run(name, version);
  }
}
