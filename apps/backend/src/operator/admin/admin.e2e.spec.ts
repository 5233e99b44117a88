import { readModels } from '@gos/projections';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Projections } from '../../engine/projections/projections';
import { Peers } from '../../stores/broadcast/peers';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('the admin page’s interface', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;

  beforeAll(async () => {
    gos = await Harness.startEmbedded();
    admin = await gos.person('Alena Adminová');
    member = await gos.person('Jan Novák');
    await member.task({ name: 'Migrace karet' });
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => gos.stop());

  const overview = async (): Promise<Json> => (await admin.get('/api/admin/overview')).body;
  async function overviewWhere(holds: (body: Json) => boolean): Promise<Json> {
    for (;;) {
      const body = await overview();
      if (holds(body)) return body;
    }
  }

  it.each([
    ['GET', '/api/admin/overview'],
    ['POST', '/api/admin/rebuild'],
    ['GET', '/api/admin/queues/letters/jobs?state=failed'],
    ['POST', '/api/admin/queues/letters/retry'],
    ['POST', '/api/admin/queues/letters/remove'],
  ])('is for admins only: %s %s', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    expect(await gos.stranger().call(method, path, body)).toMatchObject({
      status: 401,
      body: { code: 'auth.required' },
    });
    expect(await member.call(method, path, body)).toMatchObject({ status: 403, body: { code: 'user.forbidden' } });
    expect((await admin.call(method, path, body)).status).not.toBe(403);
  });

  it('shows the servers, the process, who leads, how far the documents are and every read model', async () => {
    const body = await overviewWhere(({ rebuild }) => rebuild?.state !== 'running');
    expect(body).toMatchObject({ ready: true, lag: { events: 0, seconds: 0, caughtUp: true }, queuesPage: false });
    expect(body.parts).toContainEqual({
      part: 'event-log',
      ok: true,
      needed: true,
      reason: null,
      remedy: null,
      fault: null,
      store: 'folder',
    });
    expect(body.processes).toEqual([
      {
        id: expect.any(String),
        role: 'all',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        host: expect.any(String),
        pid: process.pid,
        since: expect.stringMatching(/^\d{4}-/),
        leads: true,
        answers: true,
      },
    ]);
    expect(body.models.map(({ name }: Json) => name)).toEqual(expect.arrayContaining(['task', 'user', 'board']));
    expect(body.models.every(({ caughtUp }: Json) => caughtUp)).toBe(true);
  });

  it('shows other processes as long as they say that they are there', async () => {
    const other = {
      process: {
        id: 'x',
        role: 'worker',
        version: '0.0.9',
        host: 'b',
        pid: 7,
        since: '2026-01-01T00:00:00.000Z',
        leads: false,
      },
      building: { model: 'task', events: 500, done: 1, of: 9 },
      rebuild: null,
      gone: false,
    };
    const peers = new Peers((gos.service(Peers) as Json).broadcast);
    peers.publish('processes', other);
    const seen = await overviewWhere(({ processes }) => processes.length === 2);
    expect(seen.processes[1]).toEqual({ ...other.process, answers: false });
    expect(seen.building).toEqual({ model: 'task', events: 500, done: 1, of: 9 });
    peers.publish('processes', { ...other, gone: true });
    expect((await overviewWhere(({ processes }) => processes.length === 1)).building).toBeNull();
  });

  it('builds a read model anew while it is asked how far it is', async () => {
    const before = (await overview()).models.find(({ name }: Json) => name === 'task').build;
    let go = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const store = gos.service<ReadModels>(READ_MODELS);
    const open = store.open.bind(store);
    jest.spyOn(store, 'open').mockImplementation(async (model) => {
      await gate;
      return open(model);
    });
    const { status, body } = await admin.post('/api/admin/rebuild', { model: 'task' });
    expect([status, body]).toEqual([
      202,
      { model: 'task', state: 'running', startedAt: expect.any(String), endedAt: null },
    ]);
    const during = await overviewWhere(({ building }) => building !== null);
    go();
    // The second one is its past.
    expect(during).toMatchObject({ building: { model: 'task', done: 0, of: 2 }, rebuild: { state: 'running' } });
    const after = await overviewWhere(({ rebuild }) => rebuild.state === 'done');
    expect(after).toMatchObject({ building: null, rebuild: { model: 'task', endedAt: expect.any(String) } });
    expect(after.models.find(({ name }: Json) => name === 'task').build).toBe(before + 1);
    expect((await member.get('/api/tasks?list=all')).body.total).toBe(1);
  });

  it('shows no rebuild as ended beside the documents before it', async () => {
    const before = await overviewWhere(({ rebuild }) => rebuild?.state !== 'running');
    const store = gos.service<ReadModels>(READ_MODELS);
    const activeVersion = store.activeVersion.bind(store);
    let hasRead = () => {};
    const reads = new Promise<void>((resolve) => (hasRead = resolve));
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    jest.spyOn(store, 'activeVersion').mockImplementationOnce(async (name) => {
      const version = await activeVersion(name);
      hasRead();
      await held;
      return version;
    });
    const slow = overview();
    await reads;
    const { body: begun } = await admin.post('/api/admin/rebuild', { model: 'task' });
    await overviewWhere(({ rebuild }) => rebuild.startedAt === begun.startedAt && rebuild.state === 'done');
    goOn();
    expect((await slow).rebuild).toEqual(before.rebuild);
  });

  it('says when a build failed', async () => {
    jest.spyOn(gos.service<Projections>(Projections), 'rebuild').mockRejectedValueOnce(new Error('the disk is full'));
    await admin.post('/api/admin/rebuild', {});
    expect(await overviewWhere(({ rebuild }) => rebuild.state !== 'running')).toMatchObject({
      rebuild: { model: null, state: 'failed' },
    });
  });

  it('refuses to build what there is not', async () => {
    const { status, body } = await admin.post('/api/admin/rebuild', { model: 'nonsense' });
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ path: 'model', code: 'validation.choice' })],
    ]);
  });

  it('is led to from the page of the queues, which bull-board serves on Redis alone', async () => {
    const html = { accept: 'text/html' };
    for (const path of ['/admin/queues', '/admin/queues/queue/mail']) {
      const led = await admin.get(path, html);
      expect([led.status, led.headers.get('location')]).toEqual([302, '/admin/jobs']);
      expect((await member.get(path, html)).status).toBe(403);
      expect((await gos.stranger().get(path)).status).toBe(401);
      const asked = await gos.stranger().get(path, html);
      expect([asked.status, asked.headers.get('location')]).toEqual([302, '/admin']);
    }
  });

  it('shows what it can while a server hangs', async () => {
    jest.spyOn(gos.service<Jobs>(JOBS), 'queueNames').mockImplementation(() => new Promise(() => {}));
    const body = await overview();
    expect(body.queues).toBeNull();
    expect(body.parts).toContainEqual({
      part: 'jobs',
      ok: false,
      needed: false,
      reason: 'no-answer',
      remedy: null,
      fault: null,
      store: 'folder',
    });
    expect(body.models).toHaveLength(readModels.length);
  });
});
