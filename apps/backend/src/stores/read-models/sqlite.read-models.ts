import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Statement } from 'better-sqlite3';
import { StoreUnavailable } from '../../kernel/store-errors';
import {
  closeDatabase,
  openDatabase,
  openFailure,
  type SqliteDatabase,
  storeFailure,
} from '../drivers/sqlite/database';
import { StatementCache } from '../drivers/sqlite/statement-cache';
import { checkLimits, DocumentRefused, type Refusal, refusalOf } from './document-limits';
import { checkFields, checkSort, decisive, parseFilter } from './filter-tree';
import { longFieldsOf } from './long-fields';
import { checkCount, checkName, checkPosition, fieldsOf } from './model-fields';
import type {
  Checkpoint,
  Filter,
  FindOptions,
  ModelDeclaration,
  ModelDocument,
  ReadModels,
  Scalar,
  SetAside,
  SetAsideWrite,
  SortKey,
  Write,
} from './read-models';
import { SqliteCheckpoints } from './sqlite.checkpoints';
import { createIndex, createTables, SqliteCollection, tablesOf, wholeOf } from './sqlite.collection';
import { indexOf, MAX_PARAMS } from './sqlite.filter';
import { planMatching, planSorted, type RowSource } from './sqlite.plan';
import { isOfStore, SqliteSetAside } from './sqlite.set-aside';
import { type Column, compareColumns, toScalar } from './sqlite.value';
import { TopRows } from './top-rows';

