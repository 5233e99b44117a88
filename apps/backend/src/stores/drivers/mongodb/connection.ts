import {
  type Db,
  MongoBulkWriteError,
  MongoClient,
  type MongoClientOptions,
  MongoError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerError,
} from 'mongodb';
import { ConfigError } from '../../../kernel/config';
import { Connections } from '../../../kernel/connections';
import { StoreUnavailable } from '../../../kernel/store-errors';

export interface MongoOptions {
  /** A connection string: mongodb:// or mongodb+srv://. */
  readonly url: string;
  /** By default the database that the connection string names, else `gos`. */
  readonly database?: string;
  /** How long a call waits for a usable server. */
  readonly serverSelectionTimeoutMS?: number;
  /** How long a call waits for any response of the server. */
  readonly socketTimeoutMS?: number;
}

type Outcome = StoreUnavailable['outcome'];

/**
 * A client of one MongoDB database that connects on the first call and reconnects by itself. A standalone server is
 * enough: it uses no transactions and no retryable writes. Writes need a majority and the journal, reads go to the
 * primary with majority concern: nothing depends on a write that a failover rolls back.
 */
export class MongoConnection {
  private readonly database: string;
  private readonly clientOptions: MongoClientOptions;
  private readonly longestMs: number;
  private connected: Promise<MongoClient> | undefined;
  /** Clients that were given up and are not closed yet. */
  private readonly left = new Map<MongoClient, NodeJS.Timeout>();
  private closed = false;
  readonly connections = new Connections();

  /** @param prepare runs before the first call, for example to create indexes; again after it failed */
  constructor(
    private readonly options: MongoOptions,
    private readonly prepare: (db: Db) => Promise<unknown> = async () => {},
  ) {
    const {
      url,
      database = databaseOf(url) ?? 'gos',
      serverSelectionTimeoutMS = 3_000,
      socketTimeoutMS = 10_000,
    } = options;
    this.database = database;
    this.longestMs = 6 * socketTimeoutMS;
    this.clientOptions = {
      appName: 'gos',
      retryWrites: false,
      writeConcern: { w: 'majority', journal: true },
      readConcern: { level: 'majority' },
      readPreference: 'primary',
      ignoreUndefined: true,
      serverSelectionTimeoutMS,
      connectTimeoutMS: serverSelectionTimeoutMS,
      waitQueueTimeoutMS: serverSelectionTimeoutMS,
      socketTimeoutMS,
    };
    assertUsable(url, this.clientOptions);
  }

  /**
   * Connects and prepares; every other call does so too.
   * @throws StoreUnavailable
   */
  async open(): Promise<void> {
    await this.read(async () => {});
  }

  /**
   * Runs a read.
   * @throws StoreUnavailable (not-written)
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.run(work, () => 'not-written');
  }

  /**
   * Runs work that changes one document, or that changes data in its last call only.
   * @throws StoreUnavailable
   */
  write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.run(work, (error) => (wasNeverSent(error) ? 'not-written' : 'unknown'));
  }

  /**
   * Runs work that may be partly done when it fails.
   * @throws StoreUnavailable (unknown)
   */
  writeMany<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.run(work, () => 'unknown');
  }

  /**
   * Runs work that takes longer the more documents there are, such as building an index.
   * @throws StoreUnavailable (unknown)
   */
  build<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return this.run(work, () => 'unknown', null);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const client = await this.connected?.catch(() => undefined);
    await client?.close();
    for (const one of this.left.keys()) await this.closeLeft(one);
  }

  private async run<T>(
    work: (db: Db) => Promise<T>,
    outcome: (error: unknown) => Outcome,
    longestMs: number | null = this.longestMs,
  ): Promise<T> {
    if (this.closed) throw new StoreUnavailable('The store is closed', 'not-written');
    this.connected ??= this.connect();
    const { connected } = this;
    let client: MongoClient;
    try {
      client = await connected;
    } catch (error) {
      throw unavailable(error, () => 'not-written') ?? error;
    }
    try {
      const working = work(client.db(this.database));
      if (longestMs === null) return await working;
      return await within(working, longestMs, () => this.leave(connected, client));
    } catch (error) {
      throw unavailable(error, outcome) ?? error;
    }
  }

  /**
   * Replaces the client, also while calls still use the old one. The driver closes a silent connection but not a
   * command that is still being written to it: that one would hang forever, together with its connection.
   */
  private leave(connected: Promise<MongoClient>, client: MongoClient): void {
    if (this.closed || this.connected !== connected) return;
    this.connected = undefined;
    this.left.set(client, setTimeout(() => void this.closeLeft(client), this.longestMs).unref());
  }

  private async closeLeft(client: MongoClient): Promise<void> {
    clearTimeout(this.left.get(client));
    this.left.delete(client);
    await client.close().catch(() => {});
  }

  /** A connected client recovers by itself; one that never connected has to be replaced. */
  private async connect(): Promise<MongoClient> {
    const client = new MongoClient(this.options.url, this.clientOptions);
    client.on('connectionCreated', this.connections.made);
    try {
      await client.connect();
      await this.prepare(client.db(this.database));
      return client;
    } catch (error) {
      this.connected = undefined;
      await client.close();
      if (error instanceof MongoServerError && error.code === NOT_LET_IN) {
        throw new ConfigError('MONGODB_URL names a person or a password that the server does not let in.');
      }
      throw error;
    }
  }
}

