import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { comparing, NotCompared, onlyCompared } from '../../../kernel/connections';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { Gate } from '../../../testing/servers/gate';
import { describeWithMongoServer, MongoServer } from '../../../testing/servers/mongo';
import { MongoConnection } from './connection';

describeWithMongoServer('MongoConnection before its server was compared', () => {
  let own: MongoServer;
  let another: MongoServer;
  let gate: Gate;
  let database: string;
  let connection: MongoConnection;

  beforeAll(async () => {
    [own, another] = await Promise.all([MongoServer.start(), MongoServer.start()]);
  });
  beforeEach(async () => {
    gate = await Gate.to(own.address);
    database = crypto.randomUUID();
    const url = `mongodb://${gate.address}/${database}?directConnection=true`;
    connection = new MongoConnection({ url }, (db) => db.collection('prepared').insertOne({}));
  });
  afterEach(async () => {
    await connection.close();
    await gate.close();
  });
  afterAll(() => Promise.all([own?.stop(), another?.stop()]));

  const write = (text: string) =>
    onlyCompared(() => connection.write((db) => db.collection<{ _id: string }>('texts').insertOne({ _id: text })));
  const compare = () => comparing(() => connection.read(async (db) => void (await db.collection('marks').findOne({}))));

  async function collectionsIn({ url }: MongoServer): Promise<string[]> {
    const client = new MongoClient(url);
    try {
      const found = await client.db(database).listCollections().toArray();
      return found.map(({ name }) => name).sort();
    } finally {
      await client.close();
    }
  }

  it('a call is not sent over a connection that was not compared', async () => {
    await expect(write('a')).rejects.toBeInstanceOf(NotCompared);
    await compare();
    await write('a');
    await write('b');
  });

  it('nothing reaches another server, not even what is prepared, until it was compared', async () => {
    await compare();
    await write('a');
    gate.turnTo(another.address);
    // The first one may meet a connection that has ended.
    for (let n = 0; n < 3; n++) await expect(write('b')).rejects.toBeInstanceOf(StoreUnavailable);
    await comparing(async () => {
      await connection.read(async (db) => void (await db.collection('marks').findOne({})));
      throw new Error('another one');
    }).catch(() => {});
    await expect(write('b')).rejects.toBeInstanceOf(NotCompared);
    expect(await collectionsIn(another)).toEqual([]);
    gate.turnTo(own.address);
    await expect(write('b')).rejects.toBeInstanceOf(StoreUnavailable);
    await compare();
    await write('b');
    expect(await collectionsIn(another)).toEqual([]);
  });

  it('nothing is prepared before it was compared', async () => {
    await expect(write('a')).rejects.toBeInstanceOf(NotCompared);
    await compare();
    expect(await collectionsIn(own)).toEqual([]);
    await write('a');
    expect(await collectionsIn(own)).toEqual(['prepared', 'texts']);
  });

  it('what is neither compared nor kept from it goes over any connection', async () => {
    await connection.write((db) => db.collection('texts').insertOne({}));
  });
});