const FORMAT = 1;
const SCHEMA = `
  CREATE TABLE models (name TEXT, version INTEGER, declaration TEXT NOT NULL, PRIMARY KEY (name, version)) STRICT, WITHOUT ROWID;
  CREATE TABLE checkpoints (name TEXT, version INTEGER, position TEXT NOT NULL, PRIMARY KEY (name, version)) STRICT, WITHOUT ROWID;
  CREATE TABLE active (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
const PAGE = 500;

type Row = [n: number, ...keys: Column[]];
type Version = Pick<ModelDeclaration, 'name' | 'version'>;

/** The sum of the numbers in the second column; what is no number counts nothing. */
const SUM_SQL = "sum(iif(typeof(v1) IN ('integer', 'real'), v1, 0))";

/** Read models in one SQLite file, which may be deleted while no process has it open. */
export class SqliteReadModels implements ReadModels {
  private readonly logger = new Logger('Read models');
  private readonly database: SqliteDatabase;
  private readonly collections = new Map<string, SqliteCollection>();
  private readonly queries: StatementCache;
  private readonly aside: SqliteSetAside;
  private readonly checkpoints: SqliteCheckpoints;
  private readonly begin: Statement<[]>;
  private readonly commit: Statement<[]>;
  private readonly rollback: Statement<[]>;
  /** The rankings of the running query, by the number of their sort key. */
  private rankings: (ReadonlyMap<unknown, number> | undefined)[] = [];
  private closed = false;

  constructor(file: string) {
    this.database = openDatabase(file, { durability: 'rebuildable', format: FORMAT, schema: SCHEMA, cacheKib: 65_536 });
    const database = this.database;
    try {
      // Fewer, larger checkpoints of the WAL (each copies and syncs) suit batches of thousands of documents.
      database.pragma('wal_autocheckpoint = 8000');
      database.function(
        'gos_rank',
        (place: number, column: Column) => this.rankings[place]?.get(toScalar(column)) ?? this.lastRank(column),
      );
      this.queries = new StatementCache(database, 300);
      this.aside = new SqliteSetAside(database);
      this.checkpoints = new SqliteCheckpoints(database);
      this.begin = database.prepare('BEGIN IMMEDIATE');
      this.commit = database.prepare('COMMIT');
      this.rollback = database.prepare('ROLLBACK');
    } catch (error) {
      closeDatabase(database);
      throw openFailure(error, file, {});
    }
  }

  async open(model: ModelDeclaration): Promise<void> {
    this.checkOpen();
    const { name, version } = model;
    checkName(model);
    const declaration = declarationOf(model);
    const known = this.storedDeclarationOf(model);
    if (known === declaration && this.collections.has(keyOf(model))) return;
    if (known === declarationOf(model, true)) {
      await this.indexLoaded(model);
      this.transaction(() => this.putDeclaration(model, declaration));
    } else {
      this.transaction(() => {
        if (known === undefined) this.create(model);
        else if (known !== declaration) this.rebuildIndexes({ name, version, ...declared(known) }, model);
        if (known === undefined) for (const index of model.indexes) createIndex(this.database, model, index);
        this.putDeclaration(model, declaration);
      });
    }
    this.collections.set(keyOf(model), new SqliteCollection(this.database, model));
  }

  async load(model: ModelDeclaration): Promise<void> {
    this.checkOpen();
    checkName(model);
    const declaration = declarationOf(model, true);
    const known = this.storedDeclarationOf(model);
    if (known !== undefined && known !== declaration) return this.open(model);
    if (known !== undefined && this.collections.has(keyOf(model))) return;
    this.transaction(() => {
      if (known === undefined) this.create(model);
      this.putDeclaration(model, declaration);
    });
    this.collections.set(keyOf(model), new SqliteCollection(this.database, model, true));
  }

  private create(model: ModelDeclaration): void {
    createTables(this.database, model);
    this.aside.drop(model);
  }

  private putDeclaration({ name, version }: Version, declaration: string): void {
    this.database.prepare('INSERT OR REPLACE INTO models VALUES (?, ?, ?)').run(name, version, declaration);
  }

  /** Creates the indexes of a collection that was loaded without. Another call after a crash creates them again. */
  private async indexLoaded(model: ModelDeclaration): Promise<void> {
    for (const index of model.indexes) {
      this.transaction(() => createIndex(this.database, model, index));
      await nextTurn();
    }
    const collection = new SqliteCollection(this.database, model);
    for (const index of model.indexes) {
      for (const fill of collection.filling(index)) {
        this.transaction(fill);
        await nextTurn();
        this.checkOpen();
      }
    }
  }

  async drop(model: Version): Promise<void> {
    this.checkOpen();
    const known = this.storedDeclarationOf(model);
    if (known === undefined) return;
    this.collections.delete(keyOf(model));
    this.queries.clear();
    this.transaction(() => {
      for (const table of tablesOf({ ...model, ...declared(known) }))
        this.database.exec(`DROP TABLE IF EXISTS ${table}`);
      this.database.prepare('DELETE FROM models WHERE name = ? AND version = ?').run(model.name, model.version);
      this.checkpoints.drop(model);
      this.aside.drop(model);
    });
  }

  async versions(name: string): Promise<number[]> {
    this.checkOpen();
    return this.database
      .prepare<[string], number>('SELECT version FROM models WHERE name = ? ORDER BY version')
      .pluck()
      .all(name);
  }

  async get<D extends ModelDocument>(model: ModelDeclaration, id: string): Promise<D | undefined> {
    const found = this.collection(model).selectDocument.get(id);
    return found && wholeOf<D>(...found);
  }

  async getMany<D extends ModelDocument>(model: ModelDeclaration, ids: readonly string[]): Promise<Map<string, D>> {
    const rows = this.collection(model).selectMany.all(JSON.stringify(ids));
    return new Map(rows.map(([doc, long, id]) => [id, wholeOf<D>(doc, long)]));
  }

  async find<D extends ModelDocument>(
    model: ModelDeclaration,
    filter: Filter,
    options: FindOptions = {},
  ): Promise<D[]> {
    const { selectDocuments } = this.indexed(model);
    return selectDocuments.all(JSON.stringify(this.numbers(model, filter, options))).map(parse<D>);
  }

  async ids(model: ModelDeclaration, filter: Filter, options: FindOptions = {}): Promise<string[]> {
    const { selectIds } = this.indexed(model);
    return selectIds.all(JSON.stringify(this.numbers(model, filter, options)));
  }

  async count(model: ModelDeclaration, filter: Filter): Promise<number> {
    this.indexed(model);
    const streams = planMatching(model, parseFilter(model, filter));
    const values = streams.flatMap(({ leading, params }) => [...(leading[0] ?? []), ...params]);
    if (streams.length > 0 && streams.every(({ leading }) => leading.length === 1) && values.length <= MAX_PARAMS) {
      const all = streams.map(({ sql }) => sql).join(' UNION ');
      return this.queries.get(`SELECT count(*) FROM (${all})`).get(...values)![0] as number;
    }
    const numbers = new Set<unknown>();
    for (const { sql, leading, params } of streams) {
      for (const values of leading) for (const [n] of this.queries.get(sql).all(...values, ...params)) numbers.add(n);
    }
    return numbers.size;
  }

  async tally(model: ModelDeclaration, filter: Filter, field: string, summed?: string): Promise<Map<Scalar, number>> {
    this.indexed(model);
    checkFields(model, field, summed);
    const streams = planMatching(model, parseFilter(model, filter), [field, ...(summed === undefined ? [] : [summed])]);
    const only = streams[0];
    if (only && streams.length === 1 && only.leading.length === 1) {
      const sql = `SELECT v0, ${summed === undefined ? 'count(*)' : SUM_SQL} FROM (${only.sql}) GROUP BY v0`;
      const rows = this.queries.get(sql).all(...only.leading[0]!, ...only.params) as [Column, number][];
      return new Map(rows.map(([column, count]) => [toScalar(column), count]));
    }
    const found = new Map<unknown, readonly Column[]>();
    for (const { sql, leading, params } of streams) {
      for (const first of leading) {
        for (const [n, ...columns] of this.queries.get(sql).all(...first, ...params)) found.set(n, columns as Column[]);
      }
    }
    const counts = new Map<Scalar, number>();
    for (const [column, added] of found.values()) {
      const value = toScalar(column!);
      const more = summed === undefined ? 1 : typeof added === 'number' ? added : 0;
      counts.set(value, (counts.get(value) ?? 0) + more);
    }
    return counts;
  }

  async write(
    writes: readonly Write[],
    checkpoints: readonly Checkpoint[],
    setAside: readonly SetAsideWrite[] = [],
  ): Promise<void> {
    this.checkOpen();
    this.transaction(() => {
      const refusals: Refusal[] = [];
      for (const { model, id, document, position, from } of writes) {
        const collection = this.collection(model);
        checkPosition(position);
        const put = () => {
          checkLimits(document);
          collection.write(id, document, position, from);
        };
        const reason = refusalOf(put, isOfStore);
        if (reason !== null) refusals.push({ model: model.name, id, reason });
      }
      if (refusals.length > 0) throw new DocumentRefused(refusals);
      for (const { model, ...one } of setAside) this.aside.put(this.collection(model).model, one);
      for (const one of checkpoints) {
        this.collection(one.model);
        this.checkpoints.put(one);
      }
    });
  }

  async checkpoint(model: ModelDeclaration): Promise<string | null> {
    this.checkOpen();
    return this.checkpoints.of(model);
  }

  async setAside(model: Version, limit?: number): Promise<SetAside[]> {
    this.checkOpen();
    return this.aside.list(model, limit);
  }

  async countSetAside(models: readonly Version[]): Promise<Map<string, number>> {
    this.checkOpen();
    return this.aside.count(models);
  }

  async activeVersion(name: string): Promise<number | null> {
    this.checkOpen();
    return (
      this.database.prepare<[string], number>('SELECT version FROM active WHERE name = ?').pluck().get(name) ?? null
    );
  }

  async activate(name: string, from: number | null, to: number): Promise<boolean> {
    this.checkOpen();
    const { changes } =
      from === null
        ? this.database.prepare('INSERT INTO active VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, to)
        : this.database.prepare('UPDATE active SET version = ? WHERE name = ? AND version = ?').run(to, name, from);
    return changes === 1;
  }

  async *all<D extends ModelDocument>(model: ModelDeclaration): AsyncIterable<D> {
    let after = '';
    for (;;) {
      const rows = this.collection(model).selectPage.all(after, PAGE);
      for (const [doc, long] of rows) yield wholeOf<D>(doc, long);
      if (rows.length < PAGE) return;
      after = rows.at(-1)![2];
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    closeDatabase(this.database);
  }

  /** The document numbers of a `find` in order: the first rows of the streams, merged and without duplicates. */
  private numbers(
    model: ModelDeclaration,
    filter: Filter,
    { sort: asked = [], skip = 0, limit }: FindOptions,
  ): number[] {
    checkSort(model, asked);
    const sort = decisive(asked);
    checkCount(skip);
    if (limit !== undefined && checkCount(limit) === 0) return [];
    const groups = planSorted(model, parseFilter(model, filter), sort);
    this.rankings = sort.map(rankingOf);
    const only = groups.length === 1 && groups[0]!.length === 1 && groups[0]![0]!.leading.length === 1;
    if (only) {
      const { sql, leading, params } = groups[0]![0]!;
      const rows = this.queries.get(sql).all(...leading[0]!, ...params, limit ?? -1, skip) as Row[];
      return rows.map(([n]) => n);
    }
    const end = limit === undefined ? undefined : skip + limit;
    const best = new TopRows<Row>((a, b) => compareRows(a, b, sort), end);
    for (const group of groups) {
      for (const values of group[0]!.leading) this.readGroup(group, values, end ?? -1, best);
    }
    return best
      .sorted()
      .slice(skip)
      .map(([n]) => n);
  }

  /** Reads the streams of a group while their ordered rows may still be among the first ones. */
  private readGroup(group: readonly RowSource[], values: readonly Column[], most: number, best: TopRows<Row>): void {
    let count = 0;
    for (const { sql, params } of group) {
      for (const row of this.queries.get(sql).iterate(...values, ...params, most, 0) as IterableIterator<Row>) {
        if (count === most || !best.add(row)) return;
        count++;
      }
    }
  }

  private lastRank(column: Column): number {
    return toScalar(column) === null ? Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER - 1;
  }

  /** The collection for queries, which need its indexes. */
  private indexed(model: ModelDeclaration): SqliteCollection {
    const collection = this.collection(model);
    if (collection.isLoading) throw new StoreUnavailable(`The model ${keyOf(model)} is being loaded`, 'not-written');
    return collection;
  }

  private collection(model: ModelDeclaration): SqliteCollection {
    this.checkOpen();
    const collection = this.collections.get(keyOf(model));
    if (!collection) throw new StoreUnavailable(`The model ${keyOf(model)} is not open`, 'not-written');
    return collection;
  }

  private storedDeclarationOf({ name, version }: Version): string | undefined {
    return this.database
      .prepare<[string, number], string>('SELECT declaration FROM models WHERE name = ? AND version = ?')
      .pluck()
      .get(name, version);
  }

  /** Indexes the same documents again; their positions stay. */
  private rebuildIndexes(before: ModelDeclaration, after: ModelDeclaration): void {
    this.logger.log(`Rebuilding the indexes of ${after.name}`);
    const [old, ...others] = tablesOf(before);
    const gone = others.shift()!;
    this.queries.clear();
    this.collections.delete(keyOf(before));
    this.database.exec(`ALTER TABLE ${old} RENAME TO rebuilt; ALTER TABLE ${gone} RENAME TO rebuilt_gone`);
    for (const table of others) this.database.exec(`DROP TABLE IF EXISTS ${table}`);
    before.indexes.forEach(({ kind }, place) => {
      if ((kind ?? 'value') === 'value') this.database.exec(`DROP INDEX IF EXISTS ${indexOf(before, place)}`);
    });
    createTables(this.database, after);
    const loading = new SqliteCollection(this.database, after, true);
    const long = longFieldsOf(before).length > 0 ? 'long' : "'{}'";
    const page = this.database.prepare<[number], [number, string, string, string, string]>(
      `SELECT n, id, doc, ${long}, position FROM rebuilt WHERE n > ? ORDER BY n LIMIT ${PAGE}`,
    );
    for (let rows = page.raw().all(0); rows.length > 0; rows = page.all(rows.at(-1)![0])) {
      for (const [, id, doc, long, position] of rows) loading.write(id, wholeOf(doc, long), position, null);
    }
    for (const index of after.indexes) createIndex(this.database, after, index);
    const collection = new SqliteCollection(this.database, after);
    for (const index of after.indexes) for (const fill of collection.filling(index)) fill();
    this.database.exec(
      `INSERT INTO ${tablesOf(after)[1]} SELECT * FROM rebuilt_gone; DROP TABLE rebuilt; DROP TABLE rebuilt_gone`,
    );
  }

  private transaction(work: () => void): void {
    try {
      this.begin.run();
      work();
      this.commit.run();
    } catch (error) {
      if (this.database.inTransaction) this.rollback.run();
      throw storeFailure(error, this.database) ?? error;
    }
  }

  private checkOpen(): void {
    if (this.closed) throw new StoreUnavailable('The read models are closed', 'not-written');
  }
}

/** A declaration as it is stored; the oldest format is a list of indexes only. */
type Stored =
  | ModelDeclaration['indexes']
  | {
      readonly indexes: ModelDeclaration['indexes'];
      readonly fields: readonly string[];
      readonly long?: readonly string[];
    };

/** @param loading whether the collection may lack indexes */
function declarationOf(model: ModelDeclaration, loading = false): string {
  fieldsOf(model);
  const long = longFieldsOf(model);
  const { indexes, unindexedFields: fields = [] } = model;
  return JSON.stringify({ indexes, fields, ...(long.length > 0 && { long }), ...(loading && { loading }) });
}

function declared(text: string): Pick<ModelDeclaration, 'indexes' | 'unindexedFields' | 'longFields'> {
  const value = JSON.parse(text) as Stored;
  if (!('indexes' in value)) return { indexes: value };
  return { indexes: value.indexes, unindexedFields: value.fields, longFields: value.long ?? [] };
}

const keyOf = ({ name, version }: Version) => `${name}@${version}`;
const parse = <D>(text: string) => JSON.parse(text) as D;

/** Ascending in both directions: values outside the ranking come after it, nulls last. */
function rankingOf({ ranking, direction }: SortKey): ReadonlyMap<unknown, number> | undefined {
  if (!ranking) return undefined;
  const places = new Map<unknown, number>();
  ranking.forEach((value, place) => {
    if (value !== null && !places.has(value)) places.set(value, direction === 'asc' ? place : -place);
  });
  return places;
}

function compareRows(a: Row, b: Row, sort: readonly SortKey[]): number {
  for (let i = 0; i < sort.length; i++) {
    const { direction, ranking } = sort[i]!;
    const difference = compareColumns(a[i + 1] as Column, b[i + 1] as Column, direction === 'desc' && !ranking);
    if (difference !== 0) return difference;
  }
  return 0;
}
