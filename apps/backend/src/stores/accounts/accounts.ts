/**
 * What never enters the log: personal data, credentials, sessions, tokens, preferences, uploads. Small JSON records in named
 * kinds, each with a version that every write raises by one.
 */
export interface AccountRecord<T = unknown> {
  readonly kind: AccountKind;
  readonly id: string;
  /** 1 when inserted, raised by one with every write. */
  readonly version: number;
  readonly value: T;
}

export type AccountKind = 'person' | 'session' | 'preference' | 'upload' | 'setting' | 'token' | 'calendar';

export interface AccountKeys {
  /** Unique within the kind over all records: `email:jan@example.com`. */
  readonly unique?: readonly string[];
  /** To find records by, not unique: `person:12`. */
  readonly refs?: readonly string[];
  /** Milliseconds since 1970; expired records may be swept with `sweep`. */
  readonly expiresAt?: number;
}

/** A record as it is kept, with all its keys in order: what carries it into another store. */
export interface KeptRecord extends AccountRecord {
  readonly unique: readonly string[];
  readonly refs: readonly string[];
  /** null is never */
  readonly expiresAt: number | null;
}

/** A unique key belongs to another record already; nothing was written. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
  constructor(readonly key: string) {
    super('The unique key is taken');
  }
}

/** Every method is one atomic, durable write or one read of a single record (or a set of them), so that a document store can do it without transactions. */
export interface Accounts {
  /** @throws KeyTaken, also when the id exists (key `id`) */
  insert<T>(kind: AccountKind, id: string, value: T, keys?: AccountKeys): Promise<AccountRecord<T>>;
  get<T>(kind: AccountKind, id: string): Promise<AccountRecord<T> | undefined>;
  /** Those that exist, in no order. */
  getMany<T>(kind: AccountKind, ids: readonly string[]): Promise<AccountRecord<T>[]>;
  byUnique<T>(kind: AccountKind, key: string): Promise<AccountRecord<T> | undefined>;
  /** In order of id. */
  byRef<T>(kind: AccountKind, ref: string): Promise<AccountRecord<T>[]>;
  /** In order of id, a page at a time: 100 unless told otherwise. */
  list<T>(kind: AccountKind, options?: { after?: string; limit?: number }): Promise<AccountRecord<T>[]>;
  /** Writes the value if the record still has this version; keys are replaced when given (all of them, the expiry too), else kept. False when it has another version or is gone. @throws KeyTaken */
  replace<T>(kind: AccountKind, id: string, version: number, value: T, keys?: AccountKeys): Promise<boolean>;
  remove(kind: AccountKind, id: string): Promise<boolean>;
  removeByRef(kind: AccountKind, ref: string): Promise<number>;
  /** Removes the records of the kind whose expiry is not later than now; returns how many. Until then they count like any other. */
  sweep(kind: AccountKind, now: number): Promise<number>;

  /** Every record of every kind, in order of kind and id (by their UTF-8 bytes), a page at a time. */
  kept(after: Pick<AccountRecord, 'kind' | 'id'> | null, limit: number): Promise<KeptRecord[]>;
  /** Writes a record as it was kept in another store, its version and keys too, in place of the one with its id. @throws KeyTaken */
  restore(record: KeptRecord): Promise<void>;
  close(): Promise<void>;
}

/** What is kept of a value: its JSON. @throws TypeError when it has none */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A record has to have a value');
  return text;
}

export const ACCOUNTS = Symbol('Accounts');
