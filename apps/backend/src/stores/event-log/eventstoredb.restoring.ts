import type { RecordedEvent } from '@gos/domain';
import { OrderBroken, StoreUnavailable } from '../../kernel/store-errors';
import { checkAppend } from './append-check';
import type { EventStoreDbClient, OrderedAppend } from './eventstoredb.client';
import { appendFailure } from './eventstoredb.errors';

/** What is under way at once, and then read back: in events, and in characters of data and metadata. */
const window = { events: 1_000, characters: 4 * 1024 * 1024 };

export interface Restoring {
  readonly client: Pick<EventStoreDbClient, 'appendInOrder'>;
  /** Before the names of all streams. */
  readonly prefix: string;
  /** How long an append may go without an answer to any. */
  readonly idleMs: number;
  readonly readAll: (after: string | null, limit: number) => Promise<RecordedEvent[]>;
}

/**
 * Restores events in windows of appends that are not awaited one by one. Each event is an append of its own, with its own
 * id at its own revision: whoever sends it again, while the first one is still on its way or after it, writes nothing twice
 * and changes no order. What the log holds then is read back before the next window.
 * @returns the position of the last one
 */
export async function restoreInWindows(
  { client, prefix, idleMs, readAll }: Restoring,
  events: readonly RecordedEvent[],
  after: string | null,
): Promise<string | null> {
  let last = after;
  for (const { given, appends } of windowsOf(events, prefix)) {
    const failed = await client.appendInOrder(appends, idleMs);
    // The first ones may be there without the others, but never others without the first.
    const there = await readAll(last, given.length);
    for (const [n, found] of there.entries()) {
      if (!isSame(found, given[n]!)) throw new OrderBroken(`${found.stream} revision ${found.revision}`);
    }
    if (failed) {
      const { stream, expected } = failed.append;
      throw appendFailure(stream.slice(prefix.length), expected, failed.error);
    }
    if (there.length < given.length)
      throw new StoreUnavailable('The event store has lost what it acknowledged', 'unknown');
    last = there.at(-1)!.position;
  }
  return last;
}

function* windowsOf(events: readonly RecordedEvent[], prefix: string) {
  let [given, appends]: [RecordedEvent[], OrderedAppend[]] = [[], []];
  let characters = 0;
  for (const event of events) {
    const expected = event.revision - 1;
    const [serialised] = checkAppend(event.stream, expected, [event]);
    given.push(event);
    appends.push({ stream: prefix + event.stream, expected, event: serialised! });
    characters += serialised!.data.length + serialised!.metadata.length;
    if (given.length < window.events && characters < window.characters) continue;
    yield { given, appends };
    [given, appends, characters] = [[], [], 0];
  }
  if (given.length > 0) yield { given, appends };
}

/** The hash is over stream, revision, id, type, data and metadata. */
function isSame(found: RecordedEvent, given: RecordedEvent): boolean {
  const isPlace = found.stream === given.stream && found.revision === given.revision;
  return isPlace && found.id === given.id && found.metadata.hash === given.metadata.hash;
}
