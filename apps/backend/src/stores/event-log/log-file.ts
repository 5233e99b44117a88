import { randomUUID } from 'node:crypto';
import { closeDatabase, openDatabase } from '../drivers/sqlite/database';

export const logFormat = 1;
// Positions are the rowid, without AUTOINCREMENT: the largest one plus 1, and no event is ever deleted, so there are no gaps.
export const logSchema = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Makes the log in a file another one by name: what was made from the one it is a copy of is not taken for this one's. */
export function renameLog(file: string): void {
  const database = openDatabase(file, { durability: 'full', format: logFormat, schema: logSchema });
  try {
    database.prepare("INSERT OR REPLACE INTO meta VALUES ('identity', ?)").run(randomUUID());
  } finally {
    closeDatabase(database);
  }
}
