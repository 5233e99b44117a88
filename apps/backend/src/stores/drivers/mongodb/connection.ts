import { type Db, type MongoClient, MongoNetworkTimeoutError } from 'mongodb';
import { ConfigError } from '../../../kernel/config';
import { Connections, isComparing } from '../../../kernel/connections';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { assertUsable, clientOf, databaseOf, longestCommandMs, type MongoOptions } from './client';
import { failureOf, isNotLetIn, type Outcome, wasNotWritten } from './failure';
import { holdBack } from './held-back';
import { noteUnanswered, notingUnanswered } from './unanswered';

export type { MongoOptions };

/**
 * Returns the remaining time of a call, as an option of each command that reads. A server that takes longer reports it,
 * so a slow server is distinguished from an unavailable one.
 */
export type Left = () => { readonly maxTimeMS: number };

type Work<T> = (db: Db, left: Left) => Promise<T>;

interface Kind {
  readonly outcome: (error: unknown) => Outcome;
  /** Null: as long as it takes. */
  readonly longestMs: number | null;
}

/**
 * A client of one MongoDB database that connects on the first call and reconnects by itself. A standalone server is
 * enough: it uses no transactions, and nothing needs the retryable writes that it uses where the server has them. Writes
 * need a majority and the journal, reads go to the primary with majority concern: nothing depends on a write that a
 * failover rolls back.
 */
export class MongoConnection {
  private readonly database: string;
  private readonly socketTimeoutMs: number;
  private readonly longestMs: number;
  /** Time limit of background work. */
  private readonly longestBatchMs: number;
  private connected: Promise<MongoClient> | undefined;
  private connecting: MongoClient | undefined;
  private readonly prepared = new WeakMap<MongoClient, Promise<unknown>>();
  /** Clients that were given up and are not closed yet. */
  private readonly left = new Map<MongoClient, NodeJS.Timeout>();
  private closed = false;
  readonly connections = new Connections();

  /**
   * @param prepare runs before the first call that does not compare, for example to create indexes; again after it
   * failed
   * @param tellsOutcomes whether a failed `write` reports that surely nothing was written, and calls can be kept from
   * connections that were not compared; makes reads a little slower
   */
  constructor(
    private readonly options: MongoOptions,
    private readonly prepare: (db: Db) => Promise<unknown> = async () => {},
    private readonly tellsOutcomes = true,
  ) {
    const {
      url,
      database = databaseOf(url) ?? 'gos',
      socketTimeoutMS = longestCommandMs,
      callTimeoutMS = 8_000,
    } = options;
    this.database = database;
    this.socketTimeoutMs = socketTimeoutMS;
    this.longestMs = callTimeoutMS;
    this.longestBatchMs = Math.max(callTimeoutMS, 6 * socketTimeoutMS);
    assertUsable(options);
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
  read<T>(work: Work<T>): Promise<T> {
    return this.run(work, { outcome: () => 'not-written', longestMs: this.longestMs });
  }

  /**
   * Runs work that changes one document, or that changes data in its last call only.
   * @throws StoreUnavailable
   */
  write<T>(work: Work<T>): Promise<T> {
    const call = { mayBeWritten: !this.tellsOutcomes };
    const outcome = (error: unknown) => (wasNotWritten(error) && !call.mayBeWritten ? 'not-written' : 'unknown');
    const noting: Work<T> = (db, left) => notingUnanswered(call, () => work(db, left));
    return this.run(noting, { outcome, longestMs: this.longestMs });
  }

  /**
   * Runs work that may be partly done when it fails.
   * @throws StoreUnavailable (unknown)
   */
  writeMany<T>(work: Work<T>): Promise<T> {
    return this.run(work, { outcome: () => 'unknown', longestMs: this.longestMs });
  }

  /**
   * The same in the background: nobody waits for it, so a slow server may take longer, command by command.
   * @throws StoreUnavailable (unknown)
   */
  writeBatch<T>(work: Work<T>): Promise<T> {
    return this.run(work, { outcome: () => 'unknown', longestMs: this.longestBatchMs });
  }

  /**
   * Runs work that takes longer the more documents there are, such as building an index.
   * @throws StoreUnavailable (unknown)
   */
  build<T>(work: Work<T>): Promise<T> {
    return this.run(work, { outcome: () => 'unknown', longestMs: null });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    // The preparation may wait for as long as the database does.
    await this.connecting?.close();
    const client = await this.connected?.catch(() => undefined);
    await client?.close();
    for (const one of this.left.keys()) await this.closeLeft(one);
  }

  private async run<T>(work: Work<T>, { outcome, longestMs }: Kind): Promise<T> {
    if (this.closed) throw new StoreUnavailable('The store is closed', 'not-written');
    const endsAt = performance.now() + (longestMs ?? Number.POSITIVE_INFINITY);
    this.connected ??= this.connect();
    const { connected } = this;
    let client: MongoClient;
    try {
      client = await within(connected, endsAt);
      // Nothing is created in the database of another installation.
      if (!isComparing()) await within(this.prepareOnce(client), endsAt);
    } catch (error) {
      throw failureOf(error, () => 'not-written') ?? error;
    }
    // The server gives up before the client does; otherwise the client could not see that the server is available.
    const left = () => {
      const ms = Math.min(this.socketTimeoutMs, endsAt - performance.now());
      return { maxTimeMS: Math.max(1, Math.floor(0.85 * ms)) };
    };
    try {
      return await within(work(client.db(this.database), left), endsAt, () => this.leave(connected, client));
    } catch (error) {
      throw failureOf(error, () => outcome(error)) ?? error;
    }
  }

  /**
   * Replaces the client, also while calls still use the old one. The driver closes a silent connection but not a
   * command that is still being written to it: that one would hang forever, together with its connection.
   */
  private leave(connected: Promise<MongoClient>, client: MongoClient): void {
    if (this.closed || this.connected !== connected) return;
    this.connected = undefined;
    this.left.set(client, setTimeout(() => void this.closeLeft(client), this.longestBatchMs).unref());
  }

  private async closeLeft(client: MongoClient): Promise<void> {
    clearTimeout(this.left.get(client));
    this.left.delete(client);
    await client.close().catch(() => {});
  }

  private prepareOnce(client: MongoClient): Promise<unknown> {
    const known = this.prepared.get(client);
    if (known) return known;
    const preparing = this.prepare(client.db(this.database)).catch((error) => {
      this.prepared.delete(client);
      throw error;
    });
    this.prepared.set(client, preparing);
    return preparing;
  }

  /** A connected client recovers by itself; one that never connected has to be replaced. */
  private async connect(): Promise<MongoClient> {
    const client = clientOf(this.options, this.tellsOutcomes);
    client.on('connectionCreated', this.connections.made);
    this.connecting = client;
    if (this.tellsOutcomes) {
      noteUnanswered(client);
      holdBack(client, this.database);
    }
    try {
      await client.connect();
      return client;
    } catch (error) {
      this.connected = undefined;
      await client.close();
      if (this.closed) throw new StoreUnavailable('The store is closed', 'not-written', { cause: error });
      if (isNotLetIn(error)) {
        throw new ConfigError('MONGODB_URL names a person or a password that the server does not let in.');
      }
      throw error;
    } finally {
      this.connecting = undefined;
    }
  }
}

async function within<T>(working: Promise<T>, endsAt: number, onTooLong = () => {}): Promise<T> {
  if (endsAt === Number.POSITIVE_INFINITY) return working;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTooLong();
      reject(new MongoNetworkTimeoutError('The call did not come to an end'));
    }, endsAt - performance.now());
  });
  try {
    return await Promise.race([working, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
