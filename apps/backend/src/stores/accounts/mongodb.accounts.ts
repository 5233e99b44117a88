import type { Collection, Db, UpdateFilter } from 'mongodb';
import type { Connecting } from '../../kernel/connections';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { type Left, MongoConnection, type MongoOptions } from '../drivers/mongodb/connection';
import { isDuplicate } from '../drivers/mongodb/failure';
import { buildIndexes } from '../drivers/mongodb/index-build';
import {
  type AccountKeys,
  type AccountKind,
  type AccountRecord,
  type AccountSnapshot,
  type Accounts,
  KeyTaken,
  type RefPage,
  textOf,
} from './accounts';

/**
 * A record with its keys in one document, so that a single write is atomic. Keys are prefixed with the kind:
 * `person:email:jan@example.com`.
 */
interface StoredRecord extends StoredKeys {
  readonly _id: string;
  readonly kind: AccountKind;
  readonly version: number;
  readonly value: unknown;
}

interface StoredKeys {
  /** Absent rather than empty: a unique index counts an empty array as a value. */
  readonly unique?: readonly string[];
  readonly refs?: readonly string[];
  readonly expiresAt?: number;
}

const PAGE = 100;

const records = (db: Db): Collection<StoredRecord> => db.collection('accounts');

/** Accounts in MongoDB: one document per record; a unique multikey index refuses taken keys. */
export class MongoAccounts implements Accounts, Connecting {
  private readonly mongo: MongoConnection;

  constructor(options: MongoOptions) {
    this.mongo = new MongoConnection(options, (db) =>
      buildIndexes(db, 'accounts', [
        { key: { unique: 1 }, unique: true, sparse: true },
        { key: { refs: 1, _id: 1 }, partialFilterExpression: { refs: { $exists: true } } },
        { key: { kind: 1, expiresAt: 1 }, partialFilterExpression: { expiresAt: { $exists: true } } },
      ]),
    );
  }

  onConnected(listener: () => void): () => void {
    return this.mongo.connections.onConnected(listener);
  }

  open(): Promise<void> {
    return this.mongo.open();
  }

  async insert<T>(kind: AccountKind, id: string, value: T, keys: AccountKeys = {}): Promise<AccountRecord<T>> {
    const kept = JSON.parse(textOf(value)) as T;
    const record: StoredRecord = { _id: idOf(kind, id), kind, version: 1, value: kept, ...storedKeys(kind, keys) };
    await this.mongo.write((db, left) =>
      unlessTaken({ db, left, kind, _id: record._id, isNew: true }, record.unique, () => records(db).insertOne(record)),
    );
    return { kind, id, version: 1, value: kept };
  }

  async get<T>(kind: AccountKind, id: string): Promise<AccountRecord<T> | undefined> {
    const found = await this.mongo.read((db, left) => records(db).findOne({ _id: idOf(kind, id) }, left()));
    return found ? recorded<T>(found) : undefined;
  }

  async getMany<T>(kind: AccountKind, ids: readonly string[]): Promise<AccountRecord<T>[]> {
    if (ids.length === 0) return [];
    const wanted = ids.map((id) => idOf(kind, id));
    const found = await this.mongo.read((db, left) =>
      records(db)
        .find({ _id: { $in: wanted } }, left())
        .toArray(),
    );
    return found.map(recorded<T>);
  }

  async byUnique<T>(kind: AccountKind, key: string): Promise<AccountRecord<T> | undefined> {
    const found = await this.mongo.read((db, left) => records(db).findOne({ unique: idOf(kind, key) }, left()));
    return found ? recorded<T>(found) : undefined;
  }

  async byRef<T>(
    kind: AccountKind,
    ref: string,
    { descending = false, skip = 0, limit }: RefPage = {},
  ): Promise<AccountRecord<T>[]> {
    if (limit === 0) return [];
    const found = await this.mongo.read((db, left) =>
      records(db)
        .find({ refs: idOf(kind, ref) }, { sort: { _id: descending ? -1 : 1 }, skip, limit, ...left() })
        .toArray(),
    );
    return found.map(recorded<T>);
  }

  countByRef(kind: AccountKind, ref: string): Promise<number> {
    return this.mongo.read((db, left) => records(db).countDocuments({ refs: idOf(kind, ref) }, left()));
  }

  async list<T>(
    kind: AccountKind,
    { after = '', limit = PAGE }: { after?: string; limit?: number } = {},
  ): Promise<AccountRecord<T>[]> {
    const found = await this.mongo.read((db, left) =>
      records(db)
        // A semicolon follows the colon in ASCII, so the range covers the whole kind.
        .find({ _id: { $gt: idOf(kind, after), $lt: `${kind};` } }, { sort: { _id: 1 }, limit, ...left() })
        .toArray(),
    );
    return found.map(recorded<T>);
  }

