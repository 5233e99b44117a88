import { EventTooLarge, StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { NO_STREAM } from './event-log';

/** What errors of the client may have; "Error" is all that many of them say. */
interface StoreError {
  readonly type?: string;
  readonly code?: number;
  readonly message?: string;
  readonly actualVersion?: bigint | string;
}

const [cancelled, unknown, unavailable] = [1, 2, 14];

/** Names an error for a person: the client's own messages are often empty. */
function sentenceOf(doing: string, error: unknown): string {
  const { type, code, message } = error as StoreError;
  const known = [type ?? (code === unavailable ? 'unavailable' : undefined), code !== undefined && `code ${code}`];
  const about = known.filter(Boolean).join(', ');
  return `${doing}${about && ` (${about})`}${message && message !== 'Error' ? `: ${message}` : ''}`;
}

/** What became of an append. Whatever is not clearly a refusal may have been written: a stopping server looks like anything. */
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

/** After these the client looks up anew what the server can do; any other failure it remembers for its life. */
export function isLookupForgotten(error: unknown): boolean {
  const { code } = error as StoreError;
  return code === unavailable || code === cancelled;
}

export function isStreamNotFound({ cause }: Error): boolean {
  return (cause as StoreError | undefined)?.type === 'stream-not-found';
}

/** A position that is none in this log is answered by an exception without a name. */
export function isOffBoundary({ cause }: Error): boolean {
  const { code, message } = (cause ?? {}) as StoreError;
  return code === unknown && message !== undefined && message.includes('ReadAllResult');
}
