import { MongoClient, type MongoClientOptions } from 'mongodb';
import { ConfigError } from '../../../kernel/config';

export interface MongoOptions {
  /** A connection string: mongodb:// or mongodb+srv://. */
  readonly url: string;
  /** By default the database that the connection string names, else `gos`. */
  readonly database?: string;
  /** How long a call waits for a usable server. */
  readonly serverSelectionTimeoutMS?: number;
  /** How long a call waits for any response of the server. */
  readonly socketTimeoutMS?: number;
  /** How long a call takes at most, whatever it consists of. */
  readonly callTimeoutMS?: number;
}

export const longestCommandMs = 7_000;

/** How long a write waits until a majority has it: a server without enough members says so, in less than a call takes. */
const wtimeoutMS = 5_000;

/**
 * Options that the address may not set, in lower case: of durability, read freshness, timeouts and value decoding, each
 * with its other names. The driver lets an address override nested options, and by other names flat ones too.
 */
const own = new Set([
  ...['w', 'j', 'journal', 'fsync', 'wtimeout', 'wtimeoutms', 'writeconcern', 'retrywrites', 'retryreads'],
  ...['readconcern', 'readconcernlevel', 'readpreference', 'readpreferencetags', 'maxstalenessseconds'],
  ...['serverselectiontimeoutms', 'connecttimeoutms', 'waitqueuetimeoutms', 'sockettimeoutms', 'timeoutms'],
  ...['promotelongs', 'promotevalues', 'promotebuffers', 'usebigint64', 'bsonregexp', 'raw', 'fieldsasraw'],
  ...['ignoreundefined', 'serializefunctions', 'checkkeys', 'forceserverobjectid', 'pkfactory', 'enableutf8validation'],
  ...['appname', 'monitorcommands'],
]);

/**
 * Returns a client that does not connect yet, with all options that the adapters need, whatever the address says.
 * @param monitorCommands emits an event for each command, for which the driver reads every answer once more
 */
export function clientOf(
  { url, serverSelectionTimeoutMS = 3_000, socketTimeoutMS = longestCommandMs }: MongoOptions,
  monitorCommands = false,
): MongoClient {
  const options: MongoClientOptions = {
    appName: 'gos',
    // A write or read that an election interrupts is sent again where the server recognises it. The driver does not
    // retry on standalone servers.
    retryWrites: true,
    retryReads: true,
    writeConcern: { w: 'majority', journal: true, wtimeoutMS },
    readConcern: { level: 'majority' },
    readPreference: 'primary',
    ignoreUndefined: true,
    serverSelectionTimeoutMS,
    connectTimeoutMS: serverSelectionTimeoutMS,
    waitQueueTimeoutMS: serverSelectionTimeoutMS,
    socketTimeoutMS,
    monitorCommands,
  };
  return new MongoClient(withoutOwn(url), options);
}

function withoutOwn(url: string): string {
  const [, address = url, query = ''] = /^([^?]*)\?(.*)$/s.exec(url) ?? [];
  const kept = query.split('&').filter((one) => !own.has(decoded(one.split('=')[0]!).toLowerCase()));
  return kept.join('') === '' ? address : `${address}?${kept.join('&')}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Checks the connection string. The driver's own message is dropped, since it may repeat a password.
 * @throws ConfigError
 */
export function assertUsable(options: MongoOptions): void {
  try {
    clientOf(options);
  } catch (error) {
    const [unknown] = /options? [\w, ]+ (is|are) not supported$/.exec((error as Error).message) ?? [];
    const form = 'it must look like mongodb://USER:PASSWORD@host:27017/gos, with percent-encoded characters';
    throw new ConfigError(`MONGODB_URL cannot be used: ${unknown ?? form}.`);
  }
}

/** The database that a connection string names; the driver would default to `test`. */
export function databaseOf(url: string): string | undefined {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return name && decodeURIComponent(name);
}
