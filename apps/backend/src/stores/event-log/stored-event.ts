import type { EventMetadata, RecordedEvent, Unreadable } from '@gos/domain';

/** An event as a store holds it. */
interface StoredEvent extends Omit<RecordedEvent, 'data' | 'metadata'> {
  readonly data: unknown;
  readonly metadata: unknown;
}

const noMetadata: EventMetadata = {
  actor: null,
  at: '1970-01-01T00:00:00.000Z',
  via: 'job',
  correlationId: 'unreadable',
  causationId: 'unreadable',
  schemaVersion: 1,
  previousHash: null,
  hash: '',
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
const isText = (value: unknown) => typeof value === 'string';

/** Checks of the fields that every reader of the log relies on. */
const checks: { readonly [F in keyof EventMetadata]?: (value: unknown) => boolean } = {
  actor: (value) => value === null || Number.isSafeInteger(value),
  at: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  via: isText,
  source: (value) => value === undefined || isText(value),
  correlationId: isText,
  causationId: isText,
  previousHash: (value) => value === null || isText(value),
  hash: isText,
};

/** The fields that can be read; the others have neutral values. */
function metadataOf(stored: unknown): { readonly metadata: EventMetadata; readonly isWhole: boolean } {
  if (!isObject(stored)) return { metadata: noMetadata, isWhole: false };
  const known = stored as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(checks).filter(([field, holds]) => !holds(known[field]));
  const neutral = Object.fromEntries(wrong.map(([field]) => [field, noMetadata[field as keyof EventMetadata]]));
  return { metadata: { ...(stored as EventMetadata), ...neutral }, isWhole: wrong.length === 0 };
}

/** Returns the event; an `Unreadable` in its place where its data are no object, or its metadata lack something. */
export function recordedEvent({ data, metadata: stored, ...event }: StoredEvent): RecordedEvent {
  const { metadata, isWhole } = metadataOf(stored);
  if (isWhole && isObject(data)) return { ...event, data, metadata: stored as EventMetadata };
  const unreadable: Unreadable = { type: 'Unreadable', data: { type: event.type } };
  return { ...event, ...unreadable, metadata };
}

/** The value of a JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
