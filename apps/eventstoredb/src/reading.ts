import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import {
  caughtUp,
  checkpoint,
  confirmation,
  type GrpcError,
  nameOf,
  readResponse,
  streamDeleted,
  streamNotFound,
  thrownByHandler,
} from './messages';
import type { EventStoreDbStore, StoredEvent } from './store';

export type ReadCall = ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>;
type Options = streamsPb.ReadReq.Options;

/** The server's buffer for a live subscription, plus about what fits into the connection. */
const liveBuffer = 64 + 64;

/** Ends a call once: with an error, or with null successfully. */
export function finish(call: ReadCall, error: GrpcError | null): void {
  if (error) call.emit('error', error);
  else call.end();
}

/** The most answers that may wait for a slow reader. */
const maxWaiting = 64;

/** False once the reader has gone. */
async function send(call: ReadCall, response: streamsPb.ReadResp): Promise<boolean> {
  if (call.cancelled) return false;
  if (!call.write(response) && call.writableLength > maxWaiting) await emptied(call);
  return !call.cancelled;
}

function emptied(call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'cancelled', 'close'];
    const done = () => {
      for (const event of events) call.off(event, done);
      resolve();
    };
    for (const event of events) call.on(event, done);
  });
}

/** The events that a plain read gives, or the response or error that ends it. */
function chosen(store: EventStoreDbStore, options: Options): readonly StoredEvent[] | streamsPb.ReadResp | GrpcError {
  const backwards = options.getReadDirection() === 1;
  const count = Number(options.getCount());
  const of = options.getStream();
  const unexpected = { code: status.UNKNOWN, details: `Unexpected Read${of ? 'Stream' : 'All'}Result: Error` };
  if (count === 0) return unexpected;
  if (of) {
    const name = nameOf(of.getStreamIdentifier());
    const events = store.stream(name);
    if (events === 'not-found') return streamNotFound(name);
    if (events === 'deleted') return streamDeleted(name);
    if (of.hasEnd() && !backwards) return unexpected;
    const from = of.hasStart() ? 0 : of.hasEnd() ? Number.POSITIVE_INFINITY : Number(of.getRevision());
    if (!backwards) return events.filter(({ revision }) => revision >= from).slice(0, count);
    return events
      .filter(({ revision }) => revision <= from)
      .reverse()
      .slice(0, count);
  }
  const all = options.getAll()!;
  const position = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : null;
  if (position !== null && !store.isBoundary(position)) return unexpected;
  const index = position !== null ? store.indexOf(position) : all.hasEnd() ? store.all.length : 0;
  // Forwards starts with the event at the position, backwards with the one before it.
  if (!backwards) return store.all.slice(index, index + count);
  return store.all.slice(Math.max(0, index - count), index).reverse();
}

export async function serveRead(store: EventStoreDbStore, call: ReadCall): Promise<void> {
  const found = chosen(store, call.request.getOptions()!);
  if ('code' in found) return finish(call, found);
  if (!Array.isArray(found)) await send(call, found as streamsPb.ReadResp);
  else for (const event of found) if (!(await send(call, readResponse(event)))) return;
  finish(call, null);
}

/** A subscription to all events or to one stream: catches up, then follows live, and is dropped when it falls behind. */
export class Subscription {
  private readonly waiting: StoredEvent[] = [];
  private readonly matches: (event: StoredEvent) => boolean;
  private readonly checkpointEvery: number | null = null;
  private inspected = 0;
  private live = false;
  private sending = false;
  private over = false;
  private stopListening = () => {};

  constructor(
    private readonly store: EventStoreDbStore,
    private readonly call: ReadCall,
    private readonly server: { readonly announcesCaughtUp: boolean; readonly awake: () => Promise<void> },
  ) {
    const options = call.request.getOptions()!;
    const filter = options.getFilter();
    const stream = options.getStream();
    if (stream) {
      const name = nameOf(stream.getStreamIdentifier());
      this.matches = (event) => event.stream === name;
    } else if (filter) {
      const expression = filter.getStreamIdentifier() ?? filter.getEventType();
      const prefixes = expression?.getPrefixList() ?? [];
      const regex = prefixes.length > 0 ? null : new RegExp(expression?.getRegex() ?? '');
      const field = filter.hasStreamIdentifier() ? 'stream' : 'type';
      this.matches = (event) =>
        regex ? regex.test(event[field]) : prefixes.some((prefix) => event[field].startsWith(prefix));
      this.checkpointEvery = (filter.getMax() || 32) * filter.getCheckpointintervalmultiplier();
    } else {
      this.matches = () => true;
    }
  }

  async run(): Promise<void> {
    const start = this.start();
    if (start === null) return this.end(thrownByHandler);
    this.call.once('cancelled', () => this.end(null));
    await this.send(confirmation(randomUUID()));
    let next = start;
    while (!this.over && next < this.store.all.length) await this.give(this.store.all[next++]!);
    if (this.over) return;
    this.live = true;
    this.stopListening = this.store.onAppended((events) => this.take(events));
    if (this.server.announcesCaughtUp) await this.send(caughtUp());
  }

  end(error: GrpcError | null): void {
    if (this.over) return;
    this.over = true;
    this.stopListening();
    finish(this.call, error);
  }

  /**
   * Index of the first event to send (positions and revisions are exclusive here); null for a position that is no
   * event's.
   */
  private start(): number | null {
    const options = this.call.request.getOptions()!;
    const all = options.getAll();
    const of = options.getStream();
    if (all?.hasEnd() || of?.hasEnd()) return this.store.all.length;
    if (of?.hasRevision()) {
      const after = Number(of.getRevision());
      const index = this.store.all.findIndex((event) => this.matches(event) && event.revision > after);
      return index === -1 ? this.store.all.length : index;
    }
    if (!all?.hasPosition()) return 0;
    const position = Number(all.getPosition()!.getCommitPosition());
    return this.store.isBoundary(position) ? this.store.indexOf(position + 1) : null;
  }

  private take(events: readonly StoredEvent[]): void {
    if (!this.live) return;
    this.waiting.push(...events.slice(0, liveBuffer + 1));
    if (this.waiting.length > liveBuffer) {
      this.live = false;
      this.waiting.length = liveBuffer;
    }
    if (!this.sending) void this.drain();
  }

  private async drain(): Promise<void> {
    this.sending = true;
    // As on a real server, the append's own answer often comes before the subscription's event.
    await nextTurn();
    while (!this.over && this.waiting.length > 0) {
      await this.server.awake();
      await this.give(this.waiting.shift()!);
    }
    this.sending = false;
    if (this.live) return;
    this.end({
      code: status.ABORTED,
      details: 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
    });
  }

  private async give(event: StoredEvent): Promise<void> {
    if (this.matches(event)) await this.send(readResponse(event));
    this.inspected++;
    if (this.checkpointEvery !== null && this.inspected % this.checkpointEvery === 0) {
      await this.send(checkpoint(event.position));
    }
  }

  private async send(response: streamsPb.ReadResp): Promise<void> {
    if (!this.over && !(await send(this.call, response))) this.end(null);
  }
}
