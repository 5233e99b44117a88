import {
  MongoBulkWriteError,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb';
import { ConfigError } from '../../../kernel/config';
import { StoreUnavailable } from '../../../kernel/store-errors';

export type Outcome = StoreUnavailable['outcome'];

/** Whether the error is a violation of a unique index, `_id` included. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

export const DUPLICATE_KEY = 11_000;
const NOT_LET_IN = 18;
const [LOCK_TIMEOUT, MAX_TIME_EXPIRED, EXCEEDED_TIME_LIMIT] = [24, 50, 262];
const WRITE_CONCERN_TIMEOUT = 64;
const [TEMPORARILY_UNAVAILABLE, RATE_LIMIT_EXCEEDED] = [365, 462];
const DISK_FULL = 14_031;

/** Messages of the driver for a command that was not sent, for lack of a server or a connection. */
const unsent = new Set([
  'MongoServerSelectionError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoNotConnectedError',
]);

/**
 * Error codes of servers that have not begun: not the primary, disk full, a lock that was not given (24, 46), too much to
 * do (365, 462).
 */
const refusing = new Set<unknown>([
  ...[10_107, 13_435, 13_436, 10_058, DISK_FULL],
  ...[LOCK_TIMEOUT, 46, TEMPORARILY_UNAVAILABLE, RATE_LIMIT_EXCEEDED],
]);
/**
 * Error codes of servers that fail inside (1, 8), shut down, lose other members or time out, and of one that was replaced and does not
 * know the cursor.
 */
const failing = new Set<unknown>([
  ...[
    1,
    6,
    7,
    8,
    43,
    MAX_TIME_EXPIRED,
    WRITE_CONCERN_TIMEOUT,
    89,
    91,
    133,
    134,
    175,
    189,
    202,
    237,
    EXCEEDED_TIME_LIMIT,
  ],
  ...[9_001, 11_600, 11_601, 11_602],
]);
/** Labels of what would go well another time, whatever its code. */
const passing = [
  'RetryableWriteError',
  'TransientTransactionError',
  'ResumableChangeStreamError',
  'RetryableError',
  'SystemOverloadedError',
];

const sentences = new Map<unknown, string>([
  [DISK_FULL, 'The disk of the database is full'],
  ...[LOCK_TIMEOUT, MAX_TIME_EXPIRED, EXCEEDED_TIME_LIMIT].map(
    (code) => [code, 'It took the database too long'] as const,
  ),
  ...[TEMPORARILY_UNAVAILABLE, RATE_LIMIT_EXCEEDED].map((code) => [code, 'The database has too much to do'] as const),
  [WRITE_CONCERN_TIMEOUT, 'Too few members of the database confirm the change'],
]);

/**
 * The error for the caller of a failed call: StoreUnavailable, or ConfigError when no repetition helps. Undefined when
 * the store is not at fault.
 */
export function failureOf(error: unknown, outcome: () => Outcome): StoreUnavailable | ConfigError | undefined {
  if (isOfVersion(error)) {
    return new ConfigError(
      'MONGODB_URL names a server of a version that cannot be used: MongoDB 6 or later is needed.',
    );
  }
  if (!isAtFault(error)) return undefined;
  const sentence = (error instanceof MongoError && sentences.get(codeOf(error))) || 'The database does not answer';
  return new StoreUnavailable(sentence, outcome(), { cause: error });
}

export function isNotLetIn(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === NOT_LET_IN;
}

/** Whether it says that nothing was written, also when it was sent. */
export function wasNotWritten(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  if (unsent.has(error.name) || error.hasErrorLabel('HandshakeError') || error.hasErrorLabel('NoWritesPerformed'))
    return true;
  return refusing.has(error.code);
}

/** Whether a write that a server only began to confirm waits for its members. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof MongoError && codeOf(error) === WRITE_CONCERN_TIMEOUT;
}

export function isAtFault(error: unknown): boolean {
  if (!(error instanceof MongoError)) return isOfSocket(error);
  if (error instanceof MongoNetworkError || error.name === 'MongoWriteConcernError' || unsent.has(error.name))
    return true;
  // The driver wraps an error that concerns a whole batch.
  if (error instanceof MongoBulkWriteError && (error.result?.getWriteConcernError() || isAtFault(error.errorResponse)))
    return true;
  // A write was interrupted, and the server that is there now accepts no retry.
  if (error.message === 'Selected server does not support retryable writes') return true;
  return refusing.has(error.code) || failing.has(error.code) || passing.some((label) => error.hasErrorLabel(label));
}

/** The server's version is not compatible with the driver. It is reported as a server that cannot be found. */
function isOfVersion(error: unknown): boolean {
  if (error instanceof MongoCompatibilityError) return true;
  if (!(error instanceof MongoServerSelectionError)) return false;
  const servers = [...(error.reason?.servers.values() ?? [])];
  return servers.length > 0 && servers.every((server) => server.error instanceof MongoCompatibilityError);
}

function codeOf(error: MongoError): unknown {
  if (error instanceof MongoWriteConcernError) return error.result.writeConcernError.code ?? error.code;
  if (error instanceof MongoBulkWriteError) return error.result?.getWriteConcernError()?.code ?? error.code;
  return error.code;
}

/** Node's error codes for a socket that was closed before the write; such errors name no system call. */
const ended = new Set<unknown>(['EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED']);

/** A connection that breaks during a write fails with the socket's error, not with one of the driver's. */
function isOfSocket(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return 'syscall' in error || ('code' in error && ended.has(error.code));
}
