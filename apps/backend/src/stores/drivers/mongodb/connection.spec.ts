import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MongoServerError } from 'mongodb';
import { ConfigError } from '../../../kernel/config';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { Gate } from '../../../testing/servers/gate';
import { describeWithMongoServer, MongoServer } from '../../../testing/servers/mongo';
import { MongoConnection } from './connection';

/** Returns the result of a write on a socket in the given state. */
async function writtenAfter(state: (socket: Socket, other: Socket) => Promise<unknown>): Promise<unknown> {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const socket = dial((server.address() as { port: number }).port, '127.0.0.1');
  const [other] = (await accepted) as [Socket];
  await once(socket, 'ready');
  socket.on('error', () => {});
  await state(socket, other);
  const error = await new Promise((resolve) => socket.write('find', resolve));
  socket.destroy();
  other.destroy();
  server.close();
  return error;
}

describe('a connection string', () => {
  it.each([
    'mongodb://gos:s3cret@db:27017:1/gos',
    'mongodb://gos:s3cret@@db/gos',
    'mongodb://gos:s3cret@db:port/gos',
    'mongodb://gos:s3cret@db/?colour=red',
    'mongodb://db/?w=1&tls=perhaps',
  ])('that cannot be used is refused in one sentence that repeats no secret: %s', (url) => {
    let said = '';
    try {
      new MongoConnection({ url });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      said = (error as Error).message;
    }
    expect(said).toMatch(/^MONGODB_URL cannot be used: [^\n]+\.$/);
    expect(said).not.toContain('s3cret');
  });
});

describeWithMongoServer('MongoConnection', () => {
  let server: MongoServer;
  let connection: MongoConnection;
  beforeAll(async () => {
    server = await MongoServer.start();
    connection = new MongoConnection({ url: server.url });
    await connection.open();
  });
  afterAll(async () => {
    await connection?.close();
    await server?.stop();
  });

  describe('of a connection that broke before a command was written', () => {
    it.each<[string, (socket: Socket, other: Socket) => Promise<unknown>]>([
      [
        'the other party has ended it',
        (socket, other) => {
          socket.resume();
          const ended = once(socket, 'end');
          other.end();
          return ended;
        },
      ],
      ['it is ended on this side', async (socket) => socket.end()],
      ['it is destroyed', async (socket) => socket.destroy()],
    ])('says that the database does not answer: %s', async (_, state) => {
      const error = await writtenAfter(state);
      expect(error).toHaveProperty('code');
      const fail = () => Promise.reject(error);
      const failures = await Promise.all(
        [connection.read(fail), connection.write(fail)].map((call) => call.catch((e) => e)),
      );
      for (const failure of failures) expect(failure).toBeInstanceOf(StoreUnavailable);
      expect(failures).toMatchObject([
        { message: 'The database does not answer', outcome: 'not-written', cause: error },
        { message: 'The database does not answer', outcome: 'unknown', cause: error },
      ]);
    });
  });

  it.each([
    ['not the primary nor a secondary', 13_436, 'not-written'],
    ['started anew while a cursor was read', 43, 'unknown'],
    ['without a primary', 133, 'unknown'],
    ['interrupted', 11_601, 'unknown'],
  ])('says that the database does not answer when the server is %s', async (_, code, outcome) => {
    const fail = () => Promise.reject(new MongoServerError({ ok: 0, code, errmsg: 'it is so' }));
    await expect(connection.read(fail)).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    await expect(connection.write(fail)).rejects.toMatchObject({ name: 'StoreUnavailable', outcome });
  });

  it('gives up what it was still writing when the server fell silent, and goes on', async () => {
    const gate = await Gate.to(server.address);
    const through = new MongoConnection({
      url: `mongodb://${gate.address}/?directConnection=true`,
      serverSelectionTimeoutMS: 1_000,
      socketTimeoutMS: 1_000,
      callTimeoutMS: 3_000,
    });
    await through.open();
    const large = Array.from({ length: 40 }, (_, n) => ({ n, text: 'x'.repeat(1_000_000) }));
    gate.standStill();
    await expect(through.write((db) => db.collection('large').insertMany(large))).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'unknown',
    });
    expect(await through.read((db) => db.collection('large').countDocuments({ n: -1 }))).toBe(0);
    await through.close();
    await gate.close();
  });

  it('leaves errors alone that are not the database’s fault', async () => {
    const mistake = new TypeError('documents is not iterable');
    await expect(connection.read(() => Promise.reject(mistake))).rejects.toBe(mistake);
    const refused = await connection
      .read((db) => db.command({ noSuchCommand: 1 }))
      .catch((error: MongoServerError) => error);
    expect(refused).not.toBeInstanceOf(StoreUnavailable);
  });
});
