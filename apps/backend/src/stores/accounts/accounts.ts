import { again, retryOptimistic } from '../../kernel/until-settled';

/**
 * A small JSON record of a named kind, with a version that every write raises by one. Accounts hold what must never
 * enter the log: personal data, credentials, sessions, tokens, preferences, uploads.
 */
export interface AccountRecord<T = unknown> {
  readonly kind: AccountKind;
  readonly id: string;
  /** 1 when inserted, raised by one with every write. */
  readonly version: number;
  readonly value: T;
}

export type AccountKind =
  | 'person'
  | 'session'
  | 'preference'
  | 'upload'
  | 'setting'
  | 'token'
  | 'calendar'
  | 'address'
  | 'seen'
  | 'webhook'
  | 'delivery'
  | 'payload'
  | 'mailed'
  | 'invitation'
  | 'recovery'
  | 'emailLink'
  | 'apiToken'
  | 'apiTokenName'
  | 'secondStep'
  | 'identity'
  | 'ssoReturn'
  | 'avatar'
  | 'device'
  | 'setup'
  | 'setAside'
  | 'logTree'
  | 'selfCheck'
  | 'checkpoint';

export interface AccountKeys {
  /** Keys that are unique among all records of the kind: `email:jan@example.com`. */
  readonly unique?: readonly string[];
  /** Keys to find records by, not unique: `person:12`. */
  readonly refs?: readonly string[];
  /** Milliseconds since 1970. Expired records count until `sweep` removes them. */
  readonly expiresAt?: number;
}

/** A record with all its keys in order, as it is moved to another store. */
export interface AccountSnapshot extends AccountRecord {
  readonly unique: readonly string[];
  readonly refs: readonly string[];
  /** Null: never expires. */
  readonly expiresAt: number | null;
}

/** A unique key belongs to another record; nothing was written. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
  constructor(readonly key: string) {
    super('The unique key is taken');
  }
}

export interface RefPage {
  readonly descending?: boolean;
  readonly skip?: number;
  readonly limit?: number;
}

/**
 * Small records with unique keys. Every method is one atomic, durable write or a read of one record (or a set), so that
 * a document store needs no transactions.
 */
export interface Accounts {
  /** @throws KeyTaken, also when the id exists (then its key is `id`) */
  insert<T>(kind: AccountKind, id: string, value: T, keys?: AccountKeys): Promise<AccountRecord<T>>;
  get<T>(kind: AccountKind, id: string): Promise<AccountRecord<T> | undefined>;
  /** The records that exist, in no particular order. */
  getMany<T>(kind: AccountKind, ids: readonly string[]): Promise<AccountRecord<T>[]>;
  byUnique<T>(kind: AccountKind, key: string): Promise<AccountRecord<T> | undefined>;
  /** Ordered by id; all of them without a limit. */
  byRef<T>(kind: AccountKind, ref: string, page?: RefPage): Promise<AccountRecord<T>[]>;
  countByRef(kind: AccountKind, ref: string): Promise<number>;
  /** Ordered by id, paged: 100 by default. */
  list<T>(kind: AccountKind, options?: { after?: string; limit?: number }): Promise<AccountRecord<T>[]>;
  /**
   * Writes the value if the record still has this version; resolves with false when it has another one or is gone. Keys
   * and expiry are replaced together when given, else kept.
   * @throws KeyTaken
   */
  replace<T>(kind: AccountKind, id: string, version: number, value: T, keys?: AccountKeys): Promise<boolean>;
  remove(kind: AccountKind, id: string): Promise<boolean>;
  removeByRef(kind: AccountKind, ref: string): Promise<number>;
  /** Removes the records of the kind that expire at or before `now`; resolves with their number. */
  sweep(kind: AccountKind, now: number): Promise<number>;

  /** All records of all kinds, ordered by kind and id (as UTF-8 bytes), paged. */
  listAll(after: Pick<AccountRecord, 'kind' | 'id'> | null, limit: number): Promise<AccountSnapshot[]>;
  /**
   * Writes a record with its version and keys as another store held it, and replaces the one with its id.
   * @throws KeyTaken
   */
  restore(record: AccountSnapshot): Promise<void>;
  /**
   * Absent where a server keeps the part.
   * @throws StoreDamaged when its file was found damaged since it was opened; StoreUnavailable while it takes no changes
   */
  checkWhole?(): Promise<void>;

  close(): Promise<void>;
}

/** Inserts the record; resolves with null when its id or one of its unique keys is taken. */
export function insertUnlessTaken<T>(
  accounts: Pick<Accounts, 'insert'>,
  kind: AccountKind,
  id: string,
  value: T,
  keys?: AccountKeys,
): Promise<AccountRecord<T> | null> {
  return accounts.insert(kind, id, value, keys).catch((error) => {
    if (error instanceof KeyTaken) return null;
    throw error;
  });
}

/** A decision about a record: its next value, if it changes, and the result for the caller. */
export interface RecordChange<T, R> {
  readonly next?: T | undefined;
  /** As of `insert` and `replace`. */
  readonly keys?: AccountKeys | undefined;
  readonly answer: R;
}

/**
 * Writes the value that `decide` derives from the newest one, or the first one. Decides again after a concurrent write.
 * @throws KeyTaken for a unique key; what `decide` throws, and then writes nothing
 */
export function changeRecord<T, R>(
  accounts: Pick<Accounts, 'get' | 'insert' | 'replace'>,
  kind: AccountKind,
  id: string,
  decide: (known: T | undefined) => RecordChange<T, R> | Promise<RecordChange<T, R>>,
): Promise<R> {
  return retryOptimistic(async () => {
    const record = await accounts.get<T>(kind, id);
    const { next, keys, answer } = await decide(record?.value);
    if (next === undefined) return answer;
    if (record) return (await accounts.replace(kind, id, record.version, next, keys)) ? answer : again;
    try {
      await accounts.insert(kind, id, next, keys);
      return answer;
    } catch (error) {
      if (!(error instanceof KeyTaken) || error.key !== 'id') throw error;
      return again;
    }
  });
}

/** Writes the record whether it exists or not; the last one of several concurrent writes wins. */
export function putRecord<T>(
  accounts: Accounts,
  kind: AccountKind,
  id: string,
  value: T,
  keys?: AccountKeys,
): Promise<void> {
  return changeRecord<T, void>(accounts, kind, id, () => ({ next: value, keys, answer: undefined }));
}

/**
 * The stored text of a value: its JSON.
 * @throws TypeError when the value has no JSON
 */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A record has to have a value');
  return text;
}

export const ACCOUNTS = Symbol('Accounts');
