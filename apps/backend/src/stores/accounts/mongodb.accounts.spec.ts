import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnMongo, describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import { describeAccountsContract } from './accounts.contract';
import { MongoAccounts } from './mongodb.accounts';

describeOnMongo('MongoAccounts', (options) => {
  describeAccountsContract('MongoAccounts', async () => new MongoAccounts(options()));
});

describeWithMongoServer('MongoAccounts when its server fails', () => {
  let server: MongoServer;
  let accounts: MongoAccounts;
  beforeAll(async () => {
    server = await MongoServer.start();
    accounts = new MongoAccounts({ url: server.url, serverSelectionTimeoutMS: 1_500 });
  });
  afterAll(async () => {
    await accounts.close();
    await server.stop();
  });

  it('keeps what it acknowledged when the server is killed, with its keys', async () => {
    const acknowledged: number[] = [];
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = writer; ; n += 8) {
        const done = await accounts
          .insert('person', `${n}`, { 'a.b': n, $c: [] }, { unique: [`email:${n}`] })
          .catch((error: unknown) => expect(error).toMatchObject({ name: 'StoreUnavailable' }));
        if (!done) return;
        acknowledged.push(n);
        if (acknowledged.length === 100) void server.kill();
      }
    });
    await Promise.all(writers);
    await expect(accounts.get('person', '0')).rejects.toMatchObject({
      name: 'StoreUnavailable',
      outcome: 'not-written',
    });
    await server.again();
    for (const n of acknowledged) {
      expect((await accounts.byUnique('person', `email:${n}`))?.value).toEqual({ 'a.b': n, $c: [] });
    }
  });

  it('leaves a record and its keys together when a replacement is cut off', async () => {
    await accounts.insert('person', 'cut', 1, { unique: ['email:cut'], refs: ['old'], expiresAt: 5 });
    await server.failNext('update', { skip: 0, times: 1 });
    const next = { unique: ['email:next'], refs: ['new'] };
    await expect(accounts.replace('person', 'cut', 1, 2, next)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await accounts.byUnique('person', 'email:cut')).toMatchObject({ version: 1, value: 1 });
    expect(await accounts.replace('person', 'cut', 1, 2, next)).toBe(true);
    expect(await accounts.byUnique('person', 'email:cut')).toBeUndefined();
    expect(await accounts.byRef('person', 'old')).toEqual([]);
    expect(await accounts.sweep('person', 10)).toBe(0);
    expect(await accounts.byUnique('person', 'email:next')).toMatchObject({ version: 2, value: 2 });
  });

  it('refuses what MongoDB can not hold, without a word of being away', async () => {
    const tooLarge = accounts.insert('person', 'large', 'x'.repeat(17 * 1024 * 1024));
    await expect(tooLarge).rejects.not.toMatchObject({ name: 'StoreUnavailable' });
  });
});
