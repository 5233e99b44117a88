import { type Collection, type Db, type Document, ObjectId } from 'mongodb';
import type { Connecting } from '../../kernel/connections';
import { MongoConnection, type MongoOptions } from '../drivers/mongodb/connection';
import { isDuplicate } from '../drivers/mongodb/failure';
import { DocumentRefused, type Refusal, refusalOf } from './document-limits';
import { checkFields, checkSort, parseFilter } from './filter-tree';
import { longFieldsOf } from './long-fields';
import { checkCount, checkName, checkPosition } from './model-fields';
import { keyOf, MongoCollection, type Put, type StoredVersion, valueFields, versions } from './mongodb.collection';
import { pathOf, positionKey, positionOf, storedFilter } from './mongodb.filter';
import { countSetAside, dropSetAside, indexSetAside, listSetAside, putSetAside } from './mongodb.set-aside';
import { fieldsWithNulls, type SortedPart, sortedParts } from './mongodb.sort';
import type {
  Filter,
  FindOptions,
  ModelDeclaration,
  ModelDocument,
  ReadModels,
  Scalar,
  SetAside,
  SetAsideWrite,
  Write,
} from './read-models';

interface ActiveVersion {
  readonly _id: string;
  readonly version: number;
}

type Version = Pick<ModelDeclaration, 'name' | 'version'>;

const PAGE = 500;
const actives = (db: Db): Collection<ActiveVersion> => db.collection('views.active');

/**
 * Read models in MongoDB, with one collection per version of a model. Each document's write is conditional on its
 * position and the checkpoints come last, so a batch that was interrupted, or written by two projectors at once, gives
 * the same result.
 */
export class MongoReadModels implements ReadModels, Connecting {
  private readonly mongo: MongoConnection;
  private readonly collections = new Map<string, MongoCollection>();

  constructor(options: MongoOptions) {
    this.mongo = new MongoConnection(options, (db) =>
      Promise.all([versions(db).createIndex({ name: 1, version: 1 }), indexSetAside(db)]),
    );
  }

  async open(model: ModelDeclaration): Promise<void> {
    checkName(model);
    const fields = valueFields(model);
    await this.mongo.build(async (db) => {
      const collection = new MongoCollection(model, await register(db, model, fields));
      await collection.makeIndexes(db);
      this.collections.set(keyOf(model), collection);
    });
  }

  async drop(model: Version): Promise<void> {
    this.collections.delete(keyOf(model));
    await this.mongo.writeMany(async (db) => {
      const found = await versions(db).findOneAndDelete({ _id: keyOf(model) });
      if (!found || !isCollectionOf(keyOf(model), found.collection)) return;
      await db.dropCollection(found.collection);
      await dropSetAside(db, found.collection);
    });
  }

  async versions(name: string): Promise<number[]> {
    const found = await this.mongo.read((db) =>
      versions(db)
        .find({ name }, { sort: { version: 1 } })
        .toArray(),
    );
    return found.map(({ version }) => version);
  }

  async get<D extends ModelDocument>(model: ModelDeclaration, id: string): Promise<D | undefined> {
    const collection = this.collection(model);
    const found = await this.mongo.read((db) => collection.of(db).findOne({ _id: id }));
    return (found?.document ?? undefined) as D | undefined;
  }

  async getMany<D extends ModelDocument>(model: ModelDeclaration, ids: readonly string[]): Promise<Map<string, D>> {
    const collection = this.collection(model);
    if (ids.length === 0) return new Map();
    const found = await this.mongo.read((db) =>
      collection
        .of(db)
        .find({ _id: { $in: [...new Set(ids)] }, document: { $ne: null } })
        .toArray(),
    );
    return new Map(found.map(({ _id, document }) => [_id, document as D]));
  }

  async find<D extends ModelDocument>(
    model: ModelDeclaration,
    filter: Filter,
    options: FindOptions = {},
  ): Promise<D[]> {
    const found = await this.found<{ document: D }>(model, filter, options, shortOf(model));
    return found.map(({ document }) => document);
  }

