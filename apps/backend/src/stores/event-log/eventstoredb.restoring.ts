import type { RecordedEvent } from '@gos/domain';
import { OrderBroken, StoreUnavailable } from '../../kernel/store-errors';
import { checkAppend } from './append-check';
import type { EventStoreDbClient, OrderedAppend } from './eventstoredb.client';
import { appendFailure } from './eventstoredb.errors';

/** So many events are read back at once. */
const window = 500;

export interface Restoring {
  readonly client: Pick<EventStoreDbClient, 'appendInOrder'>;
  /** Before the names of all streams. */
  readonly prefix: string;
  /** How long the appends under way may go without an answer to any. */
  readonly idleMs: number;
  readonly readAll: (after: string | null, limit: number) => Promise<RecordedEvent[]>;
}

/**
 * Restores events by appends that are not awaited one by one. Each event is an append of its own, with its own id at
 * its own revision. A repetition, while the first append is still on its way or after it, writes nothing twice and
 * changes no order. The log's content is read back behind them, window by window.
 * @returns the position of the last one
 */
export async function restoreInOrder(
  { client, prefix, idleMs, readAll }: Restoring,
  events: readonly RecordedEvent[],
  after: string | null,
): Promise<string | null> {
  if (events.length === 0) return after;
  const appends = events.map((event): OrderedAppend => {
    const expected = event.revision - 1;
    return { stream: prefix + event.stream, expected, event: checkAppend(event.stream, expected, [event])[0]! };
  });
  const stopping = new AbortController();
  let [acknowledged, ended, wake] = [0, false, () => {}];
  const onWritten = (count: number) => {
    acknowledged = count;
    wake();
  };
  const sending = client.appendInOrder(appends, { idleMs, signal: stopping.signal, onWritten }).finally(() => {
    ended = true;
    wake();
  });
  sending.catch(() => {});
  let [last, read] = [after, 0];
  const readBack = async (given: readonly RecordedEvent[]) => {
    const there = await readAll(last, given.length);
    for (const [n, found] of there.entries()) {
      if (!isSame(found, given[n]!)) throw new OrderBroken(`${found.stream} revision ${found.revision}`);
    }
    last = there.at(-1)?.position ?? last;
    read += there.length;
    return there.length === given.length;
  };
  try {
    while (read < events.length) {
      const to = Math.min(read + window, events.length);
      while (acknowledged < to && !ended) await new Promise<void>((resolve) => (wake = resolve));
      if (acknowledged < to) break;
      const isWhole = await readBack(events.slice(read, to));
      if (!isWhole) throw new StoreUnavailable('The event store has not what it acknowledged', 'unknown');
    }
    const failed = await sending;
    if (failed === null) return last;
    // The first ones may be there without the others, but never others without the first.
    await readBack(events.slice(read));
    throw appendFailure(failed.append.stream.slice(prefix.length), failed.append.expected, failed.error);
  } finally {
    stopping.abort();
    await sending.catch(() => {});
  }
}

/** The hash is over stream, revision, id, type, data and metadata. */
function isSame(found: RecordedEvent, given: RecordedEvent): boolean {
  const isPlace = found.stream === given.stream && found.revision === given.revision;
  return isPlace && found.id === given.id && found.metadata.hash === given.metadata.hash;
}
