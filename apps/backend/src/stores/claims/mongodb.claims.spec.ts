import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { Gate } from '../../testing/servers/gate';
import { describeOnMongo, describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import { describeClaimsContract } from './claims.contract';
import { MongoClaims } from './mongodb.claims';

describeOnMongo('MongoClaims', (options) => {
  describeClaimsContract('MongoClaims', async () => new MongoClaims(options()));
});

describeWithMongoServer('MongoClaims when its server fails', () => {
  let server: MongoServer;
  let gate: Gate;
  let claims: MongoClaims;
  beforeAll(async () => {
    server = await MongoServer.start();
    gate = await Gate.to(server.address);
    claims = new MongoClaims({
      url: `mongodb://${gate.address}/?directConnection=true`,
      serverSelectionTimeoutMS: 2_000,
      socketTimeoutMS: 500,
    });
  });
  afterAll(async () => {
    await claims.close();
    await gate.close();
    await server.stop();
  });

  it('gives no number again that it gave before the server was killed, and goes on when it is back', async () => {
    const given: number[] = [];
    const lost: unknown[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      for (;;) {
        const number = await claims.next('task').catch((error: unknown) => void lost.push(error));
        if (number === undefined) return;
        given.push(number);
        if (given.length === 100) void server.kill();
      }
    });
    await Promise.all(callers);
    for (const error of lost) expect(error).toMatchObject({ name: 'StoreUnavailable' });
    await expect(claims.next('task')).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    await server.again();
    expect(await claims.next('task')).toBeGreaterThan(Math.max(...given));
    expect(new Set(given).size).toBe(given.length);
  });

  it('refuses what nobody answers, and keeps what was claimed before', async () => {
    await claims.claim('c', 'first', { now: 0 });
    gate.fallSilent();
    await expect(claims.claim('c', 'second', { now: 0 })).rejects.toMatchObject({ name: 'StoreUnavailable' });
    gate.cut();
    await gate.open();
    expect(await claims.claim('c', 'third', { now: 0 })).toEqual({ value: 'first', won: false });
  });

  it('lets one of two holders lead, also when the lease was taken by a call whose answer was lost', async () => {
    const other = new MongoClaims({ url: server.url });
    await server.failNext('findAndModify', { skip: 1, times: 1 });
    await expect(claims.acquireLease('projector', 'x', { now: 0, ttlMs: 100 })).rejects.toMatchObject({
      outcome: 'unknown',
    });
    const held = [
      await claims.acquireLease('projector', 'x', { now: 1, ttlMs: 100 }),
      await other.acquireLease('projector', 'y', { now: 2, ttlMs: 100 }),
    ];
    expect(held).toEqual([{ fence: 1 }, null]);
    expect(await other.acquireLease('projector', 'y', { now: 102, ttlMs: 100 })).toEqual({ fence: 2 });
    expect(await claims.acquireLease('projector', 'x', { now: 103, ttlMs: 100 })).toBeNull();
    await other.close();
  });

  it('clears away what is forgotten', async () => {
    for (let n = 0; n < 120; n++) await claims.claim(`k${n}`, 'v', { now: n, ttlMs: 1 });
    const client = new MongoClient(server.url);
    const left = await client
      .db('gos')
      .collection('claims.claims')
      .countDocuments({ expiresAt: { $ne: null } });
    await client.close();
    expect(left).toBeLessThan(60);
  });

  it('is closed for good', async () => {
    const closed = new MongoClaims({ url: server.url });
    await closed.next('closed');
    await closed.close();
    await expect(closed.next('closed')).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
  });
});