  async replace<T>(kind: AccountKind, id: string, version: number, value: T, keys?: AccountKeys): Promise<boolean> {
    const _id = idOf(kind, id);
    const stored = keys ? storedKeys(kind, keys) : {};
    const gone = keys ? (['unique', 'refs', 'expiresAt'] as const).filter((field) => stored[field] === undefined) : [];
    const update: UpdateFilter<StoredRecord> = {
      $set: { value: JSON.parse(textOf(value)) as unknown, ...stored },
      $inc: { version: 1 },
      ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((field) => [field, ''])) }),
    };
    return this.mongo.write(async (db, left) => {
      const { matchedCount } = await unlessTaken({ db, left, kind, _id }, stored.unique, () =>
        records(db).updateOne({ _id, version }, update),
      );
      return matchedCount === 1;
    });
  }

  async remove(kind: AccountKind, id: string): Promise<boolean> {
    return this.mongo.write(async (db) => {
      const { deletedCount } = await records(db).deleteOne({ _id: idOf(kind, id) });
      return deletedCount === 1;
    });
  }

  async removeByRef(kind: AccountKind, ref: string): Promise<number> {
    return this.mongo.writeMany(async (db) => {
      const { deletedCount } = await records(db).deleteMany({ refs: idOf(kind, ref) });
      return deletedCount;
    });
  }

  async sweep(kind: AccountKind, now: number): Promise<number> {
    return this.mongo.writeMany(async (db) => {
      const { deletedCount } = await records(db).deleteMany({ kind, expiresAt: { $lte: now } });
      return deletedCount;
    });
  }

  async listAll(after: Pick<AccountRecord, 'kind' | 'id'> | null, limit: number): Promise<AccountSnapshot[]> {
    const found = await this.mongo.read((db, left) =>
      records(db)
        // Kinds consist of letters only, so ids sort by kind although a colon follows it.
        .find(after ? { _id: { $gt: idOf(after.kind, after.id) } } : {}, { sort: { _id: 1 }, limit, ...left() })
        .toArray(),
    );
    return found.map((record) => {
      const keysOf = (keys: readonly string[] = []) =>
        keys.map((key) => key.slice(record.kind.length + 1)).sort(byBytes);
      const { unique, refs, expiresAt = null } = record;
      return { ...recorded(record), unique: keysOf(unique), refs: keysOf(refs), expiresAt };
    });
  }

  async restore({ kind, id, version, value, unique, refs, expiresAt }: AccountSnapshot): Promise<void> {
    const _id = idOf(kind, id);
    const keys = storedKeys(kind, { unique, refs, ...(expiresAt !== null && { expiresAt }) });
    const record: StoredRecord = { _id, kind, version, value: JSON.parse(textOf(value)) as unknown, ...keys };
    await this.mongo.write((db, left) =>
      unlessTaken({ db, left, kind, _id }, record.unique, () =>
        records(db).replaceOne({ _id }, record, { upsert: true }),
      ),
    );
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const idOf = (kind: AccountKind, id: string) => `${kind}:${id}`;

function storedKeys(kind: AccountKind, { unique = [], refs = [], expiresAt }: AccountKeys): StoredKeys {
  const ofKind = (keys: readonly string[]) => [...new Set(keys)].map((key) => idOf(kind, key));
  return {
    ...(unique.length > 0 && { unique: ofKind(unique) }),
    ...(refs.length > 0 && { refs: ofKind(refs) }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function recorded<T>({ _id, kind, version, value }: StoredRecord): AccountRecord<T> {
  return { kind, id: _id.slice(kind.length + 1), version, value: value as T };
}

interface Taking {
  readonly db: Db;
  readonly left: Left;
  readonly kind: AccountKind;
  readonly _id: string;
  /** Whether the id itself may be taken. */
  readonly isNew?: boolean;
}

/**
 * Retries a write that a unique index refused when the conflicting record has gone meanwhile.
 * @throws KeyTaken
 */
function unlessTaken<T extends object>(
  { db, left, kind, _id, isNew = false }: Taking,
  unique: readonly string[] = [],
  write: () => Promise<T>,
): Promise<T> {
  return retryOptimistic(async () => {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    if (isNew && (await records(db).countDocuments({ _id }, { limit: 1, ...left() })) > 0) throw new KeyTaken('id');
    const others = await records(db)
      .find({ unique: { $in: unique }, _id: { $ne: _id } }, { projection: { unique: 1 }, ...left() })
      .toArray();
    const taken = unique.find((key) => others.some((other) => other.unique?.includes(key)));
    if (taken !== undefined) throw new KeyTaken(taken.slice(kind.length + 1));
    return again;
  });
}
