import {
  type AnyBulkWriteOperation,
  type Collection,
  type Db,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
} from 'mongodb';
import type { Left } from '../drivers/mongodb/connection';
import { DUPLICATE_KEY } from '../drivers/mongodb/failure';
import { buildIndexes } from '../drivers/mongodb/index-build';
import { checkLimits, type Refusal } from './document-limits';
import { checkId, fieldsOf, indexFields, scalarIn, scalarsIn, wordsIn } from './model-fields';
import { pathOf, positionKey, type StoredDocument } from './mongodb.filter';
import { type ModelDeclaration, type ModelDocument, ReadAgain } from './read-models';

/**
 * Codes with which a server refuses a single document permanently: a value that it cannot keep or index (2, 14, 171, 17280),
 * nested too deep (15), wrong BSON or names of fields (22, 52, 56, 57), a rule of the collection (121), too large (10334,
 * 17419, 17420). Other codes may be failures of the server itself.
 */
const ofDocument = new Set<unknown>([2, 14, 15, 22, 52, 56, 57, 121, 171, 10_334, 17_280, 17_419, 17_420]);

/** Whether the error of a single write of a batch is the document's fault, so that no repetition helps. */
const isOfDocument = (code: unknown): boolean => ofDocument.has(code);

/** A registered version of a model. */
export interface StoredVersion {
  /** name@version */
  readonly _id: string;
  readonly name: string;
  readonly version: number;
  /**
   * Name of its collection. A version that is dropped and opened again gets a new one, so that a stale writer cannot
   * touch it.
   */
  readonly collection: string;
  /** The declared fields of kind `value`. */
  readonly fields: readonly string[];
  /** Those of the fields that some document may lack. */
  readonly nulls: readonly string[];
  /** The checkpoint in the format of `positionKey`. */
  readonly position: string | null;
}

/** A buffered write. */
export interface Put {
  readonly document: ModelDocument | null;
  readonly position: string;
  /** As in a write of the port. */
  readonly from?: string | null | undefined;
}

export const keyOf = ({ name, version }: Pick<ModelDeclaration, 'name' | 'version'>): string => `${name}@${version}`;
export const versions = (db: Db): Collection<StoredVersion> => db.collection('views.versions');
export const valueFields = (model: ModelDeclaration): string[] =>
  [...fieldsOf(model)].flatMap(([field, kind]) => (kind === 'value' && field !== 'id' ? [field] : []));

const WRITES_AT_ONCE = 500;
const INDEX_NOT_FOUND = 27;
const NAMESPACE_NOT_FOUND = 26;

/** The documents of one version of a model. */
export class MongoCollection {
  /** Fields that some document may lack; entries are never removed. */
  private readonly nulls: Set<string>;
  private readonly fields: readonly string[];

  constructor(
    readonly model: ModelDeclaration,
    readonly version: StoredVersion,
  ) {
    this.nulls = new Set(version.nulls);
    this.fields = valueFields(model);
  }

  /** Read as the primary has them. */
  of(db: Db): Collection<StoredDocument> {
    return db.collection(this.version.collection, { readConcern: { level: 'local' } });
  }

  /** Drops the remembered state of the stored documents, so that it is read again. */
  forget(): void {
    this.nulls.clear();
  }

