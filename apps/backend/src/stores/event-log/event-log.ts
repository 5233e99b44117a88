import type { EventMetadata, Message, RecordedEvent } from '@gos/domain';
import type { ByteBudget } from './byte-budget';

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
 * The append-only log of all events, which everything else is made from.
 *
 * - An append is atomic and durable: once it resolved, its events survive a crash of the process and of the machine.
 * - Appends to one stream are ordered by their expected revision; exactly one of several with the same one succeeds.
 * - `readAll` and `readStream` return durable events only, so an answer based on a read alone (to a repeated command, or to one with
 *   nothing to do) still holds after a crash.
 * - An event that cannot be read is an `Unreadable` in its place, so that no reader stops at it.
 * - `readAll` has one total order that never changes: once a position was returned, no event ever appears before it.
 */
export interface EventLog {
  /** Whether positions are consecutive from 1, so that a missing one proves that an event was removed. */
  readonly hasConsecutivePositions: boolean;

  /**
   * Appends all events or none, at least one. At most 1 MiB of data and 1 MiB of metadata as JSON. Names of streams and types are
   * printable ASCII without a leading $, ids are UUIDs in lower case.
   * Appending the same ids at the same revision again writes nothing twice: it resolves as the first time, if the events are the
   * same, or throws WrongExpectedRevision.
   * @param expectedRevision the stream's last revision, NO_STREAM for none
   * @throws WrongExpectedRevision, StoreUnavailable, EventTooLarge; RangeError for other arguments that no store takes
   */
  append(stream: string, expectedRevision: number, events: readonly NewEvent[]): Promise<Appended>;

  /**
   * Appends events that another log recorded, of any streams, at their revisions and in the given order, so that they are the next
   * ones after `after`, the last event of this log (null: it is empty). They get new positions; resolves with the last one, or with
   * `after` for no events. Nobody else may write meanwhile.
   * @throws StoreUnavailable, then the first ones may be written, without a gap; WrongExpectedRevision or OrderBroken when others
   * wrote, then any of them may be, so that only an empty log is of use
   */
  restore(events: readonly RecordedEvent[], after: string | null): Promise<string | null>;

  /**
   * The events of a stream from a revision on (inclusive), all of them when no limit is given; empty when there is no such stream.
   * Fewer when they spend the budget.
   */
  readStream(
    stream: string,
    options?: { from?: number; limit?: number; budget?: ByteBudget },
  ): Promise<RecordedEvent[]>;

  /**
   * The next events after a position (exclusive; null: from the beginning): `limit` of them, fewer only at the end of the log
   * or when they spend the budget.
   * @throws RangeError for a position that this log does not have: it is another log, or has lost events
   */
  readAll(after: string | null, limit: number, budget?: ByteBudget): Promise<RecordedEvent[]>;

  /** The durable event at a position; null when there is none: then the position is of another log, or of events that were lost. */
  at(position: string): Promise<RecordedEvent | null>;

  /**
   * The number of events after one position (null: from the beginning) up to another one. May take as long as reading them.
   * @throws RangeError for positions that this log does not have
   */
  count(after: string | null, upTo: string): Promise<number>;

  /** Position of the last durable event; null for an empty log. */
  end(): Promise<string | null>;

  /**
   * Calls the listener when there may be new events; sometimes without need, and once for several appends. Returns a function that
   * ends it.
   */
  onAppended(listener: () => void): () => void;

  /**
   * Finds out whether the log takes events, without appending any.
   * @throws StoreUnavailable when it does not
   */
  probe(): Promise<void>;

  /**
   * Absent where a server keeps the log.
   * @throws StoreDamaged when its file was found damaged since it was opened
   */
  checkWhole?(): Promise<void>;

  /** Unique id of this log; one restored from a backup gets a new one. */
  identity(): Promise<string>;

  close(): Promise<void>;
}

export const EVENT_LOG = Symbol('EventLog');
