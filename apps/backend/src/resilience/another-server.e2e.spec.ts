import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { EventStoreDbServer } from '../../../eventstoredb/src/server';
import { Harness, type Json, type Person, type Reply } from '../testing/harness';
import { describeWithEveryServer, EveryServer } from '../testing/servers/every-server';
import { Gate } from '../testing/servers/gate';
import { MongoServer } from '../testing/servers/mongo.server';

const addressOf = (url: string) => new URL(url.replace('esdb:', 'http:')).host;

describeWithEveryServer('another server behind the address of', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-behind-'));
  const file = (name: string) => join(folder, name);
  let servers: EveryServer;
  let log: EventStoreDbServer;
  let gates: { readonly log: Gate; readonly mongo: Gate };
  let gos: Harness;
  let karla: Person;
  let seen: unknown;
  const started: { stop(): Promise<void> }[] = [];

  async function namesShown(): Promise<string[]> {
    const { status, body } = await list();
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
    return body.items.map(({ name }: Json) => name).sort();
  }
  const list = async () => (await karla.get('/api/tasks?pageSize=100')) as Reply<Json>;
  const change = (name: string, key: string = crypto.randomUUID()) =>
    karla.post('/api/tasks', { name }, { 'idempotency-key': key });
  const ready = async () => (await karla.get('/api/health/ready')) as Reply<Json>;

  /** Resolves once the answer is the one that is waited for. */
  async function until(ask: () => Promise<Reply<Json>>, status: number, code?: string): Promise<Reply<Json>> {
    for (;;) {
      const answer = await ask();
      if (answer.status === status && (code === undefined || answer.body.code === code)) return answer;
      await sleep(50);
    }
  }

  async function refusesChanges(): Promise<void> {
    const refused = await until(() => change('Do cizího'), 503, 'installation.mismatch');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await change('Do cizího')).body.code).toBe('installation.mismatch');
  }

  /** The refused command is accepted now, and its refused attempt left nothing. */
  async function goesOn(name: string): Promise<void> {
    await until(ready, 200);
    const key = crypto.randomUUID();
    const { body } = await until(() => change(name, key), 201);
    expect((await change(name, key)).body.id).toBe(body.id);
    seen = [...(seen as string[]), name].sort();
    expect(await namesShown()).toEqual(seen);
  }

  beforeAll(async () => {
    servers = await EveryServer.start();
    log = await EventStoreDbServer.start({ file: file('log') });
    gates = { log: await Gate.to(addressOf(log.url)), mongo: await Gate.to(servers.mongoDb.address) };
    gos = await Harness.startOnServers({
      ...servers.env,
      EVENTSTOREDB_URL: `esdb://${gates.log.address}?tls=false`,
      MONGODB_URL: `mongodb://${gates.mongo.address}/?directConnection=true`,
    });
    karla = await gos.person('Karla Svobodová');
    await gos.person('Petr Novotný');
    for (const name of ['Čtečka', 'Turniket']) await karla.task({ name });
    cpSync(file('log'), file('older'));
    for (const name of ['Brána', 'Kamera']) await karla.task({ name });
    seen = await namesShown();
  });

  afterEach(async () => {
    gates.log.turnTo(addressOf(log.url));
    gates.mongo.turnTo(servers.mongoDb.address);
    for (const server of started.splice(0)) await server.stop();
  });

  afterAll(async () => {
    await gos.stop();
    await Promise.all([gates.log.close(), gates.mongo.close(), log.stop(), servers.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function anotherLog(from?: string): Promise<EventStoreDbServer> {
    const name = `behind-${crypto.randomUUID()}`;
    if (from !== undefined) cpSync(file(from), file(name));
    const server = await EventStoreDbServer.start({ file: file(name) });
    started.push(server);
    return server;
  }

  async function foreign(env: Record<string, string>): Promise<void> {
    const others = await Harness.startOnServers({ ...servers.env, ...env, REDIS_URL: `${servers.redis.url}/3` });
    const stranger = await others.person('Cizí Správce');
    for (let n = 1; n <= 6; n++) await stranger.task({ name: `Cizí ${n}` });
    await others.stop();
  }

  it.each(['lost', 'older', 'another'] as const)(
    'the event log that is %s takes nothing, and the lists stay',
    async (kind) => {
      const behind = await anotherLog(kind === 'older' ? 'older' : undefined);
      if (kind === 'another') {
        const mongo = await MongoServer.start();
        started.push(mongo);
        await foreign({ EVENTSTOREDB_URL: behind.url, MONGODB_URL: mongo.url });
      }
      const appends = behind.appends.length;
      gates.log.turnTo(addressOf(behind.url));
      await refusesChanges();
      expect(await namesShown()).toEqual(seen);
      const { body } = await until(ready, 503);
      expect(body.parts.filter(({ ok }: Json) => !ok)).toContainEqual(
        expect.objectContaining({ part: 'event-log', reason: 'mismatch' }),
      );
      expect((await karla.get('/api/admin/overview')).body.misfit).toEqual({ part: 'event-log', kind, missing: null });
      expect(behind.appends).toHaveLength(appends);
      gates.log.turnTo(addressOf(log.url));
      await goesOn(`Po logu: ${kind}`);
      expect((await karla.get('/api/admin/overview')).body.misfit).toBeNull();
    },
  );

  it.each(['lost', 'another'] as const)(
    'the accounts that are %s takes nothing, shows nothing wrong, and nobody is signed out',
    async (kind) => {
      const mongo = await MongoServer.start();
      started.push(mongo);
      if (kind === 'another') {
        const behind = await anotherLog();
        await foreign({ EVENTSTOREDB_URL: behind.url, MONGODB_URL: mongo.url });
      }
      const before = await documentsIn(mongo);
      gates.mongo.turnTo(mongo.address);
      await until(list, 503, 'installation.mismatch');
      await refusesChanges();
      const { parts } = (await until(ready, 503)).body;
      const after = await documentsIn(mongo);
      gates.mongo.turnTo(servers.mongoDb.address);
      expect(parts).toContainEqual(expect.objectContaining({ part: 'accounts', ok: false, reason: 'mismatch' }));
      expect(after).toEqual(before);
      await until(list, 200);
      await goesOn(`Po účtech: ${kind}`);
    },
  );
});

/** The number of documents by collection, of leases only their names: those of a founder run out by themselves. */
async function documentsIn({ url }: MongoServer): Promise<unknown> {
  const client = new MongoClient(url);
  try {
    const database = client.db('gos');
    const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
    return await Promise.all(names.map(async (name) => [name, await database.collection(name).countDocuments()]));
  } finally {
    await client.close();
  }
}
