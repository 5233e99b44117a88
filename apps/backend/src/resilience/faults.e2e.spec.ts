import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStoreDbServer } from '../../../eventstoredb/src/server';
import { Harness, type Json, type Person, type Reply } from '../testing/harness';
import { Screen } from '../testing/screen';
import { describeWithRedis, RedisServer } from '../testing/servers/redis';

describeWithRedis('the whole application over servers that misbehave', () => {
  let eventStoreDb: EventStoreDbServer;
  let redis: RedisServer;
  let gos: Harness;
  let karla: Person;
  let jan: Person;

  beforeAll(async () => {
    [eventStoreDb, redis] = await Promise.all([EventStoreDbServer.start(), RedisServer.start({ appendonly: true })]);
    gos = await Harness.start({ EVENTSTOREDB_URL: eventStoreDb.url, REDIS_URL: redis.url });
    karla = await gos.person('Karla Svobodová');
    jan = await gos.person('Jan Novák');
  });
  afterAll(async () => {
    await gos?.stop();
    await Promise.all([eventStoreDb.stop(), redis.stop()]);
  });

  const create = (name: string, key: string = crypto.randomUUID()) =>
    karla.post('/api/tasks', { name, solverId: jan.id }, { 'idempotency-key': key });
  const total = async (name: string) =>
    (await karla.get(`/api/tasks?list=all&name=${encodeURIComponent(name)}`)).body.total;
  const refused = ({ status, body, headers }: Reply<Json>) => {
    expect([status, body.code]).toEqual([503, 'store.unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };
  const written = (count = 1) =>
    new Promise<void>((resolve) => {
      let left = count;
      const listener = () => {
        if (--left > 0) return;
        eventStoreDb.activity.off('append', listener);
        resolve();
      };
      eventStoreDb.activity.on('append', listener);
    });

  it('does what was asked once when the event store answers late', async () => {
    eventStoreDb.holdAnswers();
    const appended = written();
    const answer = create('Pozdě');
    await appended;
    expect((await jan.get('/api/tasks?list=all')).status).toBe(200);
    eventStoreDb.releaseAnswers();
    expect((await answer).status).toBe(201);
    expect(await total('Pozdě')).toBe(1);
  });

  it('does what was asked once when the event store answers twice, and when it is cut off before its answer', async () => {
    eventStoreDb.answerTwice();
    expect((await create('Dvakrát')).status).toBe(201);
    for (let n = 0; n < 5; n++) expect((await create(`Potom ${n}`)).status).toBe(201);
    expect(await total('Dvakrát')).toBe(1);

    eventStoreDb.cutAfterWrite();
    const key = crypto.randomUUID();
    let answer = await create('Beze slova', key);
    for (let tries = 0; answer.status === 503 && tries < 50; tries++) answer = await create('Beze slova', key);
    expect(answer.status).toBe(201);
    expect(await total('Beze slova')).toBe(1);
  });

  it('says that the event store is too slow, shows what there is, and did it once when asked again', async () => {
    const key = crypto.randomUUID();
    eventStoreDb.freeze();
    const asked = create('Pomalu', key);
    expect((await karla.get('/api/tasks?list=all')).status).toBe(200);
    const ready = await karla.get('/api/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.body.parts.find(({ part }: Json) => part === 'event-log')).toMatchObject({ ok: false });
    expect((await karla.get('/api/health/live')).status).toBe(200);
    refused(await asked);
    eventStoreDb.thaw();
    let again = await create('Pomalu', key);
    for (let tries = 0; again.status === 503 && tries < 50; tries++) again = await create('Pomalu', key);
    expect(again.status).toBe(201);
    expect(await total('Pomalu')).toBe(1);
  });

  it('goes on working while Redis stands still, and tells the screens when it moves', async () => {
    const screen = await Screen.open(jan);
    redis.freeze();
    const since = performance.now();
    const { status, body } = await create('Bez Redisu');
    expect(status).toBe(201);
    expect((await jan.get(`/api/tasks/${body.id}`)).body.name).toBe('Bez Redisu');
    expect(await total('Bez Redisu')).toBe(1);
    expect(performance.now() - since).toBeLessThan(15_000);
    const ready = await karla.get('/api/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.body.parts.find(({ part }: Json) => part === 'jobs')).toMatchObject({ ok: false, needed: false });
    redis.thaw();
    const told = Promise.race([
      screen.change('task', body.id).then(() => 'told'),
      screen.until('disconnect').then(() => 'sent back'),
    ]);
    expect(['told', 'sent back']).toContain(await told);
    expect((await create('Po Redisu')).status).toBe(201);
    screen.close();
  });
});

describe('a process whose clock is set', () => {
  const hour = 3_600_000;

  it('loses nothing and keeps the order, an hour ahead and an hour behind; who is signed in stays so', async () => {
    const gos = await Harness.start();
    try {
      const now = Date.now();
      const karla = await gos.person('Karla Svobodová');
      const names: string[] = [];
      for (const [n, byHours] of [0, 1, -1, 0].entries()) {
        gos.clock.set(new Date(now + byHours * hour).toISOString());
        if ((await karla.get('/api/me')).status === 401) {
          expect((await karla.post('/api/auth/refresh')).status).toBe(200);
        }
        const key = { 'idempotency-key': `jump-${n}` };
        const body = { name: `Skok ${n}` };
        const [one, same] = await Promise.all([0, 1].map(() => karla.post('/api/tasks', body, key)));
        expect([one!.status, same!.status, same!.body.id]).toEqual([201, 201, one!.body.id]);
        expect((await karla.patch(`/api/tasks/${one!.body.id}`, { priority: 9 })).status).toBe(200);
        names.push(body.name);
      }
      const { items, total } = (await karla.get('/api/tasks?list=all&sort=id')).body;
      expect(total).toBe(names.length);
      expect(items.map(({ name, priority }: Json) => [name, priority])).toEqual(names.map((name) => [name, 9]));
    } finally {
      await gos.stop();
    }
  });
});
