import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { hasMongoServer, MongoServer } from './mongo.server';
import { describeWithServer } from './server-tests';

export { MongoServer };

/** Describes a suite that starts a MongoDB server. */
export function describeWithMongoServer(name: string, suite: () => void): void {
  describeWithServer('a MongoDB server', hasMongoServer, name, suite);
}

/**
 * Describes a suite over a test server and, where MONGODB_URL is set, over that one. The database is the run's own and is dropped at
 * the end.
 */
export function describeOnMongo(name: string, suite: (options: () => { url: string; database: string }) => void): void {
  describeWithMongoServer(`${name} on a test server`, () => {
    let server: MongoServer;
    beforeAll(async () => {
      server = await MongoServer.start();
    });
    afterAll(() => server?.stop());
    suite(() => ({ url: server.url, database: 'gos_test' }));
  });
  const url = process.env.MONGODB_URL;
  if (url === undefined) return;
  describe(`${name} on the server of MONGODB_URL`, () => {
    const database = `gos_test_${randomUUID().replaceAll('-', '')}`;
    afterAll(async () => {
      const client = new MongoClient(url);
      await client.db(database).dropDatabase();
      await client.close();
    });
    suite(() => ({ url, database }));
  });
}
