import { afterEach, describe, expect, it } from '@jest/globals';
import { type Document, Long } from 'mongodb';
import { ConfigError } from '../../../kernel/config';
import { type Asked, type Said, ScriptedMongo } from '../../../testing/servers/mongo.script';
import { MongoConnection, type MongoOptions } from './connection';

const failed = (code: number, ...errorLabels: string[]): Document => ({ ok: 0, code, errmsg: 'it is so', errorLabels });
const [NOT_PRIMARY, SHUTTING_DOWN] = [10_107, 91];
const retryable = 'RetryableWriteError';
const standalone = { setName: undefined, hosts: undefined, me: undefined, primary: undefined };
const stepsDown = { isWritablePrimary: false, secondary: true, primary: undefined };

describe('MongoConnection to a server that answers as the test says', () => {
  let server: ScriptedMongo;
  let connection: MongoConnection;
  afterEach(async () => {
    await connection.close();
    await server.stop();
  });

  async function connected(says: (asked: Asked) => Said | undefined, options: Partial<MongoOptions> = {}) {
    server = await ScriptedMongo.start(says);
    connection = new MongoConnection({ url: server.url, serverSelectionTimeoutMS: 2_000, ...options });
  }
  const update = () => connection.write((db) => db.collection('c').updateOne({ n: 1 }, { $set: { n: 2 } }));
  const named = (name: string) => server.asked.filter((asked) => asked.name === name).map(({ command }) => command);

  it('sends a write again that was cut off, as the one that it was', async () => {
    const answers: (Said | undefined)[] = ['cut'];
    await connected(({ name }) => (name === 'update' ? (answers.shift() ?? { n: 1, nModified: 1 }) : undefined));
    expect(await update()).toMatchObject({ modifiedCount: 1 });
    const [first, second] = named('update');
    expect(first!.txnNumber).toBeDefined();
    expect([second!.txnNumber, second!.lsid]).toEqual([first!.txnNumber, first!.lsid]);
  });

  it('numbers no write for a standalone server, and sends none again', async () => {
    await connected(({ name }) => (name === 'hello' ? standalone : name === 'update' ? 'cut' : undefined));
    await connection.close();
    connection = new MongoConnection({ url: server.url.replace('replicaSet=rs', 'directConnection=true') });
    await expect(update()).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'unknown' });
    expect(named('update')).toHaveLength(1);
    expect(named('update')[0]).not.toHaveProperty('txnNumber');
  });

  it.each<[string, readonly Said[], string]>([
    ['not the primary, twice', [failed(NOT_PRIMARY, retryable), failed(NOT_PRIMARY, retryable)], 'not-written'],
    ['cut off, then not the primary', ['cut', failed(NOT_PRIMARY, retryable)], 'unknown'],
    ['cut off, then nothing done', ['cut', failed(NOT_PRIMARY, retryable, 'NoWritesPerformed')], 'unknown'],
    ['shutting down, twice', [failed(SHUTTING_DOWN, retryable), failed(SHUTTING_DOWN, retryable)], 'unknown'],
    ['shutting down, before it began', [failed(SHUTTING_DOWN, 'NoWritesPerformed')], 'not-written'],
    ['shutting down, then too much to do', [failed(SHUTTING_DOWN, retryable), failed(462)], 'unknown'],
    ['a lock that it does not get', [failed(24)], 'not-written'],
    ['a lock that is busy', [failed(46)], 'not-written'],
    ['too much to do', [failed(365)], 'not-written'],
    ['too many requests', [failed(462)], 'not-written'],
    ['no answer of another member', [failed(202)], 'unknown'],
    ['an internal error', [failed(1)], 'unknown'],
    ['an unknown error', [failed(8)], 'unknown'],
    ['an unknown code that is said to pass', [failed(99_999, retryable), failed(99_999, retryable)], 'unknown'],
    ['an unknown code of a transaction', [failed(99_998, 'TransientTransactionError')], 'unknown'],
    ['an unknown code of a stream', [failed(99_997, 'ResumableChangeStreamError')], 'unknown'],
    ['too few members', [{ n: 1, writeConcernError: { code: 64, errmsg: 'timed out' } }], 'unknown'],
  ])('knows the outcome of a write: %s', async (_, says, outcome) => {
    const answers = [...says];
    await connected(({ name }) => (name === 'update' ? answers.shift() : undefined));
    await expect(update()).rejects.toMatchObject({ name: 'StoreUnavailable', outcome });
    expect(answers).toEqual([]);
  });

  it('does not take a write for unwritten that was cut off, and sent again to nobody', async () => {
    let isPrimary = true;
    await connected(({ name }) => {
      if (name === 'hello') return isPrimary ? undefined : stepsDown;
      if (name !== 'update') return undefined;
      isPrimary = false;
      return 'cut';
    });
    await expect(update()).rejects.toMatchObject({ outcome: 'unknown', cause: { name: 'MongoServerSelectionError' } });
    // The next one was never sent.
    await expect(update()).rejects.toMatchObject({ outcome: 'not-written' });
    expect(named('update')).toHaveLength(1);
  });

  it.each([
    [50, 'It took the database too long'],
    [262, 'It took the database too long'],
    [365, 'The database has too much to do'],
    [14_031, 'The disk of the database is full'],
    [11_602, 'The database does not answer'],
  ])('says what is wrong: code %i', async (code, message) => {
    await connected(({ name }) => (name === 'find' ? failed(code) : undefined));
    const find = connection.read((db, left) => db.collection('c').findOne({}, left()));
    await expect(find).rejects.toMatchObject({ name: 'StoreUnavailable', message, outcome: 'not-written' });
  });

  it('tells the server how long a read may take: less than the client waits, and less the later it comes', async () => {
    const cursor = { id: Long.ZERO, ns: 'gos.c', firstBatch: [] };
    await connected(({ name }) => (name === 'find' ? { cursor } : undefined), { callTimeoutMS: 2_000 });
    await connection.read(async (db, left) => {
      for (let n = 0; n < 3; n++) {
        await db.collection('c').findOne({}, left());
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const limits = named('find').map(({ maxTimeMS }) => maxTimeMS as number);
    expect(limits).toEqual([...limits].sort((a, b) => b - a));
    expect(limits[0]).toBeLessThanOrEqual(1_700);
    expect(limits[2]).toBeLessThan(limits[0]!);
  });

  it('answers in time, however often the driver tries', async () => {
    await connected(({ name }) => (name === 'find' || name === 'update' ? 'silence' : undefined), {
      callTimeoutMS: 500,
      socketTimeoutMS: 5_000,
    });
    const began = performance.now();
    const calls = [connection.read((db, left) => db.collection('c').findOne({}, left())), update()];
    const outcomes = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
    expect(outcomes).toMatchObject([{ outcome: 'not-written' }, { outcome: 'unknown' }]);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('says that a server is too old, and not that it does not answer', async () => {
    await connected(({ name }) => (name === 'hello' ? { maxWireVersion: 6 } : undefined));
    const failure = await connection.open().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({
      message: 'MONGODB_URL names a server of a version that cannot be used: MongoDB 6 or later is needed.',
    });
  });
});