  /** Creates the declared indexes and drops others, without a time limit. Documents can be read and written meanwhile. */
  async makeIndexes(db: Db): Promise<void> {
    const wanted = this.indexKeys();
    const found = await this.of(db)
      .indexes()
      .catch((error: unknown): { key: Document; name?: string }[] => {
        if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
        throw error;
      });
    const same = (a: Document, b: Document) => JSON.stringify(a) === JSON.stringify(b);
    const missing = wanted.filter((key) => !found.some((index) => same(index.key, key)));
    if (missing.length > 0) {
      const keys = missing.map((key) => ({ key }));
      await buildIndexes(db, this.version.collection, keys, { what: this.version._id });
    }
    for (const { key, name } of found) {
      if (name === undefined || same(key, { _id: 1 }) || wanted.some((other) => same(other, key))) continue;
      await this.of(db)
        .dropIndex(name)
        .catch((error: unknown) => {
          if (!(error instanceof MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
        });
    }
  }

  /** @throws Error when the document does not match the declaration, or is larger than stores take */
  check(id: string, document: ModelDocument | null): void {
    if (document === null) return;
    checkLimits(document);
    checkId(this.model, id, document);
    for (const [field, kind] of fieldsOf(this.model)) {
      if (kind === 'many') scalarsIn(this.model, document, field);
      else if (kind === 'words') wordsIn(this.model, document, field);
      else scalarIn(this.model, document, field);
    }
  }

  /** The fields that some document may lack at present, those written by other processes included. */
  async nullable(db: Db, left: Left, fields: readonly string[]): Promise<ReadonlySet<string>> {
    if (fields.some((field) => !this.nulls.has(field))) {
      const { _id, collection } = this.version;
      const options = { projection: { nulls: 1 }, readConcern: { level: 'local' }, ...left() } as const;
      const found = await versions(db).findOne({ _id, collection }, options);
      for (const field of found?.nulls ?? []) this.nulls.add(field);
    }
    return this.nulls;
  }

  /**
   * Writes each document whose position is later than the stored one; resolves with those that the server refuses.
   * @throws ReadAgain when a document is not the one that its new state was computed from
   */
  async write(db: Db, left: Left, puts: ReadonlyMap<string, Put>): Promise<Refusal[]> {
    await this.noteNulls(db, puts);
    const all = [...puts];
    const refusals: Refusal[] = [];
    for (let i = 0; i < all.length; i += WRITES_AT_ONCE) {
      const chunk = all.slice(i, i + WRITES_AT_ONCE);
      const { existing, written } = await this.replace(db, chunk, true, refusals);
      if (written < chunk.length) await this.checkFrom(db, left, chunk, refusals);
      // A refused insert means that the document exists: written already, or just inserted in an older state by another
      // process.
      const anyway = existing.filter(([, { from }]) => from === undefined);
      if (anyway.length > 0) await this.replace(db, anyway, false, refusals);
    }
    return refusals;
  }

  /**
   * Replaces older documents by position; without `upsert` for writes whose insert was refused because the document
   * exists. Returns the writes refused for that and how many were done, and notes the documents that the server refuses.
   */
  private async replace(
    db: Db,
    puts: readonly [string, Put][],
    upsert: boolean,
    refusals: Refusal[],
  ): Promise<{ existing: [string, Put][]; written: number }> {
    const operations = puts.map(([id, { document, position, from }]): AnyBulkWriteOperation<StoredDocument> => {
      const replacement = { position: positionKey(position), document };
      if (typeof from === 'string')
        return { replaceOne: { filter: { _id: id, position: positionKey(from) }, replacement } };
      const older = { _id: id, position: { $lt: positionKey(position) } };
      return { replaceOne: { filter: from === null ? { ...older, document: null } : older, replacement, upsert } };
    });
    try {
      // Without waiting for the journal: the checkpoint is written later with it, which covers all earlier writes.
      const options = { ordered: false, writeConcern: { w: 'majority' } } as const;
      const { matchedCount, upsertedCount } = await this.of(db).bulkWrite(operations, options);
      return { existing: [], written: matchedCount + upsertedCount };
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
      const errors = [error.writeErrors].flat();
      const isKnown = ({ code }: { code?: number }) => code === DUPLICATE_KEY || isOfDocument(code);
      if (errors.length === 0 || !errors.every(isKnown)) throw error;
      for (const { index, code } of errors) {
        const reason = `The server refuses it with code ${code}`;
        if (code !== DUPLICATE_KEY) refusals.push({ model: this.model.name, id: puts[index]![0], reason });
      }
      const existing = errors.filter(({ code }) => code === DUPLICATE_KEY).map(({ index }) => puts[index]!);
      return { existing, written: error.result.matchedCount + error.result.upsertedCount };
    }
  }

  /** Checks documents that were not written: they may stay if they are as far already. */
  private async checkFrom(
    db: Db,
    left: Left,
    puts: readonly [string, Put][],
    refusals: readonly Refusal[],
  ): Promise<void> {
    const refused = new Set(refusals.map(({ id }) => id));
    const asked = puts.filter(([id, { from }]) => from !== undefined && !refused.has(id));
    if (asked.length === 0) return;
    const found = await this.of(db)
      .find({ _id: { $in: asked.map(([id]) => id) } }, { projection: { position: 1 }, ...left() })
      .toArray();
    const stored = new Map(found.map(({ _id, position }) => [_id, position]));
    const isAsFar = ([id, { position }]: [string, Put]) => (stored.get(id) ?? '') >= positionKey(position);
    if (!asked.every(isAsFar)) throw new ReadAgain('unknown');
  }

  /** Records nullable fields before a document that lacks them is written, so that no reader misses it. */
  private async noteNulls(db: Db, puts: ReadonlyMap<string, Put>): Promise<void> {
    const found = this.fields.filter(
      (field) =>
        !this.nulls.has(field) &&
        [...puts.values()].some(({ document }) => document && scalarIn(this.model, document, field) === null),
    );
    if (found.length === 0) return;
    const { _id, collection } = this.version;
    await versions(db).updateOne({ _id, collection }, { $addToSet: { nulls: { $each: found } } });
    for (const field of found) this.nulls.add(field);
  }

  private indexKeys(): Document[] {
    const keys = this.model.indexes.map((index) => {
      const fields = index.kind === 'words' ? index.fields : indexFields(index);
      return Object.fromEntries(fields.map((field) => [pathOf(field), index.descending?.includes(field) ? -1 : 1]));
    });
    return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()].filter(
      (key) => Object.keys(key).join() !== '_id',
    );
  }
}
