import { Sqlite } from './drivers/sqlite/driver';

/** All pages in one step under one read lock: with several steps every concurrent write would restart SQLite's backup. */
const allPages = 0x7fffffff;

/** Copies the file of an embedded store, in use or not, as it is at one moment. The copy is not synced yet. */
export async function copyDatabase(file: string, to: string): Promise<void> {
  const database = new Sqlite(file, { fileMustExist: true, timeout: 5_000 });
  try {
    await database.backup(to, { progress: () => allPages });
  } finally {
    database.close();
  }
}
