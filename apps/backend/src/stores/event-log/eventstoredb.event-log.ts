import { randomUUID } from 'node:crypto';
import type { ResolvedEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '@gos/domain';
import type { Connecting } from '../../kernel/connections';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { checkAppend, checkLimit, type SerialisedEvent } from './append-check';
import { type ByteBudget, sizeOf } from './byte-budget';
import { type Appended, type EventLog, type NewEvent, NO_STREAM } from './event-log';
import { acquireClient, type EventStoreDbClient } from './eventstoredb.client';
import { appendFailure, isOffBoundary, isStreamNotFound, streamDeleted } from './eventstoredb.errors';
import { EventStoreDbNotifier } from './eventstoredb.notifier';
import { restoreInOrder } from './eventstoredb.restoring';
import { recordedEvent } from './stored-event';

export interface EventStoreDbEventLogOptions {
  /** `esdb://…` or `esdb+discover://…`, with credentials if needed. */
  readonly url: string;
  /**
   * Prefix of all stream names, so that several logs can share a server. It ends with a slash, which no other stream's name has: a log
   * without a prefix leaves out those with one.
   */
  readonly prefix?: string;
  /** Time limit of an append; after it the outcome is unknown. */
  readonly appendTimeoutMs?: number;
  /** How long a read may go without an event. */
  readonly readTimeoutMs?: number;
}

/** A stream with one event, whose id is the identity of the log; it is not part of the log. */
const nameStream = 'gos-log';
/** A stream that never gets an event. */
const probeStream = 'gos-probe';
/** Page size of reads in places where EventStoreDB's own system events may lie. */
const fewEvents = 100;
const manyEvents = 1_000;
const maxUncertain = 10_000;

/**
 * The log in EventStoreDB 22.10 or later. The server compares only ids to detect a repeated append; this adapter also
 * compares the content, and answers a different append with WrongExpectedRevision.
 */
export class EventStoreDbEventLog implements EventLog, Connecting {
  readonly hasConsecutivePositions = false;
  private readonly client: EventStoreDbClient;
  /** Reads back what is restored: a failing read must not renew the connection on which appends are under way in order. */
  private reader: EventStoreDbClient | undefined;
  private readonly url: string;
  private readonly notifier: EventStoreDbNotifier;
  private readonly prefix: string;
  private readonly appendTimeoutMs: number;
  private readonly readTimeoutMs: number;
  /** The client does not keep the order of calls made while it connects. */
  private readonly mutex = new KeyedMutex();
  private readonly running = new Set<Promise<unknown>>();
  /** The first ids of appends whose events may not be in the log as given. */
  private readonly uncertain = new Set<string>();
  /** A range of the log that holds only foreign events; it is not read again. */
  private inspected: { readonly after: string | null; readonly to: bigint } | undefined;
  private name: Promise<string> | undefined;
  private closing: Promise<void> | undefined;

  constructor({ url, prefix = '', appendTimeoutMs = 5_000, readTimeoutMs = 10_000 }: EventStoreDbEventLogOptions) {
    this.client = acquireClient(url);
    this.url = url;
    this.prefix = prefix;
    this.appendTimeoutMs = appendTimeoutMs;
    this.readTimeoutMs = readTimeoutMs;
    this.notifier = new EventStoreDbNotifier(() => this.client.subscribe());
  }

  async append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended> {
    const serialised = checkAppend(stream, expectedRevision, events);
    if (stream === nameStream) throw new RangeError(`${nameStream} belongs to the log itself`);
    const until = performance.now() + this.appendTimeoutMs;
    const appended = await this.track(() =>
      this.mutex.run(stream, () => this.hand(stream, expectedRevision, serialised, until)),
    );
    this.notifier.notify();
    return appended;
  }

  /** Sends an append that expects a revision which its stream never has: the server compares it only once it may be written. */
  async probe(): Promise<void> {
    const event = { id: randomUUID(), type: 'Probe', data: {}, metadata: {} as RecordedEvent['metadata'] };
    try {
      await this.append(probeStream, 1, [event]);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }

  async restore(events: readonly RecordedEvent[], after: string | null): Promise<string | null> {
    const { client, prefix, appendTimeoutMs: idleMs } = this;
    const last = await this.track(() => {
      this.reader ??= acquireClient(this.url, 'reading');
      const readAll = (from: string | null, limit: number) => this.readAllBy(this.reader!, from, limit);
      return restoreInOrder({ client, prefix, idleMs, readAll }, events, after);
    });
    this.notifier.notify();
    return last;
  }

  readStream(
    stream: string,
    { from = 0, limit, budget }: { from?: number; limit?: number; budget?: ByteBudget } = {},
  ): Promise<RecordedEvent[]> {
    return this.track(async () => {
      const events: RecordedEvent[] = [];
      const count = limit === undefined ? Number.MAX_SAFE_INTEGER : checkLimit(limit);
      try {
        await this.client.readStream(this.prefix + stream, from, count, this.readTimeoutMs, (resolved) => {
          const event = this.recorded(resolved);
          events.push(event);
          return !isSpentBy(event, budget);
        });
      } catch (error) {
        if (!(error instanceof Error && isStreamNotFound(error))) throw error;
      }
      return events;
    });
  }

  readAll(after: string | null, limit: number, budget?: ByteBudget): Promise<RecordedEvent[]> {
    return this.track(() => this.readAllBy(this.client, after, limit, budget));
  }

  at(position: string): Promise<RecordedEvent | null> {
    return this.track(async () => {
      const wanted = checkPosition(position);
      let event: RecordedEvent | null = null;
      try {
        await this.client.readAll(wanted, 'forwards', 1, this.readTimeoutMs, (resolved) => {
          if (positionOf(resolved) === wanted && this.isOurs(resolved)) event = this.recorded(resolved);
        });
      } catch (error) {
        if (!(error instanceof Error && isOffBoundary(error))) throw error;
      }
      return event;
    });
  }

  async count(after: string | null, upTo: string): Promise<number> {
    const end = checkPosition(upTo);
    let events = 0;
    for (let position = after; position !== upTo; ) {
      const read = await this.readAll(position, manyEvents);
      const within = read.filter((event) => BigInt(event.position) <= end);
      if (within.length === 0) throw strange(end);
      events += within.length;
      position = within.at(-1)!.position;
      if (within.length < read.length && position !== upTo) throw strange(end);
    }
    return events;
  }

  end(): Promise<string | null> {
    return this.track(async () => {
      let from: bigint | 'end' = 'end';
      // The last event is ours more often than not, and events can be large.
      for (let count = 1; ; count = count === 1 ? fewEvents : manyEvents) {
        let found: string | null | undefined;
        let seen = 0;
        await this.client.readAll(from, 'backwards', count, this.readTimeoutMs, (resolved) => {
          seen++;
          const position = positionOf(resolved);
          from = position;
          if (found !== undefined) return;
          if (this.isOurs(resolved)) found = String(position);
          else if (position === this.inspected?.to) found = this.inspected.after;
        });
        if (found !== undefined || seen < count) return found ?? null;
      }
    });
  }

  onAppended(listener: () => void): () => void {
    return this.closing ? () => {} : this.notifier.listen(listener);
  }

  onConnected(listener: () => void): () => void {
    return this.client.connections.onConnected(listener);
  }

  async identity(): Promise<string> {
    this.name ??= this.track(() => this.findName());
    try {
      return await this.name;
    } catch (error) {
      this.name = undefined;
      throw error;
    }
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    this.notifier.close();
    await Promise.allSettled(this.running);
    await Promise.all([this.client.release(), this.reader?.release()]);
  }

  private async hand(
    stream: string,
    expected: number,
    events: readonly SerialisedEvent[],
    until: number,
  ): Promise<Appended> {
    const { id } = events[0]!;
    // A random id (version 4) cannot exist yet, unless its append had an unknown outcome.
    const mayBeThere = this.uncertain.has(id) || id[14] !== '4';
    const left = until - performance.now();
    if (left <= 0) throw new StoreUnavailable('The append waited too long for others', 'not-written');
    this.doubt(id);
    const { nextExpectedRevision, position } = await this.handOver(stream, expected, events, left);
    // The id of an event in a deleted stream: the server reports success but wrote nothing.
    if (!position) throw streamDeleted(stream);
    const revision = Number(nextExpectedRevision);
    if (mayBeThere) await this.assertSameEvents(stream, expected, events, revision);
    this.uncertain.delete(id);
    return { revision, position: String(position.commit) };
  }

  private async handOver(stream: string, expected: number, events: readonly SerialisedEvent[], timeoutMs: number) {
    try {
      return await this.client.append(this.prefix + stream, expected, events, timeoutMs);
    } catch (error) {
      throw appendFailure(stream, expected, error);
    }
  }

  /** Compares the content: the server answers an append with known ids as if it were the original one. */
  private async assertSameEvents(
    stream: string,
    expected: number,
    events: readonly SerialisedEvent[],
    revision: number,
  ): Promise<void> {
    const found: ResolvedEvent[] = [];
    try {
      const take = (resolved: ResolvedEvent) => void found.push(resolved);
      await this.client.readStream(this.prefix + stream, expected + 1, events.length, this.readTimeoutMs, take);
    } catch (error) {
      throw new StoreUnavailable((error as Error).message, 'unknown', { cause: error });
    }
    const same = events.every(({ id, type, data, metadata }, index) => {
      const event = found[index]?.event;
      if (event?.id !== id || event.type !== type) return false;
      return JSON.stringify(event.data) === data && JSON.stringify(event.metadata) === metadata;
    });
    if (!same) throw new WrongExpectedRevision(stream, expected, revision);
  }

  private doubt(id: string): void {
    this.uncertain.add(id);
    if (this.uncertain.size > maxUncertain) this.uncertain.delete(this.uncertain.values().next().value!);
  }

  private async readAllBy(
    client: EventStoreDbClient,
    after: string | null,
    limit: number,
    budget?: ByteBudget,
  ): Promise<RecordedEvent[]> {
    checkLimit(limit);
    const start = after === null ? null : checkPosition(after);
    const { inspected } = this;
    if (inspected?.after !== after || inspected.to === start) return this.pull(client, after, start, limit, budget);
    try {
      return await this.pull(client, after, inspected.to, limit, budget);
    } catch (error) {
      // EventStoreDB may have removed its own event at that position.
      if (!(error instanceof RangeError)) throw error;
      this.inspected = undefined;
      return this.pull(client, after, start, limit, budget);
    }
  }

  /** The next events of this log after a known position, which must exist. */
  private async pull(
    client: EventStoreDbClient,
    after: string | null,
    start: bigint | null,
    limit: number,
    budget: ByteBudget | undefined,
  ): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    let last = start;
    for (let least = fewEvents; ; least = manyEvents) {
      // Reads are inclusive: the first event is the known one.
      const known = last;
      const count = Math.max(limit - events.length, least) + (known === null ? 0 : 1);
      let seen = 0;
      const take = (resolved: ResolvedEvent) => {
        const position = positionOf(resolved);
        if (seen++ === 0 && known !== null) {
          if (position !== known) throw strange(known);
          return true;
        }
        if (events.length === limit) return true;
        last = position;
        if (!this.isOurs(resolved)) return true;
        const event = this.recorded(resolved);
        events.push(event);
        return !isSpentBy(event, budget);
      };
      try {
        await client.readAll(known ?? 'start', 'forwards', count, this.readTimeoutMs, take);
      } catch (error) {
        throw known !== null && error instanceof Error && isOffBoundary(error) ? strange(known) : error;
      }
      // The server answers a position beyond its end with an empty result instead of an error.
      if (known !== null && seen === 0) throw strange(known);
      if (events.length === limit || budget?.isSpent) return events;
      if (seen < count) break;
    }
    if (events.length === 0 && last !== null) this.inspected = { after, to: last };
    return events;
  }

  private async findName(): Promise<string> {
    const stream = this.prefix + nameStream;
    const read = async () => {
      let id: string | undefined;
      const take = ({ event }: ResolvedEvent) => {
        id = event!.id;
      };
      try {
        await this.client.readStream(stream, 0, 1, this.readTimeoutMs, take);
      } catch (error) {
        if (!(error instanceof Error && isStreamNotFound(error))) throw error;
      }
      return id;
    };
    const existing = await read();
    if (existing !== undefined) return existing;
    const id = randomUUID();
    const named: SerialisedEvent = { id, type: 'LogNamed', data: '{}', metadata: '{}' };
    try {
      await this.handOver(nameStream, NO_STREAM, [named], this.appendTimeoutMs);
    } catch (error) {
      // Another process named the log first; its name counts.
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
    return (await read())!;
  }

  private isOurs({ event }: ResolvedEvent): boolean {
    const { type, streamId } = event!;
    if (type.startsWith('$') || !streamId.startsWith(this.prefix)) return false;
    const stream = streamId.slice(this.prefix.length);
    return stream !== nameStream && !stream.includes('/');
  }

  private recorded(resolved: ResolvedEvent): RecordedEvent {
    const { streamId, revision, id, type, data, metadata } = resolved.event!;
    const stream = streamId.slice(this.prefix.length);
    const position = String(positionOf(resolved));
    return recordedEvent({ stream, revision: Number(revision), position, id, type, data, metadata });
  }

  private track<T>(action: () => Promise<T>): Promise<T> {
    if (this.closing) return Promise.reject(new StoreUnavailable('The log is closed', 'not-written'));
    const running = action();
    this.running.add(running);
    const done = () => void this.running.delete(running);
    running.then(done, done);
    return running;
  }
}

function positionOf({ event, commitPosition }: ResolvedEvent): bigint {
  const position = event?.position?.commit ?? commitPosition;
  if (position === undefined) throw new Error('EventStoreDB 22.10 or later is needed: this one gives no positions.');
  return position;
}

function strange(position: bigint): RangeError {
  return new RangeError(
    `Position ${position} is not in the event log: it is another log than before, or a part of it was lost.`,
  );
}

function checkPosition(position: string): bigint {
  if (!/^(0|[1-9][0-9]{0,18})$/.test(position)) throw new RangeError(`Not a position of this log: ${position}`);
  return BigInt(position);
}

function isSpentBy(event: RecordedEvent, budget: ByteBudget | undefined): boolean {
  budget?.spend(sizeOf(event.data));
  return budget?.isSpent ?? false;
}
