import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Long } from 'mongodb';
import { Gate } from '../../testing/servers/gate';
import { describeOnMongo, describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import { ScriptedMongo } from '../../testing/servers/mongo.script';
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
    accounts = new MongoAccounts({ url: server.url, serverSelectionTimeoutMS: 3_000 });
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

describeWithMongoServer('MongoAccounts whose server fails over to a member that lags behind', () => {
  it('answers as the member knows it: what was written since is refused by its version', async () => {
    const ahead = await MongoServer.start();
    const gate = await Gate.to(ahead.address);
    const accounts = new MongoAccounts({ url: `mongodb://${gate.address}/?directConnection=true` });
    await accounts.insert('person', '1', 'first', { unique: ['email:a'] });
    const behind = await ahead.lagging();
    expect(await accounts.replace('person', '1', 1, 'second', { unique: ['email:b'] })).toBe(true);
    await accounts.insert('person', '2', 'new', { unique: ['email:c'] });
    const writing = accounts.replace('person', '1', 2, 'third').catch((error: unknown) => error);
    gate.turnTo(behind.address);
    const written = await writing;
    if (typeof written !== 'boolean') expect(written).toMatchObject({ name: 'StoreUnavailable' });
    expect(await accounts.replace('person', '1', 2, 'third')).toBe(false);
    expect(await accounts.get('person', '1')).toMatchObject({ version: 1, value: 'first' });
    expect(await accounts.byUnique('person', 'email:b')).toBeUndefined();
    const taken = { name: 'KeyTaken', key: 'email:a' };
    await expect(accounts.insert('person', '3', 'x', { unique: ['email:a'] })).rejects.toMatchObject(taken);
    expect(await accounts.replace('person', '1', 1, 'again')).toBe(true);
    await accounts.close();
    await gate.close();
    await Promise.all([ahead.stop(), behind.stop()]);
  });
});

it('asks with pauses and not for ever whose record has a key that reads do not show yet', async () => {
  const taken = { ok: 0, code: 11_000, errmsg: 'E11000 duplicate key' };
  const none = { cursor: { id: Long.ZERO, ns: 'gos.accounts', firstBatch: [] } };
  const server = await ScriptedMongo.start(({ name }) => (name === 'insert' ? taken : none));
  const accounts = new MongoAccounts({ url: server.url });
  const inserted = accounts.insert('person', '1', 'x', { unique: ['email:a'] });
  await expect(inserted).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
  expect(server.asked.length).toBeLessThan(100);
  await accounts.close();
  await server.stop();
});
