import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { closeDatabase, openDatabase, type SqliteDatabase } from './database';
import { temporaryFolder } from './testing/temporary-folder';

const folder = temporaryFolder();
let files = 0;
let database: SqliteDatabase;

beforeEach(() => {
  const schema = 'CREATE TABLE texts (text TEXT UNIQUE)';
  database = openDatabase(join(folder.path, `${++files}.sqlite`), { durability: 'full', format: 1, schema });
  database.pragma('max_page_count = 5');
});
afterEach(() => closeDatabase(database));
afterAll(() => folder.remove());

const long = 'x'.repeat(100_000);
const returning = () => database.prepare<[string], string>('INSERT INTO texts VALUES (?) RETURNING text').pluck();

it.each([
  ['get', () => returning().get(long)],
  ['all', () => returning().all(long)],
  ['iterate', () => [...returning().iterate(long)]],
])('rows that cannot be had for lack of room are the fault of the store, by %s', (_, read) => {
  expect(read).toThrow(StoreUnavailable);
  expect(read).toThrow('The disk is full');
});

it('what a statement itself does wrong stays as it is, and rows come as they are asked for', () => {
  expect(returning().get('a')).toBe('a');
  expect(() => returning().get('a')).toThrow(expect.objectContaining({ code: 'SQLITE_CONSTRAINT_UNIQUE' }));
  expect(() => database.prepare('SELECT nothing FROM texts')).toThrow(
    expect.objectContaining({ code: 'SQLITE_ERROR' }),
  );
  const all = database.prepare<[], [string]>('SELECT text FROM texts').raw();
  expect([all.all(), [...all.iterate()], all.get()]).toEqual([[['a']], [['a']], ['a']]);
});
