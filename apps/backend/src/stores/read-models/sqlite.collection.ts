import { hash } from 'node:crypto';
import { comparePositions } from '@gos/domain';
import type { Statement } from 'better-sqlite3';
import type { SqliteDatabase } from '../drivers/sqlite/database';
import { joined, longFieldsOf, parted } from './long-fields';
import { checkId, fieldAt, fieldsOf, indexFields, scalarIn, scalarsIn, wordsIn } from './model-fields';
import {
  type IndexDeclaration,
  type ModelDeclaration,
  type ModelDocument,
  ReadAgain,
  type Scalar,
} from './read-models';
import { columnOf, elementsOf, indexOf, quoted, tableOf, wordsOf } from './sqlite.filter';
import { type Column, NULL_SQL, sameColumn, toColumn, toToken } from './sqlite.value';

/** An index of kind `many`: the places of its elements and of its other fields among the stored fields. */
interface Elements {
  readonly index: IndexDeclaration;
  readonly field: number;
  readonly beside: readonly number[];
  readonly insert: Statement<Column[]>;
  readonly remove: Statement<Column[]>;
}

interface Words {
  readonly index: IndexDeclaration;
  readonly field: number;
  readonly put: Statement<[number | bigint, string]>;
  readonly remove: Statement<[number]>;
}

/** A document and its long fields, as text. */
type Whole = [doc: string, long: string];

/** A whole document. */
export function wholeOf<D>(doc: string, long: string): D {
  const short = JSON.parse(doc) as D;
  return long === '{}' ? short : joined(short, JSON.parse(long) as Record<string, unknown>);
}

const tombstonesOf = (model: ModelDeclaration) => quoted(`${model.name}@${model.version}:gone`);

/** The names of all tables of a version of a model. */
export function tablesOf(model: ModelDeclaration): string[] {
  return [
    tableOf(model),
    tombstonesOf(model),
    ...model.indexes.flatMap(({ kind, fields }, place) => {
      if (kind === 'many') return [elementsOf(model, place)];
      return kind === 'words' ? [wordsOf(model, fields[0]!)] : [];
    }),
  ];
}

/**
 * The tables of one version of a model without its indexes: documents with a column for each declared field (`many`: the
 * elements as JSON, `words`: a hash of them) and tombstones. The columns come before the document, so that a condition
 * never has to read past it; long fields come after it, so that a list never has to read them.
 */
export function createTables(database: SqliteDatabase, model: ModelDeclaration): void {
  const table = tableOf(model);
  const columns = fieldNames(model).map((field) => `${columnOf(field)} NOT NULL, `);
  database.exec(
    `CREATE TABLE ${table} (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, position TEXT NOT NULL, ${columns.join('')}doc TEXT NOT NULL${longFieldsOf(model).length > 0 ? ', long TEXT NOT NULL' : ''});
     CREATE TABLE ${tombstonesOf(model)} (id TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID;`,
  );
}

const inOrder = (field: string, { descending = [] }: IndexDeclaration) =>
  `${columnOf(field)}${descending.includes(field) ? ' DESC' : ''}`;

