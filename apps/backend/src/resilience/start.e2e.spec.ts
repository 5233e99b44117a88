import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessRole } from '@gos/domain';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app';
import { importHere } from '../cli/moving';
import { inStandaloneApp, withStores } from '../cli/standalone';
import { type Config, readConfig } from '../kernel/config';
import { StoreUnavailable } from '../kernel/store-errors';
import { Lifecycle } from '../operator/lifecycle';
import { OperationRefused } from '../operator/ops/operation-report';
import { importMark } from '../operator/ops/stores';
import { ACCOUNTS, type Accounts } from '../stores/accounts/accounts';
import { type Json, Person, type Reply } from '../testing/harness';
import { describeWithEveryServer, EveryServer } from '../testing/servers/every-server';

describeWithEveryServer('a process that is started before its servers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-start-'));
  const karla = new Person('', 'karla@example.com');
  let servers: EveryServer;
  let app: NestFastifyApplication | undefined;

  beforeAll(async () => {
    servers = await EveryServer.start();
    await start();
    await until(ready, 200);
    const password = 'correct horse';
    await karla.post('/api/auth/register', {
      name: 'Karla Svobodová',
      email: karla.email,
      password,
      passwordRepeat: password,
    });
    await stop();
  });
  afterEach(stop);
  afterAll(async () => {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const config = (role: ProcessRole = 'all'): Config =>
    readConfig({
      ...servers.env,
      GOS_DATA_DIR: folder,
      GOS_ROLE: role,
      GOS_PUBLIC_URL: 'http://localhost',
      NODE_ENV: 'test',
    });

  async function start(role?: ProcessRole): Promise<NestFastifyApplication> {
    app = await createApp(config(role), { logger: false });
    await app.listen(0, '127.0.0.1');
    karla.origin = await app.getUrl();
    return app;
  }

  async function stop(): Promise<void> {
    await app?.close();
    app = undefined;
  }

  const live = () => karla.get('/api/health/live');
  const ready = () => karla.get('/api/health/ready');

  async function until(look: () => Promise<Reply<Json>>, status: number): Promise<void> {
    for (let answer = await look(); answer.status !== status; answer = await look()) await sleep(50);
  }

  it('is alive and not ready while MongoDB is away, asks to come again, and goes on by itself', async () => {
    await servers.mongoDb.kill();
    await start();
    expect((await live()).status).toBe(200);
    expect((await ready()).status).toBe(503);
    const { status, body, headers } = await karla.get('/api/tasks');
    expect([status, body.code]).toEqual([503, 'store.unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);

    await servers.mongoDb.again();
    await until(ready, 200);
    const id = await karla.task({ name: 'Po výpadku' });
    expect((await karla.get(`/api/tasks/${id}`)).body.contractor.name).toBe('Karla Svobodová');
  });

  it('does the same while the event store is away', async () => {
    await servers.eventStoreDb.die();
    await start();
    expect((await live()).status).toBe(200);
    expect((await ready()).status).toBe(503);
    expect((await karla.get('/api/tasks')).status).toBe(503);
    await servers.eventStoreDb.revive();
    await until(ready, 200);
  });

  it('ends when it finds in the stores, once they are there, that an import into them was cut off', async () => {
    await withStores(config(), ({ accounts }) => accounts.insert(importMark.kind, importMark.id, {}));
    await servers.mongoDb.kill();
    const started = (await start()).get(Lifecycle, { strict: false }).started();
    await servers.mongoDb.again();
    await expect(started).rejects.toThrow(OperationRefused);
    expect((await karla.get('/api/tasks')).status).toBe(503);
    await app!.get<Accounts>(ACCOUNTS, { strict: false }).remove(importMark.kind, importMark.id);
  });

  it('is stopped at once while it waits', async () => {
    await servers.mongoDb.kill();
    await start();
    const since = performance.now();
    await stop();
    expect(performance.now() - since).toBeLessThan(10_000);
    await servers.mongoDb.again();
  });

  it.each(['api', 'worker'] as const)('is noticed by an import as %s, also while nobody leads', async (role) => {
    await start(role);
    const file = join(folder, 'none');
    await expect(importHere(config(), file, () => {})).rejects.toThrow(/Processes of this installation are running/);
    await stop();
    await expect(importHere(config(), file, () => {})).rejects.toThrow(/There is no/);
  });

  it('does not let whoever types a command wait', async () => {
    const command = () => inStandaloneApp(config(), async () => true);
    await servers.mongoDb.kill();
    await expect(command()).rejects.toThrow(StoreUnavailable);
    await servers.mongoDb.again();
    await servers.eventStoreDb.die();
    await expect(command()).rejects.toThrow(StoreUnavailable);
    await servers.eventStoreDb.revive();
    expect(await command()).toBe(true);
  });
});