  private async found<F extends Document>(
    model: ModelDeclaration,
    filter: Filter,
    { sort = [], skip = 0, limit }: FindOptions,
    projection: Document,
  ): Promise<F[]> {
    const collection = this.collection(model);
    const matching = storedFilter(parseFilter(model, filter));
    checkSort(model, sort);
    checkCount(skip);
    if (limit !== undefined && checkCount(limit) === 0) return [];
    return this.mongo.read(async (db) => {
      const parts = sortedParts(sort, await collection.nullable(db, fieldsWithNulls(sort)));
      const found: F[] = [];
      let toSkip = skip;
      for (const part of parts) {
        const only = part.only.length === 0 ? matching : { $and: [matching, ...part.only] };
        const most = limit === undefined ? undefined : limit - found.length;
        if (most === 0) break;
        const documents = await findPart<F>(db, collection, only, part, { skip: toSkip, limit: most, projection });
        found.push(...documents);
        if (documents.length > 0) toSkip = 0;
        else if (toSkip > 0 && part !== parts.at(-1)) toSkip -= await collection.of(db).countDocuments(only);
      }
      return found;
    });
  }

  async ids(model: ModelDeclaration, filter: Filter, options: FindOptions = {}): Promise<string[]> {
    return (await this.found<{ _id: string }>(model, filter, options, { _id: 1 })).map(({ _id }) => _id);
  }

  async count(model: ModelDeclaration, filter: Filter): Promise<number> {
    const collection = this.collection(model);
    const matching = storedFilter(parseFilter(model, filter));
    return this.mongo.read((db) => collection.of(db).countDocuments(matching));
  }

  async tally(model: ModelDeclaration, filter: Filter, field: string, summed?: string): Promise<Map<Scalar, number>> {
    const collection = this.collection(model);
    const matching = storedFilter(parseFilter(model, filter));
    checkFields(model, field, summed);
    const found = await this.mongo.read((db) =>
      collection
        .of(db)
        .aggregate<{ _id: Scalar; count: number }>([
          { $match: matching },
          {
            $group: {
              _id: { $ifNull: [`$${pathOf(field)}`, null] },
              count: { $sum: summed === undefined ? 1 : `$${pathOf(summed)}` },
            },
          },
        ])
        .toArray(),
    );
    return new Map(found.map(({ _id, count }) => [_id, count]));
  }

  async write(
    writes: readonly Write[],
    checkpoints: readonly { model: ModelDeclaration; position: string }[],
    setAside: readonly SetAsideWrite[] = [],
  ): Promise<void> {
    const batches = new Map<MongoCollection, Map<string, Put>>();
    const refusals: Refusal[] = [];
    for (const { model, id, document, position } of writes) {
      const collection = this.collection(model);
      const reason = refusalOf(
        () => collection.check(id, document),
        () => false,
      );
      if (reason !== null) refusals.push({ model: model.name, id, reason });
      const puts = batches.get(collection) ?? new Map<string, Put>();
      batches.set(collection, puts);
      // Only the latest write of a document is sent: the writes of a batch may be reordered.
      const before = puts.get(id);
      const isLater = !before || positionKey(checkPosition(position)) > positionKey(before.position);
      if (isLater) puts.set(id, { document, position: checkPosition(position) });
    }
    if (refusals.length > 0) throw new DocumentRefused(refusals);
    const aside = setAside.map(({ model, ...one }) => ({
      ...one,
      collection: this.collection(model).version.collection,
    }));
    const reached = checkpoints.map(({ model, position }) => {
      const { _id, collection } = this.collection(model).version;
      const key = positionKey(checkPosition(position));
      const filter = { _id, collection, $or: [{ position: null }, { position: { $lt: key } }] };
      return { updateOne: { filter, update: { $set: { position: key } } } };
    });
    await this.mongo.writeMany(async (db) => {
      const refused = await Promise.all([...batches].map(([collection, puts]) => collection.write(db, puts)));
      if (refused.some(({ length }) => length > 0)) throw new DocumentRefused(refused.flat());
      await putSetAside(db, aside);
      if (reached.length > 0) await versions(db).bulkWrite(reached, { ordered: false });
    });
  }

  async checkpoint(model: ModelDeclaration): Promise<string | null> {
    const found = await this.mongo.read((db) => versions(db).findOne({ _id: keyOf(model) }));
    return found?.position ? positionOf(found.position) : null;
  }

  setAside(model: Version, limit?: number): Promise<SetAside[]> {
    return this.mongo.read((db) => listSetAside(db, model, limit));
  }

  countSetAside(models: readonly Version[]): Promise<Map<string, number>> {
    return this.mongo.read((db) => countSetAside(db, models));
  }