/** Creates one index of a model; elements and words are empty, an index of values covers the documents. */
export function createIndex(database: SqliteDatabase, model: ModelDeclaration, index: IndexDeclaration): void {
  const { fields, kind } = index;
  const place = model.indexes.indexOf(index);
  const others = indexFields(index).slice(1);
  if (kind === 'words') {
    const table = wordsOf(model, fields[0]!);
    database.exec(
      `DROP TABLE IF EXISTS ${table};
       CREATE VIRTUAL TABLE ${table} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    );
  } else if (kind === 'many') {
    const table = elementsOf(model, place);
    database.exec(
      `DROP TABLE IF EXISTS ${table};
       CREATE TABLE ${table} (v NOT NULL, ${others.map((field) => `${columnOf(field)} NOT NULL`).join(', ')},
         n INTEGER NOT NULL, PRIMARY KEY (v, ${others.map((field) => inOrder(field, index)).join(', ')})) WITHOUT ROWID`,
    );
  } else {
    const keys = [fields[0]!, ...others].map((field) => inOrder(field, index));
    database.exec(
      `DROP INDEX IF EXISTS ${indexOf(model, place)};
       CREATE INDEX ${indexOf(model, place)} ON ${tableOf(model)} (${keys.join(', ')})`,
    );
  }
}

/** Documents whose words are indexed in one step. */
const wordsAtOnce = 1_000;

/** Statements that are kept. */
const mostUpdates = 300;

function fieldNames(model: ModelDeclaration): string[] {
  return [...fieldsOf(model).keys()].filter((field) => field !== 'id');
}

/** The tokens of words, with spaces between them. */
const tokensOf = (words: readonly string[]): string =>
  [...new Set(words)]
    .filter((word) => word !== '')
    .map(toToken)
    .join(' ');

/** Writes documents of one version of a model; the caller holds the transaction. */
export class SqliteCollection {
  readonly selectDocument: Statement<[string], Whole>;
  /** The short documents with the numbers of a JSON list, in its order. */
  readonly selectDocuments: Statement<[string], string>;
  /** The ids of the documents with the numbers of a JSON list, in its order. */
  readonly selectIds: Statement<[string], string>;
  readonly selectMany: Statement<[string], [...Whole, string]>;
  readonly selectPage: Statement<[string, number], [...Whole, string]>;
  private readonly hasLong: boolean;
  private readonly fields: readonly string[];
  private readonly kinds: readonly string[];
  private readonly elements: Elements[] = [];
  private readonly words: Words[] = [];
  private readonly selectOld: Statement<[string], [number, string, ...Column[]]>;
  private readonly insert: Statement<Column[]>;
  /** By the places of the columns that change: SQLite writes every index of a column that is set, changed or not. */
  private readonly updates = new Map<string, Statement<Column[]>>();
  private readonly remove: Statement<[number]>;
  private readonly selectTombstone: Statement<[string], string>;
  private readonly putTombstone: Statement<[string, string]>;
  private readonly removeTombstone: Statement<[string]>;
  private readonly replace: Statement<Column[]>;
  /** Whether documents may have been deleted. */
  private hasTombstones: boolean;

  /** @param isLoading whether the model has no indexes yet */
  constructor(
    private readonly database: SqliteDatabase,
    readonly model: ModelDeclaration,
    readonly isLoading = false,
  ) {
    this.fields = fieldNames(model);
    this.kinds = this.fields.map((field) => fieldsOf(model).get(field)!);
    const table = tableOf(model);
    const columns = this.fields.map((field) => `${columnOf(field)}, `).join('');
    this.hasLong = longFieldsOf(model).length > 0;
    const whole = (from = '') => `${from}doc, ${this.hasLong ? `${from}long` : "'{}'"}`;
    this.selectDocument = database.prepare<[string], Whole>(`SELECT ${whole()} FROM ${table} WHERE id = ?`).raw();
    const byNumber = (column: string) =>
      database
        .prepare<[string], string>(
          `SELECT d.${column} FROM json_each(?) j CROSS JOIN ${table} d ON d.n = j.value ORDER BY j.key`,
        )
        .pluck();
    this.selectIds = byNumber('id');
    this.selectDocuments = byNumber('doc');
    this.selectMany = database
      .prepare<[string], [...Whole, string]>(
        `SELECT ${whole('d.')}, d.id FROM json_each(?) j CROSS JOIN ${table} d ON d.id = j.value`,
      )
      .raw();
    this.selectPage = database
      .prepare<[string, number], [...Whole, string]>(
        `SELECT ${whole()}, id FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .raw();
    this.selectOld = database
      .prepare<[string], [number, string, ...Column[]]>(`SELECT n, position, ${columns}0 FROM ${table} WHERE id = ?`)
      .raw();
    const [longColumn, longValue] = this.hasLong ? [', long', ', ?'] : ['', ''];
    this.insert = database.prepare<Column[]>(
      `INSERT INTO ${table} (id, position, ${columns}doc${longColumn}) VALUES (?, ?, ${'?, '.repeat(this.fields.length)}?${longValue})
       ON CONFLICT (id) DO NOTHING`,
    );
    this.replace = database.prepare<Column[]>(
      `UPDATE ${table} SET position = ?, ${this.fields.map((field) => `${columnOf(field)} = ?, `).join('')}doc = ?${this.hasLong ? ', long = ?' : ''}
       WHERE id = ? AND position = ?`,
    );
    this.remove = database.prepare<[number]>(`DELETE FROM ${table} WHERE n = ?`);
    const tombstones = tombstonesOf(model);
    this.selectTombstone = database
      .prepare<[string], string>(`SELECT position FROM ${tombstones} WHERE id = ?`)
      .pluck();
    this.putTombstone = database.prepare<[string, string]>(
      `INSERT INTO ${tombstones} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET position = excluded.position`,
    );
    this.removeTombstone = database.prepare<[string]>(`DELETE FROM ${tombstones} WHERE id = ?`);
    this.hasTombstones = database.prepare(`SELECT 1 FROM ${tombstones} LIMIT 1`).get() !== undefined;
    if (!isLoading) this.prepareIndexes(database);
  }

  /**
   * Returns the steps that fill the empty tables of elements and words of an index. Each one takes some ten milliseconds,
   * the one of elements longer.
   */
  *filling(index: IndexDeclaration): Iterable<() => void> {
    const elements = this.elements.find((one) => one.index === index);
    if (elements) yield () => this.fillElements(elements);
    const words = this.words.find((one) => one.index === index);
    if (words) yield* this.fillingWords(words);
  }

  /** @throws ReadAgain when the stored document is not the one that this was computed from */
  write(id: string, document: ModelDocument | null, position: string, from?: string | null): void {
    if (this.isLoading && document !== null && this.writeUnindexed(id, document, position, from)) return;
    const old = this.selectOld.get(id);
    const last = old ? old[1] : this.selectTombstone.get(id);
    if (last !== undefined && comparePositions(position, last) <= 0) return;
    if (from !== undefined && from !== (old ? old[1] : null)) throw new ReadAgain('not-written');
    if (document === null) {
      if (old) this.removeRow(id, old);
      this.putTombstone.run(id, position);
      this.hasTombstones = true;
      return;
    }
    checkId(this.model, id, document);
    const tokens: string[] = [];
    const row = this.fields.map((field, i) => this.columnOf(document, field, i, tokens));
    const texts = this.textsOf(document);
    if (old) this.replaceRow(id, old, row, tokens, texts, position);
    else {
      const n = Number(this.insert.run(id, position, ...row, ...texts).lastInsertRowid);
      for (const elements of this.elements) this.replaceElements(elements, id, n, undefined, row);
      for (const { field, put } of this.words) if (tokens[field]) put.run(n, tokens[field]);
      if (last !== undefined) this.removeTombstone.run(id);
    }
  }

  /**
   * Writes a document that was computed from the stored one without reading that. False when it is another one: then
   * nothing was written.
   */
  private writeUnindexed(
    id: string,
    document: ModelDocument,
    position: string,
    from: string | null | undefined,
  ): boolean {
    if (from === undefined || (from === null && this.hasTombstones)) return false;
    if (from !== null && comparePositions(position, from) <= 0) return false;
    checkId(this.model, id, document);
    const row = this.fields.map((field, i) => this.columnOf(document, field, i, []));
    const texts = this.textsOf(document);
    const written =
      from === null
        ? this.insert.run(id, position, ...row, ...texts)
        : this.replace.run(position, ...row, ...texts, id, from);
    return written.changes === 1;
  }

  /** Returns the stored texts of a document, its long fields apart. */
  private textsOf(document: ModelDocument): string[] {
    if (!this.hasLong) return [JSON.stringify(document)];
    const { short, long } = parted(this.model, document);
    return [JSON.stringify(short), JSON.stringify(long)];
  }

  private replaceRow(
    id: string,
    [n, , ...before]: [number, string, ...Column[]],
    row: readonly Column[],
    tokens: readonly string[],
    texts: readonly string[],
    position: string,
  ): void {
    const changed = [...row.keys()].filter((i) => !sameColumn(row[i]!, before[i]!));
    this.updateOf(changed).run(position, ...texts, ...changed.map((i) => row[i]!), n);
    if (changed.length === 0) return;
    for (const elements of this.elements) this.replaceElements(elements, id, n, before, row);
    for (const { field, put, remove } of this.words) {
      if (sameColumn(before[field]!, row[field]!)) continue;
      if (tokens[field]) put.run(n, tokens[field]);
      else remove.run(n);
    }
  }

  private updateOf(changed: readonly number[]): Statement<Column[]> {
    const key = changed.join();
    const known = this.updates.get(key);
    if (known) return known;
    if (this.updates.size >= mostUpdates) this.updates.clear();
    const set = [
      'position',
      'doc',
      ...(this.hasLong ? ['long'] : []),
      ...changed.map((i) => columnOf(this.fields[i]!)),
    ];
    const update = this.database.prepare<Column[]>(
      `UPDATE ${tableOf(this.model)} SET ${set.map((column) => `${column} = ?`).join(', ')} WHERE n = ?`,
    );
    this.updates.set(key, update);
    return update;
  }

  private removeRow(id: string, [n, , ...before]: [number, string, ...Column[]]): void {
    for (const elements of this.elements) this.replaceElements(elements, id, n, before, undefined);
    for (const { field, remove } of this.words) if (before[field] !== '') remove.run(n);
    this.remove.run(n);
  }

  /** Writes only the difference: single elements, or all when another field of the index changed. */
  private replaceElements(
    { field, beside, insert, remove }: Elements,
    id: string,
    n: number,
    before: readonly Column[] | undefined,
    after: readonly Column[] | undefined,
  ): void {
    const sameBeside = before && after && beside.every((i) => sameColumn(before[i]!, after[i]!));
    if (sameBeside && before[field] === after[field]) return;
    const removed = before ? (JSON.parse(before[field] as string) as Scalar[]) : [];
    const added = after ? (JSON.parse(after[field] as string) as Scalar[]) : [];
    for (const value of removed) {
      if (!sameBeside || !added.includes(value)) remove.run(toColumn(value), ...beside.map((i) => before![i]!), id);
    }
    for (const value of added) {
      if (!sameBeside || !removed.includes(value)) insert.run(toColumn(value), ...beside.map((i) => after![i]!), id, n);
    }
  }

  private columnOf(document: ModelDocument, field: string, place: number, tokens: string[]): Column {
    switch (this.kinds[place]) {
      case 'many':
        return JSON.stringify(scalarsIn(this.model, document, field));
      case 'words': {
        tokens[place] = tokensOf(wordsIn(this.model, document, field));
        return tokens[place] === '' ? '' : hash('sha256', tokens[place], 'base64');
      }
      default:
        return toColumn(scalarIn(this.model, document, field));
    }
  }

  private fillElements(elements: Elements): void {
    const { index, field, beside } = elements;
    const [from, into] = [tableOf(this.model), elementsOf(this.model, this.model.indexes.indexOf(index))];
    const others = indexFields(index).slice(1);
    const list = `d.${columnOf(this.fields[field]!)}`;
    // SQLite decodes escaped characters otherwise than JavaScript.
    const isEscaped = `instr(${list}, '\\') > 0`;
    this.database.exec(
      `INSERT INTO ${into} (v, ${others.map(columnOf).join(', ')}, n)
       SELECT CASE j.type WHEN 'true' THEN x'01' WHEN 'false' THEN x'00' WHEN 'null' THEN ${NULL_SQL} ELSE j.value END AS v,
         ${others.map((name) => `d.${columnOf(name)}`).join(', ')}, d.n
       FROM ${from} d CROSS JOIN json_each(${list}) j WHERE NOT ${isEscaped}
       ORDER BY v, ${others.map((name) => `d.${inOrder(name, index)}`).join(', ')}`,
    );
    const columns = beside.map((i) => `d.${columnOf(this.fields[i]!)}, `).join('');
    const escaped = this.database
      .prepare<[], [number, string, string, ...Column[]]>(
        `SELECT d.n, d.id, ${list}, ${columns}0 FROM ${from} d WHERE ${isEscaped}`,
      )
      .raw()
      .all();
    for (const [n, id, text, ...row] of escaped) {
      for (const value of JSON.parse(text) as Scalar[])
        elements.insert.run(toColumn(value), ...row.slice(0, -1), id, n);
    }
  }

  private *fillingWords({ field, put }: Words): Iterable<() => void> {
    const name = this.fields[field]!;
    const isLong = longFieldsOf(this.model).includes(name);
    const page = this.database
      .prepare<[number], [number, string]>(
        `SELECT n, ${isLong ? 'long' : 'doc'} FROM ${tableOf(this.model)}
         WHERE n > ? AND ${columnOf(name)} <> '' ORDER BY n LIMIT ${wordsAtOnce}`,
      )
      .raw();
    const wordsOf = (text: string) => {
      const held = JSON.parse(text) as ModelDocument;
      return (isLong ? (held as unknown as Record<string, unknown>)[name] : fieldAt(held, name)) as readonly string[];
    };
    for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)![0])) {
      yield () => {
        for (const [n, text] of rows) put.run(n, tokensOf(wordsOf(text)));
      };
    }
  }

  private prepareIndexes(database: SqliteDatabase): void {
    this.model.indexes.forEach((index, place) => {
      const { fields, kind } = index;
      const field = this.fields.indexOf(fields[0]!);
      if (kind === 'many') {
        const others = indexFields(index).filter((name, at) => at > 0 && name !== 'id');
        const table = elementsOf(this.model, place);
        const names = ['v', ...others.map(columnOf), 'id'];
        this.elements.push({
          index,
          field,
          beside: others.map((name) => this.fields.indexOf(name)),
          insert: database.prepare<Column[]>(
            `INSERT INTO ${table} (${names.join(', ')}, n) VALUES (?${', ?'.repeat(names.length)})`,
          ),
          remove: database.prepare<Column[]>(
            `DELETE FROM ${table} WHERE ${names.map((name) => `${name} = ?`).join(' AND ')}`,
          ),
        });
      } else if (kind === 'words') {
        const table = wordsOf(this.model, fields[0]!);
        this.words.push({
          index,
          field,
          put: database.prepare<[number | bigint, string]>(
            `INSERT OR REPLACE INTO ${table} (rowid, words) VALUES (?, ?)`,
          ),
          remove: database.prepare<[number]>(`DELETE FROM ${table} WHERE rowid = ?`),
        });
      }
    });
  }
}
