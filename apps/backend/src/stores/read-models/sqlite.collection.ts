import { hash } from 'node:crypto';
import { comparePositions } from '@gos/domain';
import type { Statement } from 'better-sqlite3';
import type { SqliteDatabase } from '../drivers/sqlite/database';
import { joined, longFieldsOf, parted } from './long-fields';
import { checkId, fieldsOf, indexFields, scalarIn, scalarsIn, wordsIn } from './model-fields';
import { type ModelDeclaration, type ModelDocument, ReadAgain, type Scalar } from './read-models';
import { columnOf, elementsOf, indexOf, quoted, tableOf, wordsOf } from './sqlite.filter';
import { type Column, sameColumn, toColumn, toToken } from './sqlite.value';

/** An index of kind `many`: the places of its elements and of its other fields among the stored fields. */
interface Elements {
  readonly field: number;
  readonly beside: readonly number[];
  readonly insert: Statement<Column[]>;
  readonly remove: Statement<Column[]>;
}

interface Words {
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
 * The tables of one version of a model: documents with a column for each declared field (`many`: the elements as JSON,
 * `words`: a hash of them), tombstones, elements and words. The columns come before the document, so that a condition
 * never has to read past it; long fields come after it, so that a list never has to read them.
 */
export function createTables(database: SqliteDatabase, model: ModelDeclaration): void {
  const table = tableOf(model);
  const columns = fieldNames(model).map((field) => `${columnOf(field)} NOT NULL, `);
  database.exec(
    `CREATE TABLE ${table} (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, position TEXT NOT NULL, ${columns.join('')}doc TEXT NOT NULL${longFieldsOf(model).length > 0 ? ', long TEXT NOT NULL' : ''});
     CREATE TABLE ${tombstonesOf(model)} (id TEXT PRIMARY KEY, position TEXT NOT NULL) WITHOUT ROWID;`,
  );
  model.indexes.forEach((index, place) => {
    const { fields, kind, descending = [] } = index;
    const others = indexFields(index).slice(1);
    const inOrder = (field: string) => `${columnOf(field)}${descending.includes(field) ? ' DESC' : ''}`;
    if (kind === 'words') {
      database.exec(
        `CREATE VIRTUAL TABLE ${wordsOf(model, fields[0]!)} USING fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
      );
    } else if (kind === 'many') {
      database.exec(
        `CREATE TABLE ${elementsOf(model, place)} (v NOT NULL, ${others.map((field) => `${columnOf(field)} NOT NULL`).join(', ')},
           n INTEGER NOT NULL, PRIMARY KEY (v, ${others.map(inOrder).join(', ')})) WITHOUT ROWID`,
      );
    } else {
      database.exec(
        `CREATE INDEX ${indexOf(model, place)} ON ${table} (${[fields[0]!, ...others].map(inOrder).join(', ')})`,
      );
    }
  });
}

/** Statements that are kept. */
const mostUpdates = 300;

function fieldNames(model: ModelDeclaration): string[] {
  return [...fieldsOf(model).keys()].filter((field) => field !== 'id');
}

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

  constructor(
    private readonly database: SqliteDatabase,
    readonly model: ModelDeclaration,
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
      `INSERT INTO ${table} (id, position, ${columns}doc${longColumn}) VALUES (?, ?, ${'?, '.repeat(this.fields.length)}?${longValue})`,
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
    this.prepareIndexes(database);
  }

  /** @throws ReadAgain when the stored document is not the one that this was computed from */
  write(id: string, document: ModelDocument | null, position: string, from?: string | null): void {
    const old = this.selectOld.get(id);
    const last = old ? old[1] : this.selectTombstone.get(id);
    if (last !== undefined && comparePositions(position, last) <= 0) return;
    if (from !== undefined && from !== (old ? old[1] : null)) throw new ReadAgain('not-written');
    if (document === null) {
      if (old) this.removeRow(id, old);
      this.putTombstone.run(id, position);
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
        const words = [...new Set(wordsIn(this.model, document, field))].filter((word) => word !== '').map(toToken);
        tokens[place] = words.join(' ');
        return words.length === 0 ? '' : hash('sha256', tokens[place], 'base64');
      }
      default:
        return toColumn(scalarIn(this.model, document, field));
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
