import { type Db, ObjectId } from 'mongodb';
import { again, retryOptimistic } from '../../kernel/until-settled';
import type { Left } from '../drivers/mongodb/connection';
import { isDuplicate } from '../drivers/mongodb/failure';
import { keyOf, type StoredVersion, versions } from './mongodb.collection';
import { positionKey } from './mongodb.filter';
import { type ModelDeclaration, ReadAgain } from './read-models';

/**
 * Whether it is the name of a collection of this version, even if a server interprets special characters in a query.
 */
export function isCollectionOf(_id: string, name: string): boolean {
  const prefix = `views.${_id}.`;
  return name.startsWith(prefix) && /^[0-9a-f]{24}$/.test(name.slice(prefix.length));
}

/** Registers a version with the currently declared fields; a new one gets an empty collection. */
export async function register(db: Db, model: ModelDeclaration, fields: readonly string[]): Promise<StoredVersion> {
  const { name, version } = model;
  const _id = keyOf(model);
  return retryOptimistic(async () => {
    const found = await versions(db).findOne({ _id });
    if (!found) {
      const collection = `views.${_id}.${new ObjectId().toHexString()}`;
      try {
        await versions(db).insertOne({ _id, name, version, collection, fields, nulls: [], position: null });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      await removeOthers(db, _id);
      return again;
    }
    const added = fields.filter((field) => !found.fields.includes(field));
    const removed = found.fields.filter((field) => !fields.includes(field));
    if (added.length + removed.length === 0) return found;
    // Counts both as nullable: new fields were not checked so far, undeclared ones no longer are.
    await versions(db).updateOne(
      { _id, collection: found.collection },
      { $set: { fields }, $addToSet: { nulls: { $each: [...added, ...removed] } } },
    );
    return again;
  });
}

/** Drops unregistered collections of the version: left by an interrupted drop, or by a stale writer to a dropped one. */
async function removeOthers(db: Db, _id: string): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    if (!isCollectionOf(_id, name)) continue;
    const registered = await versions(db).countDocuments({ collection: name }, { limit: 1 });
    if (registered === 0) await db.dropCollection(name);
  }
}

/** A version, and how far it was when documents were read from it. */
export interface Reached {
  readonly version: StoredVersion;
  readonly from: string;
}

/**
 * Reads from the primary itself: after a failover, a majority's state may be older. A dropped version is skipped.
 * @throws ReadAgain when one is not as far any more
 */
export async function checkReached(db: Db, left: Left, reached: readonly Reached[]): Promise<void> {
  if (reached.length === 0) return;
  const found = await versions(db)
    .find(
      { _id: { $in: reached.map(({ version }) => version._id) } },
      { projection: { collection: 1, position: 1 }, readConcern: { level: 'local' }, ...left() },
    )
    .toArray();
  for (const { version, from } of reached) {
    const stored = found.find(({ _id, collection }) => _id === version._id && collection === version.collection);
    if (stored && (stored.position ?? '') < positionKey(from)) throw new ReadAgain('not-written');
  }
}
