import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Worker } from '../../../engine/jobs/worker';
import { TaskHistories } from '../../../shared/task/task-histories';
import { Harness, type Json, type Person } from '../../../testing/harness';
import { Receiver } from '../testing/receiver';
import { WebhookScene } from '../testing/webhook-scene';
import { ProjectEvents } from './project-events';
import { Pumps } from './pumps';
import { RunningReplays } from './running-replays';

const minuteMs = 60_000;

describe('deliveries of events', () => {
  let gos: Harness;
  let jan: Person;
  let eva: Person;
  let target: Receiver;
  let scene: WebhookScene;

  beforeAll(async () => {
    gos = await Harness.start({ GOS_WEBHOOK_ALLOW_PRIVATE: 'true' });
    jan = await gos.person('Jan Novák');
    eva = await gos.person('Eva Malá');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    target = await Receiver.start();
    scene = await WebhookScene.of(gos, jan, eva, { targetUrl: target.url });
  });
  afterEach(async () => {
    await jan.delete(`/api/projects/${scene.project}/webhooks/${scene.hook}`);
    target.stop();
  });

  const task = (more: object = {}) => jan.task({ name: 'Košík', projectId: scene.project, solverId: eva.id, ...more });
  const out = async (query = ''): Promise<Json[]> => (await scene.deliveries(`?direction=out${query}`)).items;
  const settled = async (count: number) => {
    for (;;) {
      const { total } = await scene.deliveries('?direction=out&status=delivered');
      if (total >= count) return;
      await sleep(10);
    }
  };
  /** Lets the clock make due what waits until then, and waits until it was tried. */
  const atClock = async (ms: number) => {
    gos.clock.set(new Date(ms).toISOString());
    await gos.service<Worker>(Worker).tickNow();
    await gos.service<Pumps>(Pumps).idle();
  };
  const answered = (status: number, headers: Record<string, string> = {}) => {
    target.answer = (_, response) => void response.writeHead(status, headers).end('answer');
  };

  it('have the same body at every try, and again by hand, whatever has changed meanwhile', async () => {
    const id = await task({ description: '<p>Poprvé</p>' });
    await target.got(1);
    await settled(1);
    answered(503);
    await jan.patch(`/api/tasks/${id}`, { description: '<p>Podruhé</p>' });
    await jan.patch(`/api/tasks/${id}`, { description: '<p>Potřetí</p>', name: 'Jiný název' });
    await target.got(2);
    await gos.service<Pumps>(Pumps).idle();
    answered(200);
    await atClock(Date.now() + 6_000);
    await target.got(4);
    const [first, again, next] = target.received.slice(1).map(({ text }) => text);
    expect(again).toBe(first);
    expect(JSON.parse(first!).data.activity.changes).toEqual([
      { field: 'description', from: '<p>Poprvé</p>', to: '<p>Podruhé</p>' },
    ]);
    expect(JSON.parse(next!).data.activity).toMatchObject({
      changes: [
        { field: 'name', from: 'Košík', to: 'Jiný název' },
        { field: 'description', from: '<p>Podruhé</p>', to: '<p>Potřetí</p>' },
      ],
      revision: 3,
    });
    gos.clock.set(null);
    await settled(3);
    const second = (await out()).at(-2)!;
    expect((await scene.delivery(second.id)).payload).toBe(first);
    await jan.patch(`/api/tasks/${id}`, { name: 'Ještě jiný' });
    await target.got(5);
    await jan.post(`/api/webhooks/${scene.hook}/deliveries/${second.id}/redeliver`);
    await target.got(6);
    expect(target.received[5]!.text).toBe(first);
  });

  it('of a comment that was removed meanwhile are not sent again', async () => {
    const id = await task();
    await target.got(1);
    await settled(1);
    answered(503);
    await jan.post(`/api/tasks/${id}/comments`, { text: 'Nepatří sem' });
    await target.got(2);
    await gos.service<Pumps>(Pumps).idle();
    await jan.delete(`/api/tasks/${id}/comments/1`);
    answered(200);
    await atClock(Date.now() + 6_000);
    gos.clock.set(null);
    await target.got(3);
    expect(target.types).toEqual(['task.created', 'comment.added', 'comment.removed']);
    expect((await out('&status=ignored')).map(({ type }) => type)).toEqual(['comment.added']);
  });

  describe('whose body cannot be built', () => {
    const setAside = async (): Promise<Json[]> => (await jan.get('/api/admin/set-aside?pageSize=100')).body.items;
    const emptied = async () => {
      while ((await setAside()).length > 0) await sleep(10);
    };
    afterEach(() => {
      jest.restoreAllMocks();
      gos.clock.set(null);
    });

    it('are retried, then given up and named; the others of the task are sent', async () => {
      const histories = gos.service<TaskHistories>(TaskHistories);
      const steps = histories.steps.bind(histories);
      let failures = 0;
      jest.spyOn(histories, 'steps').mockImplementation((taskId, entries) => {
        if (!entries.some(({ event }) => (event.data as Json)?.text === 'poison')) return steps(taskId, entries);
        failures++;
        throw new TypeError('Jan Novák');
      });
      const id = await task();
      await jan.post(`/api/tasks/${id}/comments`, { text: 'poison' });
      await jan.patch(`/api/tasks/${id}`, { name: 'Po něm' });
      const other = await task();
      const begun = Date.now();
      for (const [failed, seconds] of [0, 2, 15].entries()) {
        await atClock(begun + seconds * 1_000);
        while (failures <= failed) await sleep(5);
      }
      await gos.service<Pumps>(Pumps).idle();
      expect(await setAside()).toEqual([]);
      expect(target.types.filter((type) => type !== 'webhook.test')).toEqual(['task.created', 'task.created']);
      await atClock(begun + 90_000);
      gos.clock.set(null);
      await target.got(3);
      expect([failures, target.types[2], other > id]).toEqual([4, 'task.edited', true]);
      const [given] = await out('&status=failed');
      expect(given).toMatchObject({ type: 'comment.added', attempts: [], effect: { notes: ['webhook.body-failed'] } });
      const [named, ...more] = await setAside();
      expect([named, more]).toMatchObject([
        { follower: 'webhook-bodies', type: 'CommentAdded', stream: `task-${id}`, tries: 1 },
        [],
      ]);
      expect(named.reason).not.toContain('Novák');
      jest.restoreAllMocks();
      expect((await jan.post('/api/admin/set-aside/retry', { ids: [named.id] })).body).toEqual({ count: 1 });
      await target.got(4);
      expect(target.types[3]).toBe('comment.added');
      await emptied();
    });

    it('are left out of a replay, which goes on', async () => {
      const [broken, fine] = [await task(), await task()];
      await target.got(2);
      await settled(2);
      const events = gos.service<ProjectEvents>(ProjectEvents);
      const projectOf = events.projectOf.bind(events);
      jest.spyOn(events, 'projectOf').mockImplementation((subject) => {
        if (subject.kind === 'task' && subject.id === broken) throw new TypeError('broken');
        return projectOf(subject);
      });
      expect((await jan.post(`/api/webhooks/${scene.hook}/replay`, {})).status).toBe(202);
      const tasks = () => target.received.flatMap(({ text }) => JSON.parse(text).data.task?.id ?? []);
      while (tasks().length < 3) await sleep(10);
      expect(tasks()).toEqual([broken, fine, fine]);
      expect(await setAside()).toMatchObject([{ follower: 'webhooks', type: 'TaskCreated', stream: `task-${broken}` }]);
      jest.restoreAllMocks();
      await jan.post('/api/admin/set-aside/retry', {});
      await emptied();
    });
  });

  it('are replayed once at a time: another replay of the webhook is refused, a retry is not', async () => {
    await task();
    await target.got(1);
    await settled(1);
    const replays = gos.service<RunningReplays>(RunningReplays);
    await replays.take(scene.hook, 'long');
    const replay = (key: string) =>
      jan.post(`/api/webhooks/${scene.hook}/replay`, {}, { 'idempotency-key': `replay-${key}` });
    expect((await replay('a')).body).toMatchObject({ status: 409, code: 'webhook.replay.running' });
    await replays.end(scene.hook, 'long');
    expect([(await replay('a')).status, (await replay('a')).status]).toEqual([202, 202]);
    await target.got(2);
    // A replay whose job was lost takes the place for a quarter of an hour.
    const isTaken = () => replays.take(scene.hook, 'lost').then(Boolean, () => false);
    while (!(await isTaken())) await sleep(10);
    gos.clock.set(new Date(Date.now() + 16 * minuteMs).toISOString());
    expect(await replays.take(scene.hook, 'next')).toBe(true);
    gos.clock.set(null);
    await replays.end(scene.hook, 'next');
  });
});
