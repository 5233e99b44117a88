import type { EventMetadata, Message, RecordedEvent } from '@gos/domain';

/** Revision to expect of a stream that must not exist yet. */
export const NO_STREAM = -1;

/** An event as it is handed to the log: the id is the caller's, the metadata is complete with its hashes. */
export interface NewEvent<E extends Message = Message> {
  readonly id: string;
  readonly type: E['type'];
  readonly data: E['data'];
  readonly metadata: EventMetadata;
}

export interface Appended {
  /** Revision in the stream of the last event of this append. */
  readonly revision: number;
  /** Position in the log of the last event of this append. */
  readonly position: string;
}

/**
 * The log: the truth of an installation, appended to and never changed.
 *
 * - An append is atomic and durable: once it resolved, its events survive a crash of the process and of the machine.
 * - Appends to one stream are ordered by their expected revision; exactly one of several with the same one succeeds.
 * - What `readAll` and `readStream` give is durable: an answer that rests on it alone (a repeated command, one with nothing to do)
 *   holds after a crash.
 * - `readAll` gives one total order that never changes and has no gaps: once a position was given, nothing ever appears before it.
 */
export interface EventLog {
  /** Whether positions are 1, 2, 3 and so on, so that one that is not there tells of a removed event. */
  readonly hasConsecutivePositions: boolean;

  /**
   * Appends all events or none, at least one. At most 1 MiB of data and 1 MiB of metadata as JSON. Names of streams and types are
   * printable ASCII without a leading $, ids are UUIDs in lower case.
   * When it resolves, exactly these events are in the log. The same ids at the same revision again are never written twice: it
   * resolves as the first time when they were these events, or throws WrongExpectedRevision.
   * @param expectedRevision the stream's last revision, NO_STREAM for none
   * @throws WrongExpectedRevision, StoreUnavailable, EventTooLarge; RangeError for other arguments that no store takes
   */
  append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended>;

  /**
   * Appends events that another log recorded, of any streams, at their revisions and in their order: of one that was written, all before
   * it were too. Their positions are made anew; answers the last one, null for none. One that is there already, with its id, is refused or passed over.
   * @throws WrongExpectedRevision, StoreUnavailable; then some of the first ones may be written
   */
  restore(events: readonly RecordedEvent[]): Promise<string | null>;

  /** The events of a stream from a revision on (inclusive), all of them when no limit is given; empty when there is no such stream. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]>;

  /**
   * The next events of the whole log after a position (exclusive; null is the beginning): `limit` of them, fewer only at its end.
   * @throws RangeError for a position beyond the end: the log is another one, or lost a part
   */
  readAll(after: string | null, limit: number): Promise<RecordedEvent[]>;

  /** Position of the last durable event; null for an empty log. */
  end(): Promise<string | null>;

  /** Calls the listener when there may be more: without content, possibly for nothing, once for several appends. Returns how to stop it. */
  onAppended(listener: () => void): () => void;

  /** Names this very log; another one, also a restored one, has another name. */
  identity(): Promise<string>;

  close(): Promise<void>;
}

export const EVENT_LOG = Symbol('EventLog');
