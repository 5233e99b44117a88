import type { SqliteDatabase } from '../database';

/** The connection inside a store on SQLite, for what only tests do with it. */
export const databaseOf = (store: object) => (store as { readonly database: SqliteDatabase }).database;

/** Limits the size of a store's file: a write beyond it fails as on a full disk. */
export function limitPages(store: object, pages: number): void {
  databaseOf(store).pragma(`max_page_count = ${pages}`);
}