/**
 * Checks the connection string. The driver's own message is dropped, since it may repeat a password.
 * @throws ConfigError
 */
function assertUsable(url: string, options: MongoClientOptions): void {
  try {
    new MongoClient(url, options);
  } catch (error) {
    const [unknown] = /options? [\w, ]+ (is|are) not supported$/.exec((error as Error).message) ?? [];
    const form = 'it must look like mongodb://USER:PASSWORD@host:27017/gos, with percent-encoded characters';
    throw new ConfigError(`MONGODB_URL cannot be used: ${unknown ?? form}.`);
  }
}

async function within<T>(working: Promise<T>, longestMs: number, onTooLong: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTooLong();
      reject(new MongoNetworkTimeoutError('The call did not come to an end'));
    }, longestMs);
  });
  try {
    return await Promise.race([working, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** The database that a connection string names; the driver would default to `test`. */
function databaseOf(url: string): string | undefined {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return name && decodeURIComponent(name);
}

/** Whether the error is a violation of a unique index, `_id` included. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

export const DUPLICATE_KEY = 11_000;
const NOT_LET_IN = 18;

/** Messages of the driver for a command that was not sent, for lack of a server or a connection. */
const unsent = new Set([
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoNotConnectedError',
]);

/** Error codes of servers that refuse all writes: not the primary, or disk full. */
const DISK_FULL = 14_031;
const refusing = new Set<unknown>([10_107, 13_435, 13_436, 10_058, DISK_FULL]);
/**
 * Error codes of servers that shut down, lose other members or time out, and of one that was replaced and does not know
 * the cursor.
 */
const failing = new Set<unknown>([
  6, 7, 43, 50, 64, 89, 91, 133, 134, 175, 189, 237, 262, 9_001, 11_600, 11_601, 11_602,
]);

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  return unsent.has(error.name) || error.hasErrorLabel('HandshakeError') || refusing.has(error.code);
}

/** The error for the caller of a failed call; undefined when the store is not at fault. */
function unavailable(error: unknown, outcome: (error: unknown) => Outcome): StoreUnavailable | undefined {
  if (!isAtFault(error)) return undefined;
  const isFull = error instanceof MongoError && error.code === DISK_FULL;
  const sentence = isFull ? 'The disk of the database is full' : 'The database does not answer';
  return new StoreUnavailable(sentence, outcome(error), { cause: error });
}

/** Node's error codes for a socket that was closed before the write; such errors name no system call. */
const ended = new Set<unknown>(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED']);

/** A connection that breaks during a write fails with the socket's error, not with one of the driver's. */
function isOfSocket(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return 'syscall' in error || ('code' in error && ended.has(error.code));
}

function isAtFault(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isOfSocket(error);
  if (error instanceof MongoNetworkError || error.name === 'MongoWriteConcernError' || unsent.has(error.name))
    return true;
  // The driver wraps an error that concerns a whole batch.
  if (error instanceof MongoBulkWriteError && (error.result?.getWriteConcernError() || isAtFault(error.errorResponse)))
    return true;
  return refusing.has(error.code) || failing.has(error.code);
}
