import { EventTooLarge, StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { NO_STREAM } from './event-log';

/** The fields that the client's errors may have; the message of many is just "Error". */
interface StoreError {
  readonly type?: string;
  readonly code?: number;
  readonly message?: string;
  readonly actualVersion?: bigint | string;
}

const [cancelled, unknown, unavailable] = [1, 2, 14];

/** Describes an error for the log and the operator: the client's own messages are often empty. */
function sentenceOf(doing: string, error: unknown): string {
  const { type, code, message } = error as StoreError;
  const known = [type ?? (code === unavailable ? 'unavailable' : undefined), code !== undefined && `code ${code}`];
  const about = known.filter(Boolean).join(', ');
  return `${doing}${about && ` (${about})`}${message && message !== 'Error' ? `: ${message}` : ''}`;
}

/**
 * The error for a failed append. Anything that is not clearly a refusal has an unknown outcome: a stopping server fails
 * in many ways.
 */
export function appendFailure(stream: string, expected: number, error: unknown): Error {
  if (error instanceof StoreUnavailable) return error;
  const { type, actualVersion } = error as StoreError;
  switch (type) {
    case 'wrong-expected-version':
      return new WrongExpectedRevision(
        stream,
        expected,
        typeof actualVersion === 'bigint' ? Number(actualVersion) : NO_STREAM,
      );
    case 'maximum-append-size-exceeded':
      return new EventTooLarge(`The events for ${stream} are too large for the event store`);
    case 'stream-deleted':
      return streamDeleted(stream);
    case 'access-denied':
      return new StoreUnavailable('The event store refuses the credentials of EVENTSTOREDB_URL', 'not-written', {
        cause: error,
      });
    default:
      return new StoreUnavailable(sentenceOf('The event store may or may not have written', error), 'unknown', {
        cause: error,
      });
  }
}

export function streamDeleted(stream: string): Error {
  return new Error(`Stream ${stream} was deleted in the event store; nothing of an installation may be`);
}

export function readFailure(error: unknown): Error {
  return new StoreUnavailable(sentenceOf('The event store cannot be read', error), 'not-written', { cause: error });
}

export function lookupFailure(error: unknown): Error {
  return new StoreUnavailable(sentenceOf('The event store cannot be reached', error), 'not-written', { cause: error });
}

/** Errors after which the client repeats its feature lookup; it caches all others for its lifetime. */
export function isLookupForgotten(error: unknown): boolean {
  const { code } = error as StoreError;
  return code === unavailable || code === cancelled;
}

export function isStreamNotFound({ cause }: Error): boolean {
  return (cause as StoreError | undefined)?.type === 'stream-not-found';
}

/** EventStoreDB answers a position that is not an event's with an unnamed exception. */
export function isOffBoundary({ cause }: Error): boolean {
  const { code, message } = (cause ?? {}) as StoreError;
  return code === unknown && message !== undefined && message.includes('ReadAllResult');
}
