import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../testing/harness';
import { describeWithEveryServer, EveryServer } from '../testing/servers/every-server';

/** The longest time that a caller waits. */
const longestMs = 10_000;

describeWithEveryServer('a server that stands still', () => {
  let servers: EveryServer;
  let gos: Harness;
  let karla: Person;
  let taskId: number;

  beforeAll(async () => {
    servers = await EveryServer.start();
    gos = await Harness.startOnServers(servers.env);
    karla = await gos.person('Karla Svobodová');
    taskId = await karla.task({ name: 'Čtečka' });
  });

  afterAll(async () => {
    await gos.stop();
    await servers.stop();
  });

  const form = () => {
    const data = new FormData();
    data.append('file', new Blob(['obsah'], { type: 'text/plain' }), 'a.txt');
    return data;
  };

  it.each(['eventStoreDb', 'mongoDb', 'redis', 's3'] as const)(
    '%s: everything is answered within 10 s, and the same key finds what was written',
    async (name) => {
      const server = servers[name];
      const keys = { task: crypto.randomUUID(), comment: crypto.randomUUID() };
      const asks: Readonly<Record<string, () => Promise<{ readonly status: number; readonly body: Json }>>> = {
        list: () => karla.get('/api/tasks?pageSize=10'),
        task: () => karla.get(`/api/tasks/${taskId}`),
        history: () => karla.get(`/api/tasks/${taskId}/activity`),
        me: () => karla.get('/api/me'),
        create: () => karla.post('/api/tasks', { name: `Při ${name}` }, { 'idempotency-key': keys.task }),
        createAgain: () => karla.post('/api/tasks', { name: `Při ${name}` }, { 'idempotency-key': keys.task }),
        comment: () =>
          karla.post(`/api/tasks/${taskId}/comments`, { text: `Při ${name}` }, { 'idempotency-key': keys.comment }),
        login: () => gos.stranger().post('/api/auth/login', { email: karla.email, password: 'correct horse' }),
        upload: () => karla.post('/api/files', form()),
        ready: () => karla.get('/api/health/ready'),
      };
      server.freeze();
      const answers = await Promise.all(
        Object.entries(asks).map(async ([what, ask]) => {
          const began = performance.now();
          const { status, body } = await ask();
          return { what, status, code: body?.code, ms: Math.round(performance.now() - began) };
        }),
      ).finally(() => server.thaw());
      expect(answers.filter(({ ms }) => ms >= longestMs)).toEqual([]);
      expect(answers.filter(({ status }) => status >= 300 && status !== 503)).toEqual([]);
      const settled = async (ask: () => Promise<{ readonly status: number; readonly body: Json }>) => {
        for (;;) {
          const answer = await ask();
          if (answer.status !== 503) return answer;
          await sleep(100);
        }
      };
      const { status, body } = await settled(asks.create!);
      expect(status).toBe(201);
      expect((await settled(asks.comment!)).status).toBeLessThan(300);
      await gos.applied();
      const { items } = (await settled(asks.list!)).body;
      expect(items.filter((one: Json) => one.name === `Při ${name}`).map(({ id }: Json) => id)).toEqual([body.id]);
      const comments = (await settled(() => karla.get(`/api/tasks/${taskId}/comments?pageSize=100`))).body.items;
      expect(comments.filter(({ text }: Json) => text.includes(`Při ${name}`))).toHaveLength(1);
    },
    60_000,
  );
});
