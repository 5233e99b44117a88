/** An instant, ISO 8601 in UTC: `2026-11-21T12:00:00.000Z`. */
export type Instant = string;

/** A calendar day in the installation's time zone: `2026-11-21`. */
export type Day = string;

/** The channels through which commands come. */
export const vias = ['web', 'api', 'webhook', 'job'] as const;
export type Via = (typeof vias)[number];

/** The API token or incoming webhook that a command came through: `token-ID`, `webhook-5`. */
export type Source = `token-${string}` | `webhook-${number}`;

/** An event, named in the past tense. `type` is stored and never renamed; `data` is JSON only. */
export interface Message<Type extends string = string, Data = unknown> {
  readonly type: Type;
  readonly data: Data;
}

/**
 * Metadata of every event. No personal data: people are referred to by id. `previousHash` is the hash of the stream's previous
 * event (null for the first); `hash` is SHA-256 in hex over the canonical JSON of stream, revision, id, type, data and metadata
 * without `hash`.
 */
export interface EventMetadata {
  /** The person's id, or null for the system. */
  readonly actor: number | null;
  readonly at: Instant;
  readonly via: Via;
  /** Absent where there was none, and in events from before sources were recorded. */
  readonly source?: Source;
  readonly correlationId: string;
  /** The id of the event or command that caused this event. */
  readonly causationId: string;
  readonly schemaVersion: number;
  /**
   * SHA-256 of a command sent with an Idempotency-Key. The event id recognises the retry, this hash a different body under the
   * same key.
   */
  readonly bodyHash?: string;
  readonly previousHash: string | null;
  readonly hash: string;
}

/** An event read from the log. `revision` counts from 0 within the stream; `position` is opaque, compared as a big integer. */
export interface RecordedEvent<E extends Message = Message> {
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

/** Compares two log positions: negative when `a` is before `b`. */
export function comparePositions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a position is before another; null is before every position. */
export const isPositionBefore = (a: string | null, b: string | null): boolean =>
  b !== null && (a === null || comparePositions(a, b) < 0);

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
