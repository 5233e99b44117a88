import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamSubscription,
  type AppendResult,
  END,
  type EventStoreDBClient,
  excludeSystemEvents,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { Connections } from '../../kernel/connections';
import { WeightedSemaphore } from '../../kernel/semaphore';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { SerialisedEvent } from './append-check';
import { checkUrl, clientFor, whyNoNodeAnswers } from './eventstoredb.address';
import { isLookupForgotten, isUndiscovered, lookupFailure, readFailure } from './eventstoredb.errors';
import { watchChannels, withWorkarounds } from './eventstoredb.workarounds';

/** Where a read of the whole log begins. Forwards it includes the event at the position, backwards the event before it. */
export type From = bigint | 'start' | 'end';
/** One event, as one append among others that are sent in order. */
export interface OrderedAppend {
  readonly stream: string;
  readonly expected: number;
  readonly event: SerialisedEvent;
}
export interface Failed {
  readonly append: OrderedAppend;
  /** The client's error. */
  readonly error: unknown;
}
/** Resolves the read at once when it returns false. */
export type Take = (resolved: ResolvedEvent) => unknown;

/**
 * The server compares deadlines with its own clock, so this one exceeds any clock skew. Timers of this process bound an
 * append.
 */
const serverDeadlineMs = 600_000;
/** Limits of appends under way; further ones wait. A small append is counted with the minimum size of a request. */
const maxBytesUnderway = 32 * 1024 * 1024;
const leastBytes = 4 * 1024;
/** Limits of appends that are sent in order. */
const inOrder = { appends: 256, bytes: 8 * 1024 * 1024 };
/**
 * By default of the package, the client closes a connection that is silent for 20 s and fails all appends on it; after this time every
 * append has ended.
 */
const settledAfterMs = 30_000;
const drainMs = 2_000;

const encoder = new TextEncoder();
const clients = new Map<string, EventStoreDbClient>();
/** Calls under way in the whole process: disposing of one client makes the calls of all clients fail. */
const underway = new Set<Promise<unknown>>();

/**
 * Returns the shared client of this process for a server. Reference counted: call `release` once per call of this.
 * @param purpose a client that only reads may exist in addition to the one for everything: a failed read renews the
 * connection of its client
 */
export function acquireClient(url: string, purpose: 'everything' | 'reading' = 'everything'): EventStoreDbClient {
  const key = `${purpose} ${url}`;
  const client = clients.get(key) ?? new EventStoreDbClient(url, key);
  clients.set(key, client);
  client.users++;
  return client;
}

/** The package's client with its own time limits, events as bytes, and errors as the port declares them. */
export class EventStoreDbClient {
  users = 0;
  readonly connections = new Connections();
  private client: EventStoreDBClient;
  private readonly inFlight = new WeightedSemaphore(maxBytesUnderway);

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {
    checkUrl(url);
    this.client = this.connect();
  }

  /**
   * Sends events as one append.
   * @throws StoreUnavailable `not-written` when they were never sent, `unknown` after the time limit; else the client's
   * error
   */
  async append(
    stream: string,
    expected: number,
    events: readonly SerialisedEvent[],
    timeoutMs: number,
  ): Promise<AppendResult> {
    const until = performance.now() + timeoutMs;
    const left = () => until - performance.now();
    const noAnswer = new StoreUnavailable('The event store does not answer', 'not-written');
    await within(this.ready(), left(), noAnswer);
    const weight = Math.max(leastBytes, weigh(events));
    if (!(await this.inFlight.acquire(weight, left()))) throw noAnswer;
    const appending = this.send(stream, expected, events);
    this.watch(appending, weight);
    return within(
      appending,
      left(),
      new StoreUnavailable('The event store did not answer in time; it may or may not have written', 'unknown'),
    );
  }

  /**
   * Sends appends one behind the other, many at once; the server writes them in this order. Sends no more after a failure.
   * Resolves when all that were sent have ended, with the first failure by their order, or null. Behind one that was
   * refused others may be written.
   * @throws StoreUnavailable `not-written` when none was sent, `unknown` when no answer has come for so long
   */
  async appendInOrder(
    appends: readonly OrderedAppend[],
    { idleMs, signal, onWritten }: { idleMs: number; signal: AbortSignal; onWritten: (count: number) => void },
  ): Promise<Failed | null> {
    const noAnswer = new StoreUnavailable('The event store does not answer', 'not-written');
    await within(this.ready(), idleMs, noAnswer);
    const weights = appends.map(({ event }) => Math.max(leastBytes, weigh([event])));
    const weight = Math.min(
      inOrder.bytes,
      weights.reduce((sum, one) => sum + one, 0),
    );
    if (!(await this.inFlight.acquire(weight, idleMs))) throw noAnswer;
    const unknown = 'The event store did not answer in time; it may or may not have written';
    const silence = afterSilence(idleMs, new StoreUnavailable(unknown, 'unknown'));
    const written: boolean[] = [];
    let [sent, underWay, bytes, first] = [0, 0, 0, 0];
    let failed: { readonly at: number; readonly error: unknown } | undefined;
    const send = async (at: number) => {
      const { stream, expected, event } = appends[at]!;
      try {
        await this.send(stream, expected, [event]);
        written[at] = true;
        while (written[first]) first++;
        onWritten(first);
      } catch (error) {
        if (failed === undefined || at < failed.at) failed = { at, error };
      }
      silence.heard();
      underWay--;
      bytes -= weights[at]!;
    };
    const sending = new Promise<void>((resolve) => {
      const sendMore = () => {
        // A client that has only just connected may send the second of two calls first. Behind an answered one they keep
        // their order: they wait for nothing but the connection, and were it lost, all that are under way would fail.
        const most = first === 0 ? 1 : inOrder.appends;
        const isStopped = failed !== undefined || silence.isOver || signal.aborted;
        while (!isStopped && sent < appends.length && underWay < most && bytes < inOrder.bytes) {
          underWay++;
          bytes += weights[sent]!;
          void send(sent++).then(sendMore);
        }
        if (underWay === 0) resolve();
      };
      sendMore();
    });
    this.watch(sending, weight);
    await Promise.race([sending, silence.over]).finally(silence.stop);
    return failed === undefined ? null : { append: appends[failed.at]!, error: failed.error };
  }

