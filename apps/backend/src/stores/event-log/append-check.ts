import { EventTooLarge } from '../../kernel/store-errors';
import { type NewEvent, NO_STREAM } from './event-log';

/** An event in its stored form. */
export interface SerialisedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

const MAX_BYTES = 1024 * 1024;

// Printable ASCII. Names that begin with $ belong to EventStoreDB.
const streamName = /^[!-#%-~][!-~]{0,249}$/;
const typeName = /^[!-#%-~][!-~]{0,99}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Checks arguments before an adapter touches its store, so that all adapters refuse the same calls (invalid ones can
 * crash the EventStoreDB client). Serialises the events immediately: later changes by the caller have no effect.
 * @throws RangeError, EventTooLarge among them
 */
export function checkAppend(stream: string, expectedRevision: number, events: readonly NewEvent[]): SerialisedEvent[] {
  if (!streamName.test(stream)) throw new RangeError(`Not a name of a stream: ${JSON.stringify(stream)}`);
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < NO_STREAM) {
    throw new RangeError(`Not a revision: ${expectedRevision}`);
  }
  if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`);
  const serialised = events.map(serialise);
  if (new Set(serialised.map(({ id }) => id)).size < events.length) throw new RangeError('Two events have the same id');
  for (const part of ['data', 'metadata'] as const) {
    const bytes = serialised.reduce((sum, event) => sum + Buffer.byteLength(event[part]), 0);
    if (bytes > MAX_BYTES)
      throw new EventTooLarge(`The ${part} of the events take ${bytes} bytes, ${MAX_BYTES} are allowed`);
  }
  return serialised;
}

function serialise({ id, type, data, metadata }: NewEvent): SerialisedEvent {
  if (!uuid.test(id)) throw new RangeError(`Not a UUID in lower case: ${JSON.stringify(id)}`);
  if (!typeName.test(type)) throw new RangeError(`Not a type of an event: ${JSON.stringify(type)}`);
  const event = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
  if (event.data === undefined || event.metadata === undefined) throw new RangeError(`${type} lacks data or metadata`);
  return event;
}

/**
 * The number of events to read.
 * @throws RangeError
 */
export function checkLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`Not a limit: ${limit}`);
  return limit;
}
