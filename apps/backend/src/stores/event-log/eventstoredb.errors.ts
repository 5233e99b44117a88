import { EventTooLarge, StoreUnavailable, WrongExpectedRevision } from '../../kernel/store-errors';
import { NO_STREAM } from './event-log';

/** The fields that the client's errors may have; the message of many is just "Error". */
interface StoreError {
  readonly type?: string;
  readonly code?: number;
  readonly message?: string;
  readonly actualVersion?: bigint | string;
}

const [cancelled, unknown, permissionDenied, unavailable, unauthenticated] = [1, 2, 7, 14, 16];

const rights = 'docs/operations.md says which rights it needs and how to give them';

/**
 * Errors that fail every call until somebody changes something, by the message of the client or the system; each with
 * its remedy.
 */
const hindrances: readonly (readonly [RegExp, string])[] = [
  [
    /self[- ]signed certificate|unable to (?:verify the first|get (?:local )?issuer) certificate/,
    "The event store's certificate is signed by nobody who is trusted here: name the certificate of its authority in EVENTSTOREDB_URL, as tlsCAFile=FILE",
  ],
  [
    /does not match certificate's altnames/,
    "The event store's certificate is for another name than that in EVENTSTOREDB_URL: use the name of the certificate, or give the server one for this name",
  ],
  [/certificate has expired/, "The event store's certificate has expired: give the server a new one"],
  [
    /certificate is not yet valid/,
    "The event store's certificate is not valid yet: compare the clocks of the two machines",
  ],
  [
    /wrong version number|packet length too long/,
    'EVENTSTOREDB_URL requires TLS, and the server there has none: add tls=false, or give the server a certificate',
  ],
  [
    /Failed to connect|No connection established\. Last error: (?:Error: )?(?:read|write) (?:ECONNRESET|EPIPE)/,
    'The event store hangs up at once: where it has TLS, tls=false must not stand in EVENTSTOREDB_URL, and where it has none, it must',
  ],
  [
    /Name resolution failed|ENOTFOUND|EAI_AGAIN/,
    'The name of the host in EVENTSTOREDB_URL is not found: correct it, or what resolves names on this machine',
  ],
  [
    /ECONNREFUSED/,
    'Nobody listens where EVENTSTOREDB_URL points to: start the event store, or correct the host and the port',
  ],
  [
    /Channel closed before call started/,
    'The event store accepts connections and does not answer: restart that node, or wait for another leader',
  ],
  [/Leader info available/, 'The event store has another leader now'],
  [/Server Is Not Ready|No leader info/, 'The event store is not ready: it is starting, or electing a leader'],
  [/Failed to discover/, 'No node that EVENTSTOREDB_URL names knows a leader: most nodes of the cluster have to run'],
];

/** Describes an error for the log and the operator, without what changes each time: it is said once while it lasts. */
function sentenceOf(doing: string, error: unknown): string {
  const { type, code, message = '' } = error as StoreError;
  if (code === unauthenticated) {
    return 'The event store does not know the user of EVENTSTOREDB_URL by this password: correct USER:PASSWORD in it, with percent-encoded characters';
  }
  if (type === 'access-denied' || code === permissionDenied) {
    return `The event store denies access to the user of EVENTSTOREDB_URL, or there is none in it: ${rights}`;
  }
  for (const [said, sentence] of hindrances) if (said.test(message)) return sentence;
  const known = [type ?? (code === unavailable ? 'unavailable' : undefined), code !== undefined && `code ${code}`];
  const about = known.filter(Boolean).join(', ');
  const more = message
    .replace(/^\d+ [A-Z_]+: (?:No connection established\. Last error: (?:Error: )?)?/, '')
    .replace(/ ?\(\d{4}-\d\d-\d\dT[^)]*\)/g, '')
    .replace(/\.? Resolution note: ?$/, '');
  return `${doing}${about && ` (${about})`}${more && more !== 'Error' ? `: ${more}` : ''}`;
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
      return new StoreUnavailable(sentenceOf('', error), 'not-written', { cause: error });
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

/** Whether the client found no leader among the nodes that it knows. */
export function isUndiscovered(error: unknown): boolean {
  return /^Failed to discover/.test((error as StoreError).message ?? '');
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
