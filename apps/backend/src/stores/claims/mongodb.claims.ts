import type { Collection, Db } from 'mongodb';
import type { Connecting } from '../../kernel/connections';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { MongoConnection, type MongoOptions } from '../drivers/mongodb/connection';
import { isDuplicate } from '../drivers/mongodb/failure';
import { buildIndexes } from '../drivers/mongodb/index-build';
import { type Claim, type Claims, checkAtLeast, type Lease } from './claims';

interface StoredCounter {
  readonly _id: string;
  readonly value: number;
}

interface StoredClaim {
  readonly _id: string;
  readonly value: string;
  /** Null: never expires. */
  readonly expiresAt: number | null;
}

interface StoredLease {
  readonly _id: string;
  readonly holder: string | null;
  readonly fence: number;
  readonly expiresAt: number;
}

const counters = (db: Db): Collection<StoredCounter> => db.collection('claims.counters');
const claims = (db: Db): Collection<StoredClaim> => db.collection('claims.claims');
const leases = (db: Db): Collection<StoredLease> => db.collection('claims.leases');

/** One in this many claims with a TTL removes the expired ones, so that they do not pile up. */
const CLEARED_EVERY = 50;

/** Claims in MongoDB: each call is one atomic write of one document. */
export class MongoClaims implements Claims, Connecting {
  private readonly mongo: MongoConnection;
  private sinceCleared = 0;
  /** The last number of each counter that was given here. */
  private readonly given = new Map<string, number>();

  constructor(options: MongoOptions) {
    this.mongo = new MongoConnection(options, (db) => buildIndexes(db, 'claims.claims', [{ key: { expiresAt: 1 } }]));
  }

  onConnected(listener: () => void): () => void {
    return this.mongo.connections.onConnected(listener);
  }

  open(): Promise<void> {
    return this.mongo.open();
  }

  async next(counter: string): Promise<number> {
    const given = this.given.get(counter) ?? 0;
    const number = await this.mongo.write((db) =>
      retryOptimistic(async () => {
        const counted = await counters(db).findOneAndUpdate(
          { _id: counter },
          { $inc: { value: 1 } },
          { returnDocument: 'after' },
        );
        if (counted && counted.value > given) return counted.value;
        // A server that lost what it had acknowledged counts from an older number.
        if (counted) await counters(db).updateOne({ _id: counter }, { $max: { value: given } });
        else if (await isInserted(counters(db), { _id: counter, value: given + 1 })) return given + 1;
        return again;
      }),
    );
    this.given.set(counter, Math.max(number, this.given.get(counter) ?? 0));
    return number;
  }

  async raise(counter: string, atLeast: number): Promise<void> {
    checkAtLeast(atLeast);
    await this.mongo.write((db) =>
      retryOptimistic(async () => {
        const { matchedCount } = await counters(db).updateOne({ _id: counter }, { $max: { value: atLeast } });
        return matchedCount === 1 || (await isInserted(counters(db), { _id: counter, value: atLeast }))
          ? undefined
          : again;
      }),
    );
  }

  async claim(
    key: string,
    value: string,
    { now, ttlMs }: { now: number; ttlMs?: number },
  ): Promise<{ value: string; won: boolean }> {
    const claim = { value, expiresAt: ttlMs === undefined ? null : now + ttlMs };
    return this.mongo.write(async (db) => {
      if (ttlMs !== undefined && this.sinceCleared++ % CLEARED_EVERY === 0)
        await claims(db).deleteMany({ expiresAt: { $lte: now } });
      return retryOptimistic(async () => {
        if (await isInserted(claims(db), { _id: key, ...claim })) return { value, won: true };
        // By a write that changes nothing: a read might not show the claim yet, after a failover.
        const found = await claims(db).findOneAndUpdate({ _id: key }, { $setOnInsert: claim });
        // It was released or forgotten meanwhile.
        if (!found) return again;
        if (found.expiresAt === null || found.expiresAt > now) return { value: found.value, won: false };
        const { matchedCount } = await claims(db).updateOne({ _id: key, expiresAt: { $lte: now } }, { $set: claim });
        return matchedCount === 1 ? { value, won: true } : again;
      });
    });
  }

  claimed(key: string, { now }: { now: number }): Promise<string | null> {
    return this.mongo.read(async (db) => {
      const found = await claims(db).findOne({ _id: key });
      return found && (found.expiresAt === null || found.expiresAt > now) ? found.value : null;
    });
  }

  async replaceClaim(key: string, from: string, to: string): Promise<boolean> {
    return this.mongo.write(async (db) => {
      const { matchedCount } = await claims(db).updateOne({ _id: key, value: from }, { $set: { value: to } });
      return matchedCount === 1;
    });
  }

  async release(key: string, value: string): Promise<boolean> {
    return this.mongo.write(async (db) => {
      const { deletedCount } = await claims(db).deleteOne({ _id: key, value });
      return deletedCount === 1;
    });
  }

  counters(): Promise<{ readonly name: string; readonly value: number }[]> {
    return this.mongo.read(async (db, left) => {
      const found = await counters(db)
        .find({}, { sort: { _id: 1 }, ...left() })
        .toArray();
      return found.map(({ _id, value }) => ({ name: _id, value }));
    });
  }

  listClaims(after: string | null, limit: number): Promise<Claim[]> {
    return this.mongo.read(async (db, left) => {
      const found = await claims(db)
        .find(after === null ? {} : { _id: { $gt: after } }, { sort: { _id: 1 }, limit, ...left() })
        .toArray();
      return found.map(({ _id, value, expiresAt }) => ({ key: _id, value, expiresAt }));
    });
  }

  async acquireLease(
    name: string,
    holder: string,
    { now, ttlMs }: { now: number; ttlMs: number },
  ): Promise<{ fence: number } | null> {
    const expiresAt = now + ttlMs;
    return this.mongo.write(async (db, left) =>
      retryOptimistic(async () => {
        const renewed = await leases(db).findOneAndUpdate({ _id: name, holder }, { $set: { expiresAt } });
        if (renewed) return { fence: renewed.fence };
        const taken = await leases(db).findOneAndUpdate(
          { _id: name, holder: { $ne: holder }, $or: [{ holder: null }, { expiresAt: { $lte: now } }] },
          { $set: { holder, expiresAt }, $inc: { fence: 1 } },
          { returnDocument: 'after' },
        );
        if (taken) return { fence: taken.fence };
        const held = await leases(db).findOne({ _id: name }, left());
        if (held && held.holder !== holder) return null;
        if (!held && (await isInserted(leases(db), { _id: name, holder, fence: 1, expiresAt }))) return { fence: 1 };
        return again;
      }),
    );
  }

  getLease(name: string): Promise<Lease | null> {
    return this.mongo.read(async (db, left) => {
      const found = await leases(db).findOne({ _id: name }, left());
      return found && found.holder !== null ? { holder: found.holder, expiresAt: found.expiresAt } : null;
    });
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    await this.mongo.write((db) => leases(db).updateOne({ _id: name, holder }, { $set: { holder: null } }));
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}

/** False when a concurrent call inserted it first. */
async function isInserted<D extends { readonly _id: string }>(collection: Collection<D>, document: D) {
  try {
    await collection.insertOne(document as Parameters<typeof collection.insertOne>[0]);
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
