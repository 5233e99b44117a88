import { type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import type { Left } from '../drivers/mongodb/connection';
import { DUPLICATE_KEY } from '../drivers/mongodb/failure';
import { buildIndexes } from '../drivers/mongodb/index-build';
import { keyOf, versions } from './mongodb.collection';
import { positionKey, positionOf } from './mongodb.filter';
import type { ModelDeclaration, SetAside } from './read-models';

type Version = Pick<ModelDeclaration, 'name' | 'version'>;

interface StoredSetAside extends Omit<SetAside, 'id'> {
  readonly _id: string;
  /** The collection of the version, which no other one ever has again. */
  readonly collection: string;
  readonly id: string;
  /** In the format of `positionKey`. */
  readonly since: string;
}

/** Read as the primary has them, as the documents are. */
const stored = (db: Db): Collection<StoredSetAside> =>
  db.collection('views.set-aside', { readConcern: { level: 'local' } });

export const indexSetAside = (db: Db) => buildIndexes(db, 'views.set-aside', [{ key: { collection: 1, since: 1 } }]);

export async function putSetAside(db: Db, all: readonly (SetAside & { readonly collection: string })[]): Promise<void> {
  if (all.length === 0) return;
  const documents = all.map(({ collection, id, position, since, reason, at }) => ({
    _id: `${collection} ${id}`,
    collection,
    id,
    position,
    since: positionKey(since),
    reason,
    at,
  }));
  try {
    await stored(db).insertMany(documents, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    // The first note of a document stays.
    if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  }
}

export const dropSetAside = (db: Db, collection: string) => stored(db).deleteMany({ collection });

export async function listSetAside(db: Db, left: Left, model: Version, limit = 0): Promise<SetAside[]> {
  const version = await versions(db).findOne({ _id: keyOf(model) }, left());
  if (!version) return [];
  const found = await stored(db)
    .find({ collection: version.collection }, { sort: { since: 1, id: 1 }, limit, ...left() })
    .toArray();
  return found.map(({ id, position, since, reason, at }) => ({ id, position, since: positionOf(since), reason, at }));
}

export async function countSetAside(db: Db, left: Left, models: readonly Version[]): Promise<Map<string, number>> {
  const found = await versions(db)
    .find({ _id: { $in: models.map(keyOf) } }, left())
    .toArray();
  const nameOf = new Map(found.map(({ collection, name }) => [collection, name]));
  const counted = await stored(db)
    .aggregate<{ _id: string; count: number }>(
      [{ $match: { collection: { $in: [...nameOf.keys()] } } }, { $group: { _id: '$collection', count: { $sum: 1 } } }],
      left(),
    )
    .toArray();
  return new Map(counted.map(({ _id, count }) => [nameOf.get(_id)!, count]));
}
