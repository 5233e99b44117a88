import { AsyncLocalStorage } from 'node:async_hooks';
import type { RecordedEvent } from '@gos/domain';
import { alterationOf } from '../../kernel/event-hash';
import { Refused } from '../../kernel/refused';
import { EventDamaged, EventTooLarge, isOutage, WrongExpectedRevision } from '../../kernel/store-errors';
import type { EventLog } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';

/** Streams that the work under way has folded. */
const folded = new AsyncLocalStorage<Set<string>>();

/**
 * Notes a stream that was folded. A command decides on no state that lacks an event: `unreadable` is the revision of the first one
 * that cannot be read.
 * @throws EventDamaged within a command
 */
export function noteFolded(stream: string, unreadable: number | null): void {
  const streams = folded.getStore();
  streams?.add(stream);
  if (streams && unreadable !== null) throw new EventDamaged(stream, unreadable);
}

/** Errors that say by themselves what is wrong. */
const isKnown = (error: unknown) =>
  [Refused, EventDamaged, EventTooLarge, WrongExpectedRevision].some((known) => error instanceof known) ||
  isOutage(error);

/**
 * Runs the action. Where it fails for no known reason, a damaged event in one of the streams that it folded is the reason: fields
 * that an event lacks are missed only by the code that reads the state.
 * @throws EventDamaged
 */
export async function namingDamage<T>(log: Pick<EventLog, 'readStream'>, action: () => Promise<T>): Promise<T> {
  const streams = new Set<string>();
  try {
    return await folded.run(streams, action);
  } catch (error) {
    if (isKnown(error)) throw error;
    for (const stream of streams) {
      const revision = await damagedIn(log, stream);
      if (revision !== null) throw new EventDamaged(stream, revision, { cause: error });
    }
    throw error;
  }
}

/** The revision of the stream's first event that is not as it was appended; null where all are. */
async function damagedIn(log: Pick<EventLog, 'readStream'>, stream: string): Promise<number | null> {
  let previous: RecordedEvent | undefined;
  for await (const events of inPieces(log, stream)) {
    for (const event of events) {
      if (alterationOf(event, previous)) return event.revision;
      previous = event;
    }
  }
  return null;
}