  async activeVersion(name: string): Promise<number | null> {
    const found = await this.mongo.read((db) => actives(db).findOne({ _id: name }));
    return found?.version ?? null;
  }

  async activate(name: string, from: number | null, to: number): Promise<boolean> {
    return this.mongo.write(async (db) => {
      if (from !== null) {
        const { matchedCount } = await actives(db).updateOne({ _id: name, version: from }, { $set: { version: to } });
        return matchedCount === 1;
      }
      try {
        await actives(db).insertOne({ _id: name, version: to });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    });
  }

  async *all<D extends ModelDocument>(model: ModelDeclaration): AsyncIterable<D> {
    const collection = this.collection(model);
    let after = '';
    for (;;) {
      const page = await this.mongo.read((db) =>
        collection
          .of(db)
          .find({ _id: { $gt: after }, document: { $ne: null } }, { sort: { _id: 1 }, limit: PAGE })
          .toArray(),
      );
      for (const { document } of page) yield document as D;
      if (page.length < PAGE) return;
      after = page.at(-1)!._id;
    }
  }

  onConnected(listener: () => void): () => void {
    return this.mongo.connections.onConnected(listener);
  }

  close(): Promise<void> {
    return this.mongo.close();
  }

  private collection(model: ModelDeclaration): MongoCollection {
    const collection = this.collections.get(keyOf(model));
    if (!collection) throw new Error(`The model ${keyOf(model)} is not open`);
    return collection;
  }
}

/** Documents without their long fields. */
function shortOf(model: ModelDeclaration): Document {
  const long = longFieldsOf(model);
  if (long.length === 0) return { document: 1, _id: 0 };
  return { _id: 0, position: 0, ...Object.fromEntries(long.map((field) => [pathOf(field), 0])) };
}

interface Part {
  readonly skip: number;
  readonly limit: number | undefined;
  readonly projection: Document;
}

async function findPart<F extends Document>(
  db: Db,
  collection: MongoCollection,
  filter: Document,
  { sort, computed }: SortedPart,
  { skip, limit, projection }: Part,
): Promise<F[]> {
  if (!computed) {
    const options = { sort, skip, ...(limit !== undefined && { limit }), projection };
    return (await collection.of(db).find(filter, options).toArray()) as unknown as F[];
  }
  // An exclusion would leave what was computed.
  const shown = Object.values(projection).includes(1) ? projection : { ...projection, sort: 0 };
  return collection
    .of(db)
    .aggregate<F>(
      [
        { $match: filter },
        { $set: { sort: computed } },
        { $sort: sort },
        ...(skip > 0 ? [{ $skip: skip }] : []),
        ...(limit === undefined ? [] : [{ $limit: limit }]),
        { $project: shown },
      ],
      { allowDiskUse: true },
    )
    .toArray();
}

/** Registers a version with the currently declared fields; a new one gets an empty collection. */
async function register(db: Db, model: ModelDeclaration, fields: readonly string[]): Promise<StoredVersion> {
  const { name, version } = model;
  const _id = keyOf(model);
  for (;;) {
    const found = await versions(db).findOne({ _id });
    if (!found) {
      const collection = `views.${_id}.${new ObjectId().toHexString()}`;
      try {
        await versions(db).insertOne({ _id, name, version, collection, fields, nulls: [], position: null });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      await removeOthers(db, _id);
      continue;
    }
    const added = fields.filter((field) => !found.fields.includes(field));
    const removed = found.fields.filter((field) => !fields.includes(field));
    if (added.length + removed.length === 0) return found;
    // Counts both as nullable: new fields were not checked so far, undeclared ones no longer are.
    await versions(db).updateOne(
      { _id, collection: found.collection },
      { $set: { fields }, $addToSet: { nulls: { $each: [...added, ...removed] } } },
    );
  }
}

/** Drops unregistered collections of the version: left by an interrupted drop, or by a stale writer to a dropped one. */
async function removeOthers(db: Db, _id: string): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (!isCollectionOf(_id, name)) continue;
    const registered = await versions(db).countDocuments({ collection: name }, { limit: 1 });
    if (registered === 0) await db.dropCollection(name);
  }
}

/** Whether it is the name of a collection of this version, whatever a server takes for one when it is asked. */
function isCollectionOf(_id: string, name: string): boolean {
  const prefix = `views.${_id}.`;
  return name.startsWith(prefix) && /^[0-9a-f]{24}$/.test(name.slice(prefix.length));
}
