import type { Collection, Db, Document } from 'mongodb';
import type { Connecting } from '../../kernel/connections';
import { type Left, MongoConnection, type MongoOptions } from '../drivers/mongodb/connection';
import { isDuplicate } from '../drivers/mongodb/failure';
import { buildIndexes } from '../drivers/mongodb/index-build';
import { DocumentRefused, type Refusal, refusalOf } from './document-limits';
import { checkFields, checkSort, parseFilter } from './filter-tree';
import { longFieldsOf } from './long-fields';
import { checkCount, checkName, checkPosition } from './model-fields';
import { keyOf, MongoCollection, type Put, valueFields, versions } from './mongodb.collection';
import { pathOf, positionKey, positionOf, storedFilter } from './mongodb.filter';
import { countSetAside, dropSetAside, indexSetAside, listSetAside, putSetAside } from './mongodb.set-aside';
import { fieldsWithNulls, type SortedPart, sortedParts } from './mongodb.sort';
import { checkReached, isCollectionOf, register } from './mongodb.versions';
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
  Write,
} from './read-models';

interface ActiveVersion {
  readonly _id: string;
  readonly version: number;
}

type Puts = Map<string, Put>;
type Version = Pick<ModelDeclaration, 'name' | 'version'>;

const PAGE = 500;
/** From so many documents on that are skipped. */
const deep = 1_000;
const actives = (db: Db): Collection<ActiveVersion> => db.collection('views.active');

/**
 * Read models in MongoDB, with one collection per version of a model. Each document's write is conditional on its
 * position and the checkpoints come last. Therefore a batch that was interrupted, or written by two projectors at once,
 * gives the same result. Documents are read from the primary with every acknowledged write; a failover can only take
 * back writes that are further along the log. Writes of the active versions and their positions wait for the majority.
 */
export class MongoReadModels implements ReadModels, Connecting {
  private readonly mongo: MongoConnection;
  private readonly collections = new Map<string, MongoCollection>();

  constructor(options: MongoOptions) {
    const prepare = (db: Db) =>
      Promise.all([buildIndexes(db, 'views.versions', [{ key: { name: 1, version: 1 } }]), indexSetAside(db)]);
    this.mongo = new MongoConnection(options, prepare, false);
  }

  async open(model: ModelDeclaration): Promise<void> {
    await this.register(model, (collection, db) => collection.makeIndexes(db));
  }

  async load(model: ModelDeclaration): Promise<void> {
    await this.register(model, async () => {});
  }

