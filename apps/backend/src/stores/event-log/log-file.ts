import { randomUUID } from 'node:crypto';
import { closeDatabase, openDatabase } from '../drivers/sqlite/database';

export const logFormat = 1;
export const logRemedy =
  'stop Gos, put log.sqlite of the last backup back without log.sqlite-wal and log.sqlite-shm, and start (docs/operations.md, "When a part is lost, old or wrong")';
// Positions are the rowid without AUTOINCREMENT: the largest plus 1. Events are never deleted, so there are no gaps.
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

/** Gives the log in a copied file a new identity, so that data derived from the original is not taken for this log's. */
export function assignNewIdentity(file: string): void {
  const database = openDatabase(file, { durability: 'full', format: logFormat, schema: logSchema, remedy: logRemedy });
  try {
    database.prepare("INSERT OR REPLACE INTO meta VALUES ('identity', ?)").run(randomUUID());
  } finally {
    closeDatabase(database);
  }
}
