import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, Long, MongoClient } from 'mongodb';
import { Gate } from '../../testing/servers/gate';
import { describeOnMongo, describeWithMongoServer, MongoServer } from '../../testing/servers/mongo';
import { ScriptedMongo } from '../../testing/servers/mongo.script';
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

describeWithMongoServer('MongoClaims whose server fails over to a member that lags behind', () => {
  it('gives no number twice and answers as the member knows it', async () => {
    const ahead = await MongoServer.start();
    const gate = await Gate.to(ahead.address);
    const claims = new MongoClaims({ url: `mongodb://${gate.address}/?directConnection=true` });
    const given = [await claims.next('task'), await claims.next('task')];
    await claims.claim('old', 'first', { now: 0 });
    await claims.acquireLease('projector', 'x', { now: 0, ttlMs: 100 });
    const behind = await ahead.lagging();
    for (let n = 0; n < 3; n++) given.push(await claims.next('task'));
    given.push(await claims.next('project'));
    expect(given).toEqual([1, 2, 3, 4, 5, 1]);
    await claims.acquireLease('projector', 'x', { now: 50, ttlMs: 100 });
    const during = Array.from({ length: 4 }, () => claims.next('task').catch((error: unknown) => error));
    gate.turnTo(behind.address);
    const after = await Promise.all(during);
    const told = after.filter((one) => typeof one === 'number');
    for (const one of after) if (typeof one !== 'number') expect(one).toMatchObject({ name: 'StoreUnavailable' });
    expect(told.filter((number) => number <= 5)).toEqual([]);
    expect(new Set(told).size).toBe(told.length);
    expect(await claims.next('task')).toBeGreaterThan(Math.max(5, ...told));
    expect(await claims.next('project')).toBe(2);
    expect(await claims.claim('old', 'second', { now: 0 })).toEqual({ value: 'first', won: false });
    expect(await claims.acquireLease('projector', 'y', { now: 60, ttlMs: 100 })).toBeNull();
    expect(await claims.acquireLease('projector', 'x', { now: 60, ttlMs: 100 })).toEqual({ fence: 1 });
    await claims.close();
    await gate.close();
    await Promise.all([ahead.stop(), behind.stop()]);
  });
});

/** A majority is not known yet to have what was written last: the new primary has it, and reads do not show it. */
describe('MongoClaims of a new primary that is not confirmed yet', () => {
  async function claimsOf(answers: Readonly<Record<string, Document>>) {
    const server = await ScriptedMongo.start(({ name }) => answers[name]);
    const claims = new MongoClaims({ url: server.url });
    return { server, claims, stop: () => claims.close().then(() => server.stop()) };
  }
  const shown = (...firstBatch: Document[]) => ({ cursor: { id: Long.ZERO, ns: 'gos.claims', firstBatch } });
  const taken = { ok: 0, code: 11_000, errmsg: 'E11000 duplicate key' };

  it('knows who has a claim although reads do not show it', async () => {
    const value = { _id: 'k', value: 'first', expiresAt: null };
    const { server, claims, stop } = await claimsOf({ insert: taken, findAndModify: { value }, find: shown() });
    expect(await claims.claim('k', 'second', { now: 0 })).toEqual({ value: 'first', won: false });
    expect(server.asked.map(({ name }) => name)).not.toContain('find');
    await stop();
  });

  it.each<[string, Readonly<Record<string, Document>>, (claims: MongoClaims) => Promise<unknown>]>([
    ['claim', { insert: taken, findAndModify: { value: null } }, (claims) => claims.claim('k', 'v', { now: 0 })],
    ['counter', { findAndModify: { value: null }, insert: taken }, (claims) => claims.next('task')],
    ['raised counter', { update: { n: 0, nModified: 0 }, insert: taken }, (claims) => claims.raise('task', 3)],
    [
      'lease',
      { findAndModify: { value: null }, find: shown({ _id: 'projector', holder: 'x', fence: 1, expiresAt: 0 }) },
      (claims) => claims.acquireLease('projector', 'x', { now: 0, ttlMs: 1 }),
    ],
  ])('asks with pauses and not for ever: a %s', async (_, answers, call) => {
    const { server, claims, stop } = await claimsOf(answers);
    await expect(call(claims)).rejects.toMatchObject({ name: 'StoreUnavailable', outcome: 'not-written' });
    expect(server.asked.length).toBeLessThan(100);
    await stop();
  });
});
