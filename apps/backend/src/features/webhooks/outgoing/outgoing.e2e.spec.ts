import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Worker } from '../../../engine/jobs/worker';
import { Harness, type Json, type Person } from '../../../testing/harness';
import { github, githubIssue } from '../testing/host-payloads';
import { Receiver } from '../testing/receiver';
import { WebhookScene } from '../testing/webhook-scene';
import { Pumps } from './pumps';
import { Sender } from './sender';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('events of a project', () => {
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

  it('are sent as Standard Webhooks asks: id, time, signature, type, changes with their previous values', async () => {
    const id = await task({ budget: { amount: '100.00', currency: 'CZK' } });
    await jan.patch(`/api/tasks/${id}`, { name: 'Platby' });
    await eva.post(`/api/tasks/${id}/complete`, { result: 'Hotovo' });
    const received = await target.got(3);
    expect(target.types).toEqual(['task.created', 'task.edited', 'task.completed']);
    const [created, edited, completed] = received.map((one) => Receiver.verified(scene.secret, one));
    expect(created).toEqual({
      type: 'task.created',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        activity: expect.objectContaining({ event: 'TaskCreated', taskId: id, by: { id: jan.id, name: 'Jan Novák' } }),
        task: expect.objectContaining({ id, solver: { id: eva.id, name: 'Eva Malá' }, budget: null, usedBudget: null }),
      },
    });
    expect(edited.data.activity.changes).toEqual([{ field: 'name', from: 'Košík', to: 'Platby' }]);
    expect(completed.data.activity).toMatchObject({ event: 'TaskCompleted', text: 'Hotovo', class: 'task-completed' });
    const [{ headers }] = received as [(typeof received)[0]];
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.any(String) });
    await settled(3);
    const [last] = await out();
    expect(last).toMatchObject({
      type: 'task.completed',
      status: 'delivered',
      attempts: [{ status: 204, ms: expect.any(Number), at: expect.any(String) }],
      effect: null,
      nextAttemptAt: null,
    });
    const detail = await scene.delivery(last.id);
    expect(JSON.parse(detail.payload!).type).toBe('task.completed');
    expect(detail.headers['webhook-id']).toBe(last.id);
    expect(JSON.stringify(detail.headers)).not.toContain('v1,');
  });

  it('of boards, of the project, of work and of graphs are sent too, of other projects and of before not', async () => {
    const other = (await jan.post('/api/projects', { name: 'Sklad' })).body.id;
    await jan.task({ name: 'Jinde', projectId: other });
    const board = (await jan.post(`/api/projects/${scene.project}/boards`, { name: 'Nová', section: 'todo' })).body.id;
    await jan.patch(`/api/boards/${board}`, { assignedUserId: eva.id, description: 'Popis' });
    await jan.post(`/api/projects/${scene.project}/members`, {
      userId: eva.id,
      permission: 'edit',
      notification: 'none',
    });
    const id = await task();
    await eva.post('/api/work/start', { taskId: id });
    await eva.post('/api/work/stop');
    await target.got(6);
    expect([...target.types].sort()).toEqual(
      ['board.created', 'board.edited', 'member.added', 'task.created', 'work.ended', 'work.started'].sort(),
    );
    const of = (type: string) => target.received.find(({ body }) => body.type === type)!.body.data;
    expect(of('board.edited')).toMatchObject({
      activity: {
        event: 'BoardEdited',
        changes: [
          { field: 'description', from: '', to: 'Popis' },
          { field: 'assignedUser', from: null, to: { id: eva.id, name: 'Eva Malá' } },
        ],
      },
      board: { id: board, name: 'Nová' },
    });
    expect(of('member.added')).toMatchObject({ project: { id: scene.project, name: 'E-shop' } });
    expect(of('member.added').project).not.toHaveProperty('can');
  });

  it('of nothing but a budget are not sent: a member who looks on does not see it', async () => {
    const id = await task();
    await jan.post(`/api/tasks/${id}/budget`, { budget: { amount: '100.00', currency: 'CZK' } });
    await jan.patch(`/api/tasks/${id}`, { priority: 7 });
    await target.got(2);
    await settled(2);
    expect(target.types).toEqual(['task.created', 'task.edited']);
    const { status } = await jan.post(`/api/webhooks/${scene.hook}/replay`, {});
    expect(status).toBe(202);
    await target.got(4);
    expect(target.types).not.toContain('budget.added');
  });

  it('go in the order of their task; a task that fails holds up no other', async () => {
    const refused = await task({ name: 'Odmítaný' });
    await target.got(1);
    await settled(1);
    target.answer = ({ body }, response) => {
      const isRefused = body.data.task.id === refused;
      response.writeHead(isRefused ? 503 : 200).end();
    };
    await jan.patch(`/api/tasks/${refused}`, { priority: 6 });
    await jan.patch(`/api/tasks/${refused}`, { priority: 7 });
    const fine = await task({ name: 'Jiný' });
    await jan.patch(`/api/tasks/${fine}`, { priority: 8 });
    await settled(3);
    const ofRefused = () => target.received.filter(({ body }) => body.data.task.id === refused).slice(1);
    expect(new Set(ofRefused().map(({ body }) => body.data.activity.changes[0].to))).toEqual(new Set([6]));
    target.answer = (_, response) => void response.writeHead(200).end();
    await atClock(Date.now() + minuteMs);
    gos.clock.set(null);
    await settled(5);
    const values = ofRefused().map(({ body }) => body.data.activity.changes[0].to);
    expect(values.at(-1)).toBe(7);
    expect(values.slice(0, -1).every((value) => value === 6)).toBe(true);
    const ids = ofRefused().map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
  });

  it('are tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with one id and new times, then given up', async () => {
    answered(500);
    try {
      await task();
      await target.got(1);
      await gos.service<Pumps>(Pumps).idle();
      let at = Date.parse((await out())[0].attempts[0].at);
      for (const wait of [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs]) {
        const count = target.received.length;
        await atClock(at + wait - 1_000);
        expect(target.received).toHaveLength(count);
        at += wait + 1_000;
        await atClock(at);
        expect(target.received).toHaveLength(count + 1);
      }
      await atClock(at + 48 * hourMs);
      expect(target.received).toHaveLength(8);
    } finally {
      gos.clock.set(null);
    }
    const [delivery] = await out();
    expect(delivery).toMatchObject({ status: 'failed', effect: { notes: ['webhook.target.refused'] } });
    expect(delivery.attempts.map(({ status }: Json) => status)).toEqual(Array(8).fill(500));
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery.id]));
    expect(new Set(target.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect((await scene.delivery(delivery.id)).answer).toBe('answer');
  });

  it('wait as long as Retry-After asks', async () => {
    answered(503, { 'retry-after': '3600' });
    await task();
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    const [{ nextAttemptAt, attempts }] = await out();
    const wait = Date.parse(nextAttemptAt) - Date.parse(attempts[0].at);
    expect(wait).toBeGreaterThanOrEqual(hourMs);
    expect(wait).toBeLessThan(hourMs + minuteMs);
  });

  const read = async () => (await jan.get(`/api/projects/${scene.project}/webhooks/${scene.hook}`)).body;

  it('switch the webhook off at once when its target is gone', async () => {
    answered(410);
    await task();
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    expect(await read()).toMatchObject({ active: false, switchedOff: 'gone' });
    expect((await out())[0]).toMatchObject({ status: 'failed', attempts: [{ status: 410 }] });
    await task();
    answered(200);
    await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, { active: true });
    expect(await read()).toMatchObject({ active: true, switchedOff: null });
    await task({ name: 'Po zapnutí' });
    await target.got(2);
    expect(target.received.at(-1)!.body.data.task.name).toBe('Po zapnutí');
  });

  it('switch it off after five days of nothing but failures', async () => {
    answered(500);
    await task();
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    const since = Date.now();
    try {
      await atClock(since + 4 * 24 * hourMs);
      gos.clock.set(null);
      expect(await read()).toMatchObject({ active: true });
      await atClock(since + 5 * 24 * hourMs + minuteMs);
    } finally {
      gos.clock.set(null);
    }
    expect(await read()).toMatchObject({ active: false, switchedOff: 'failing' });
  });

  it('are signed with both secrets for a day after a rotation', async () => {
    const { secret } = (await jan.post(`/api/webhooks/${scene.hook}/rotate-secret`)).body;
    await task();
    const [received] = await target.got(1);
    expect(received!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const one of [secret, scene.secret]) expect(Receiver.verified(one, received!).type).toBe('task.created');
  });

  it('that a delivery in has caused are not sent back', async () => {
    await scene.take(github('issues', githubIssue('opened', { number: 12 }), { secret: scene.secret }));
    const headers = { 'x-correlation-id': `webhook-${scene.hook}-x` };
    await jan.post('/api/tasks', { name: 'Vlastní', projectId: scene.project }, headers);
    await target.got(1);
    await settled(1);
    expect(target.received.map(({ body }) => body.data.task.name)).toEqual(['Vlastní']);
  });

  it('of a task that left the project meanwhile are not told', async () => {
    answered(500);
    const id = await task();
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    await jan.post(`/api/tasks/${id}/move`, { projectId: null });
    answered(200);
    await atClock(Date.now() + minuteMs);
    gos.clock.set(null);
    expect(target.received).toHaveLength(1);
    expect((await out())[0]).toMatchObject({ status: 'ignored', effect: { notes: ['task.not-found'] } });
  });

  it('are sent again by hand with the same id, and as a test', async () => {
    await task();
    await target.got(1);
    await settled(1);
    const [{ id }] = await out();
    expect((await jan.post(`/api/webhooks/${scene.hook}/deliveries/${id}/redeliver`)).status).toBe(202);
    await target.got(2);
    expect(new Set(target.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    const test = () => jan.post(`/api/webhooks/${scene.hook}/test`, undefined, { 'idempotency-key': 'test-1' });
    const replies = [await test(), await test()];
    expect(replies.map(({ status, body }) => [status, body.id])).toEqual([
      [202, replies[0]!.body.id],
      [202, replies[0]!.body.id],
    ]);
    await target.got(3);
    expect(target.received[2]!.body).toMatchObject({
      type: 'webhook.test',
      data: { webhook: { id: scene.hook, name: 'Hostitel' } },
    });
    await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, { targetUrl: null });
    for (const path of ['test', 'replay']) {
      const { body } = await jan.post(`/api/webhooks/${scene.hook}/${path}`, path === 'replay' ? {} : undefined);
      expect(body).toMatchObject({ status: 409, code: 'webhook.no-target' });
    }
  });

  it('are replayed: since a moment, or all that ever happened', async () => {
    const other = (await jan.post('/api/projects', { name: 'Starý' })).body.id;
    const old = await jan.task({ name: 'Dávný', projectId: other });
    await jan.patch(`/api/tasks/${old}`, { priority: 7 });
    const since = new Date().toISOString();
    await sleep(2);
    await jan.patch(`/api/tasks/${old}`, { priority: 8 });
    const { id, secret } = (await jan.post(`/api/projects/${other}/webhooks`, { name: 'Nový', targetUrl: target.url }))
      .body;
    const replay = (body: object) => jan.post(`/api/webhooks/${id}/replay`, body);
    expect((await replay({ since: 'včera' })).status).toBe(422);
    expect((await replay({ since })).status).toBe(202);
    await target.got(1);
    expect(target.types).toEqual(['task.edited']);
    await gos.service<Pumps>(Pumps).idle();
    while ((await replay({})).status === 409) await sleep(10);
    await target.got(6);
    expect(target.types.slice(1).sort()).toEqual(
      ['member.added', 'project.created', 'task.created', 'task.edited', 'task.edited'].sort(),
    );
    const ofTask = target.received.slice(1).filter(({ body }) => body.type.startsWith('task.'));
    expect(ofTask.map(({ body }) => body.data.activity.changes[0]?.to ?? null)).toEqual(['Dávný', 7, 8]);
    expect(ofTask.at(-1)!.headers['webhook-id']).toBe(target.received[0]!.headers['webhook-id']);
    for (const one of target.received) Receiver.verified(secret, one);
    await jan.delete(`/api/projects/${other}/webhooks/${id}`);
  });

  it('hold up nobody while a target is slow, and take no endless answer', async () => {
    const slow = await Receiver.start();
    slow.answer = () => {};
    const { id } = (await jan.post(`/api/projects/${scene.project}/webhooks`, { name: 'Pomalý', targetUrl: slow.url }))
      .body;
    target.answer = (_, response) => {
      response.writeHead(200);
      const more = () => {
        while (response.write('x'.repeat(16 * 1024)));
        response.once('drain', more);
      };
      response.on('error', () => {});
      more();
    };
    const number = await task();
    await slow.got(1);
    for (const priority of [6, 7, 8]) await jan.patch(`/api/tasks/${number}`, { priority });
    await settled(4);
    expect(slow.received).toHaveLength(1);
    const [last] = await out();
    expect((await scene.delivery(last.id)).answer).toBe('x'.repeat(4 * 1024));
    await jan.delete(`/api/projects/${scene.project}/webhooks/${id}`);
    slow.stop();
  });

  it('survive a restart: what was not sent is sent then, once', async () => {
    answered(500);
    await task();
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    // On a busy machine the retry is due, and sent, as soon as the process is back.
    answered(200);
    await gos.restart();
    for (const person of [jan, eva]) person.origin = gos.origin;
    await atClock(Date.now() + minuteMs);
    gos.clock.set(null);
    await settled(1);
    expect(target.received).toHaveLength(2);
  });

  it('go to the address that a name led to when it was checked, under the name', async () => {
    const sender = gos.service<Sender>(Sender);
    const { resolve } = sender;
    const asked: string[] = [];
    // A second look-up leads elsewhere.
    sender.resolve = async (host) => {
      asked.push(host);
      return asked.length === 1 ? ['127.0.0.1'] : ['192.0.2.1'];
    };
    try {
      const targetUrl = `http://odber.example:${target.port}/pod/adresou?x=1`;
      await jan.patch(`/api/projects/${scene.project}/webhooks/${scene.hook}`, { targetUrl });
      await jan.post(`/api/webhooks/${scene.hook}/test`);
      const [{ headers, path }] = (await target.got(1)) as [(typeof target.received)[0]];
      expect([headers.host, path]).toEqual([`odber.example:${target.port}`, '/pod/adresou?x=1']);
      expect(asked).toEqual(['odber.example']);
    } finally {
      sender.resolve = resolve;
    }
  });

  it('take no endless headers, and are counted', async () => {
    target.answer = (_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(64 * 1024) }).end();
    const { id } = (await jan.post(`/api/webhooks/${scene.hook}/test`)).body;
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    expect((await scene.delivery(id)).effect!.notes).toEqual(['webhook.target.unreachable']);
    const metrics = String((await jan.get('/metrics')).body);
    expect(metrics).toMatch(/gos_webhook_deliveries_total\{direction="out",outcome="failed"\} [1-9]/);
    expect(metrics).toMatch(/gos_webhook_deliveries_total\{direction="out",outcome="delivered"\} [1-9]/);
  });

  it('follow no redirect', async () => {
    const elsewhere = await Receiver.start();
    answered(302, { location: elsewhere.url });
    await task();
    await target.got(1);
    await gos.service<Pumps>(Pumps).idle();
    expect((await out())[0]).toMatchObject({ status: 'pending', attempts: [{ status: 302 }] });
    expect(elsewhere.received).toEqual([]);
    elsewhere.stop();
  });
});
