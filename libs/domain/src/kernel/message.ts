/** A moment, ISO 8601 in UTC: `2026-11-21T12:00:00.000Z`. */
export type Instant = string;

/** A day of the installation's calendar: `2026-11-21`. */
export type Day = string;

/** Where a change came from. */
export type Via = 'web' | 'api' | 'webhook' | 'job';

/** What happened, in the past tense. `type` is the wire name for ever; `data` is JSON only. */
export interface Message<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * What every event carries from the first one on. No personal data: people are numbers.
 * `previousHash` is the hash of the stream's previous event (null for the first), `hash` that of this one, SHA-256 in hex
 * over the canonical JSON of stream, revision, id, type, data and metadata without `hash`.
 */
export interface EventMetadata {
  /** The number of the person, or null for the system. */
  readonly actor: number | null;
  readonly at: Instant;
  readonly via: Via;
  readonly correlationId: string;
  /** The id of the event that this one follows from, or of the command. */
  readonly causationId: string;
  readonly schemaVersion: number;
  /** SHA-256 of the command that was sent with an Idempotency-Key; a retry is recognised by the id, another body by this. */
  readonly bodyHash?: string;
  readonly previousHash: string | null;
  readonly hash: string;
}

/** An event as the log gives it back. `revision` counts from 0 within the stream; `position` is opaque, compared as a big integer. */
export interface RecordedEvent<E extends Message = Message> {
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** Compares two positions of the log: below 0 when `a` lies before `b`. */
export function comparePositions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function laterPosition(a: string | null, b: string | null): string | null {
  if (a === null) return b;
  if (b === null) return a;
  return comparePositions(a, b) >= 0 ? a : b;
}

export interface Money {
  /** Decimal with two places, never a float: `12.50`. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}