  /** Passes each event of a stream to `take`, in order. */
  readStream(stream: string, from: number, count: number, idleMs: number, take: Take): Promise<void> {
    const options = { fromRevision: BigInt(from), maxCount: count, requiresLeader: true };
    return this.read(() => this.client.readStream(stream, options), idleMs, take);
  }

  /** Passes each event of the whole log to `take`, EventStoreDB's own system events included. */
  readAll(from: From, direction: 'forwards' | 'backwards', count: number, idleMs: number, take: Take): Promise<void> {
    const fromPosition = typeof from === 'bigint' ? { commit: from, prepare: from } : from;
    const options = { fromPosition, direction, maxCount: count, requiresLeader: true };
    return this.read(() => this.client.readAll(options), idleMs, take);
  }

  /** Subscribes to events written from now on. */
  subscribe(): AllStreamSubscription {
    return this.client.subscribeToAll({ fromPosition: END, filter: excludeSystemEvents() });
  }

  /** The last user waits for all calls under way in the process, but not for a server that does not answer. */
  async release(): Promise<void> {
    if (--this.users > 0) return;
    if (clients.get(this.key) === this) clients.delete(this.key);
    await Promise.race([Promise.allSettled(underway), sleep(drainMs, undefined, { ref: false })]);
    await this.client.dispose();
  }

  private send(stream: string, expected: number, events: readonly SerialisedEvent[]): Promise<AppendResult> {
    return this.client.appendToStream(stream, events.map(toEventData), {
      expectedRevision: expected < 0 ? 'no_stream' : BigInt(expected),
      requiresLeader: true,
      deadline: serverDeadlineMs,
    });
  }

  /** Counts appends as under way until they have ended, or must have. */
  private watch(appending: Promise<unknown>, weight: number): void {
    underway.add(appending);
    const done = () => {
      clearTimeout(late);
      if (underway.delete(appending)) this.inFlight.release(weight);
    };
    const late = setTimeout(done, settledAfterMs).unref();
    appending.then(done, done);
  }

  /** Looks up the server's features before the first append. The client caches a failed lookup, so it is replaced then. */
  private async ready(): Promise<void> {
    const { client } = this;
    try {
      await (client as unknown as { readonly capabilities: Promise<unknown> }).capabilities;
    } catch (error) {
      if (!isLookupForgotten(error) && this.client === client) this.client = this.connect();
      throw lookupFailure(await this.explained(error));
    }
  }

  /** The client reports only that it found no leader, whatever the cause. */
  private async explained(error: unknown): Promise<unknown> {
    if (!isUndiscovered(error)) return error;
    const why = await whyNoNodeAnswers(this.url).catch(() => null);
    return why === null ? error : new Error(why, { cause: error });
  }

  private connect(): EventStoreDBClient {
    return withWorkarounds(watchChannels(clientFor(this.url), this.connections.made));
  }

  private read(start: () => StreamingRead<ResolvedEvent>, idleMs: number, take: Take): Promise<void> {
    return new Promise((resolve, reject) => {
      const reading = start();
      const cancel = () => {
        clearTimeout(timer);
        reading.removeAllListeners('data');
        reading.cancel().catch(() => {});
      };
      const stop = (error: unknown) => {
        reject(error);
        cancel();
      };
      const timer = setTimeout(
        () => stop(new StoreUnavailable('The event store does not answer', 'not-written')),
        idleMs,
      );
      reading.on('data', (resolved: ResolvedEvent) => {
        timer.refresh();
        try {
          if (!resolved.event || take(resolved) !== false) return;
          resolve();
          cancel();
        } catch (error) {
          stop(error);
        }
      });
      reading.on('end', () => {
        clearTimeout(timer);
        resolve();
      });
      reading.on('error', (error) => {
        clearTimeout(timer);
        void this.explained(error).then((explained) => reject(readFailure(explained)));
      });
    });
  }
}

function weigh(events: readonly SerialisedEvent[]): number {
  return events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
}

/** As bytes, so that the client serialises nothing; it treats a Buffer as an object. */
function toEventData({ id, type, data, metadata }: SerialisedEvent) {
  return {
    id,
    type,
    contentType: 'application/octet-stream',
    data: encoder.encode(data),
    metadata: encoder.encode(metadata),
  } as const;
}

async function within<T>(promise: Promise<T>, ms: number, late: Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), Math.max(0, ms));
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects `over` when nothing was heard for so long. */
function afterSilence(ms: number, late: Error) {
  let timer: NodeJS.Timeout | undefined;
  const silence = {
    isOver: false,
    over: new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        silence.isOver = true;
        reject(late);
      }, ms);
    }),
    heard: () => void timer?.refresh(),
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
  return silence;
}
