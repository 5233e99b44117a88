import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Cluster, type Member } from '../../testing/cluster';
import { type Json, Person } from '../../testing/harness';
import { describeWithEveryServer } from '../../testing/servers/every-server';
import { Receiver } from './testing/receiver';

// Every start is that of a whole application, on machines that have other work.
describeWithEveryServer('webhooks of an installation of several processes', () => {
  let cluster: Cluster;
  let api: Member;
  let workers: Member[];
  let target: Receiver;
  let jan: Person;

  beforeAll(async () => {
    cluster = await Cluster.start({ GOS_WEBHOOK_ALLOW_PRIVATE: 'true' });
    const [one, , ...two] = await cluster.add('api', 'projector', 'worker', 'worker');
    [api, workers] = [one!, two];
    target = await Receiver.start();
    jan = new Person(api.origin, 'jan@example.com');
    const password = 'correct horse';
    const { status } = await jan.post('/api/auth/register', {
      name: 'Jan Novák',
      email: jan.email,
      password,
      passwordRepeat: password,
    });
    expect(status).toBe(201);
  });
  afterAll(async () => {
    target?.stop();
    await cluster?.stop();
  });

  it('send every event, in the order of its task, also when a worker is killed meanwhile', async () => {
    const project = (await jan.post('/api/projects', { name: 'E-shop' })).body.id;
    const { secret } = (await jan.post(`/api/projects/${project}/webhooks`, { name: 'Cíl', targetUrl: target.url }))
      .body;
    const expected = new Map<number, readonly (number | null)[]>();
    const work = async () => {
      for (let count = 0; count < 8; count++) {
        const id = await jan.task({ name: 'Úkol', projectId: project });
        for (const priority of [6, 7, 8]) await jan.patch(`/api/tasks/${id}`, { priority });
        expected.set(id, [null, 6, 7, 8]);
      }
    };
    const working = Promise.all([work(), work(), work()]);
    await target.got(20);
    await workers[0]!.end('SIGKILL');
    await working;
    /** The contents of each task's deliveries, each counted once. */
    const told = () => {
      const seen = new Map<number, (number | null)[]>();
      const ids = new Set<string>();
      for (const { body, headers } of target.received as Json[]) {
        if (ids.has(headers['webhook-id'])) continue;
        ids.add(headers['webhook-id']);
        const { activity, task } = body.data;
        const priority = activity.event === 'TaskCreated' ? null : activity.changes[0].to;
        seen.set(task.id, [...(seen.get(task.id) ?? []), priority]);
      }
      return seen;
    };
    for (let count = target.received.length; [...told().values()].flat().length < 24 * 4; count++)
      await target.got(count);
    expect(told()).toEqual(expected);
    for (const one of target.received) Receiver.verified(secret, one);
  });
});