  private async register(
    model: ModelDeclaration,
    prepare: (collection: MongoCollection, db: Db) => Promise<void>,
  ): Promise<void> {
    checkName(model);
    const fields = valueFields(model);
    await this.mongo.build(async (db) => {
      const collection = new MongoCollection(model, await register(db, model, fields));
      await prepare(collection, db);
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
    const found = await this.mongo.read((db, left) =>
      versions(db)
        .find({ name }, { sort: { version: 1 }, ...left() })
        .toArray(),
    );
    return found.map(({ version }) => version);
  }

  async get<D extends ModelDocument>(model: ModelDeclaration, id: string): Promise<D | undefined> {
    const collection = this.collection(model);
    const found = await this.mongo.read((db, left) => collection.of(db).findOne({ _id: id }, left()));
    return (found?.document ?? undefined) as D | undefined;
  }

  async getMany<D extends ModelDocument>(model: ModelDeclaration, ids: readonly string[]): Promise<Map<string, D>> {
    const collection = this.collection(model);
    if (ids.length === 0) return new Map();
    const found = await this.mongo.read((db, left) =>
      collection
        .of(db)
        .find({ _id: { $in: [...new Set(ids)] }, document: { $ne: null } }, left())
        .toArray(),
    );
    return new Map(found.map(({ _id, document }) => [_id, document as D]));
  }

  async find<D extends ModelDocument>(
    model: ModelDeclaration,
    filter: Filter,
    options: FindOptions = {},
  ): Promise<D[]> {
    const { skip = 0, limit } = options;
    if (skip >= deep && limit !== undefined) return this.foundDeep(model, filter, options);
    const found = await this.found<{ document: D }>(model, filter, options, shortOf(model));
    return found.map(({ document }) => document);
  }

  /**
   * Finds the beginning of the page by ids alone: if an index holds all requested fields, no other document is read.
   */
  private async foundDeep<D extends ModelDocument>(
    model: ModelDeclaration,
    filter: Filter,
    options: FindOptions,
  ): Promise<D[]> {
    const ids = await this.ids(model, filter, options);
    const documents = await this.find<D>(model, { id: { $in: ids } });
    const byId = new Map(documents.map((document) => [document.id, document]));
    return ids.map((id) => byId.get(id)).filter((document) => document !== undefined);
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
    return this.mongo.read(async (db, left) => {
      const parts = sortedParts(model, sort, await collection.nullable(db, left, fieldsWithNulls(sort)));
      const found: F[] = [];
      let toSkip = skip;
      for (const part of parts) {
        const only = part.only.length === 0 ? matching : { $and: [matching, ...part.only] };
        const most = limit === undefined ? undefined : limit - found.length;
        if (most === 0) break;
        const documents = await findPart<F>(db, collection, only, part, {
          skip: toSkip,
          limit: most,
          projection,
          left,
        });
        found.push(...documents);
        if (documents.length > 0) toSkip = 0;
        else if (toSkip > 0 && part !== parts.at(-1)) toSkip -= await collection.of(db).countDocuments(only, left());
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
    return this.mongo.read((db, left) => collection.of(db).countDocuments(matching, left()));
  }

  async tally(model: ModelDeclaration, filter: Filter, field: string, summed?: string): Promise<Map<Scalar, number>> {
    const collection = this.collection(model);
    const matching = storedFilter(parseFilter(model, filter));
    checkFields(model, field, summed);
    const found = await this.mongo.read((db, left) =>
      collection
        .of(db)
        .aggregate<{ _id: Scalar; count: number }>(
          [
            { $match: matching },
            {
              $group: {
                _id: { $ifNull: [`$${pathOf(field)}`, null] },
                count: { $sum: summed === undefined ? 1 : `$${pathOf(summed)}` },
              },
            },
          ],
          left(),
        )
        .toArray(),
    );
    return new Map(found.map(({ _id, count }) => [_id, count]));
  }

  async write(
    writes: readonly Write[],
    checkpoints: readonly Checkpoint[],
    setAside: readonly SetAsideWrite[] = [],
  ): Promise<void> {
    const [first, others] = [new Map<MongoCollection, Puts>(), new Map<MongoCollection, Puts>()];
    const refusals: Refusal[] = [];
    for (const { model, id, document, position, from, isFirst = false } of writes) {
      const collection = this.collection(model);
      const reason = refusalOf(
        () => collection.check(id, document),
        () => false,
      );
      if (reason !== null) refusals.push({ model: model.name, id, reason });
      const batches = isFirst ? first : others;
      const puts: Puts = batches.get(collection) ?? new Map();
      batches.set(collection, puts);
      // Only the latest write of a document is sent: the writes of a batch may be reordered.
      const before = puts.get(id);
      const isLater = !before || positionKey(checkPosition(position)) > positionKey(before.position);
      if (isLater) puts.set(id, { document, position: checkPosition(position), from: before ? before.from : from });
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
    const readFrom = checkpoints.flatMap(({ model, from }) =>
      from == null ? [] : [{ version: this.collection(model).version, from: checkPosition(from) }],
    );
    await this.mongo.writeBatch(async (db, left) => {
      await checkReached(db, left, readFrom).catch((error: unknown) => {
        // Nor may it know any more which fields some document lacks.
        for (const collection of this.collections.values()) collection.forget();
        throw error;
      });
      for (const batches of [first, others]) {
        const refused = await Promise.all([...batches].map(([collection, puts]) => collection.write(db, left, puts)));
        if (refused.some(({ length }) => length > 0)) throw new DocumentRefused(refused.flat());
      }
      await putSetAside(db, aside);
      if (reached.length > 0) await versions(db).bulkWrite(reached, { ordered: false });
    });
  }

  async checkpoint(model: ModelDeclaration): Promise<string | null> {
    const found = await this.mongo.read((db, left) => versions(db).findOne({ _id: keyOf(model) }, left()));
    return found?.position ? positionOf(found.position) : null;
  }

  setAside(model: Version, limit?: number): Promise<SetAside[]> {
    return this.mongo.read((db, left) => listSetAside(db, left, model, limit));
  }

  countSetAside(models: readonly Version[]): Promise<Map<string, number>> {
    return this.mongo.read((db, left) => countSetAside(db, left, models));
  }

  async activeVersion(name: string): Promise<number | null> {
    const found = await this.mongo.read((db, left) => actives(db).findOne({ _id: name }, left()));
    return found?.version ?? null;
  }

  async activate(name: string, from: number | null, to: number): Promise<boolean> {
    return this.mongo.writeMany(async (db) => {
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
      const page = await this.mongo.read((db, left) =>
        collection
          .of(db)
          .find({ _id: { $gt: after }, document: { $ne: null } }, { sort: { _id: 1 }, limit: PAGE, ...left() })
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
  readonly left: Left;
}

async function findPart<F extends Document>(
  db: Db,
  collection: MongoCollection,
  filter: Document,
  { sort, computed }: SortedPart,
  { skip, limit, projection, left }: Part,
): Promise<F[]> {
  if (!computed) {
    const options = { sort, skip, ...(limit !== undefined && { limit }), projection, ...left() };
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
      { allowDiskUse: true, ...left() },
    )
    .toArray();
}
