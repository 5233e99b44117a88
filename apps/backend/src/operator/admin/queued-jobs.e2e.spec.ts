import { queues, schedules } from '@gos/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Worker } from '../../engine/jobs/worker';
import { PinoLogger } from '../../observability/logger';
import { JOBS, type Jobs, PermanentFailure } from '../../stores/jobs/jobs';
import { Harness, type Json, type Person } from '../../testing/harness';

describe('the jobs of the admin page', () => {
  const raw: string[] = [];
  let gos: Harness;
  let admin: Person;
  const broken = new Set<string>();
  const held = new Map<string, () => void>();
  const ran: string[] = [];

  beforeAll(async () => {
    gos = await Harness.start();
    Logger.overrideLogger(new PinoLogger('warn', { write: (line) => void raw.push(line) }));
    admin = await gos.person('Alena Adminová');
    handleLetters();
  });
  afterAll(async () => {
    Logger.overrideLogger(false);
    await gos.stop();
  });
  beforeEach(() => {
    raw.length = 0;
    ran.length = 0;
  });

  const jobs = () => gos.service<Jobs>(JOBS);
  const handleLetters = () =>
    jobs().process('letters', { concurrency: 5 }, async ({ id }) => {
      if (id.startsWith('slow')) await new Promise<void>((resolve) => held.set(id, resolve));
      if (broken.has(id)) throw new (id.startsWith('again') ? Error : PermanentFailure)(`no address for ${id}`);
      ran.push(id);
    });
  const at = (path: string) => `/api/admin/queues/${path}`;
  const list = async (state: string, query = '') => (await admin.get(at(`letters/jobs?state=${state}${query}`))).body;
  const idsOf = async (state: string): Promise<string[]> => (await list(state)).items.map(({ id }: Json) => id);
  const counts = async (): Promise<Json> =>
    (await admin.get('/api/admin/overview')).body.queues.find(({ name }: Json) => name === 'letters');
  async function countsWhere(holds: (counts: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = await counts();
      if (holds(found)) return found;
    }
  }
  const logged = () =>
    raw
      .map((line) => JSON.parse(line) as Json)
      .filter(({ security }) => /^(queue|job)\./.test(security))
      .map(({ security, by, what }) => `${security} ${by} ${what}`);
  async function fail(...ids: string[]): Promise<void> {
    const before = (await counts())?.dead ?? 0;
    for (const id of ids) broken.add(id);
    await jobs().add('letters', ...ids.map((id) => ({ id, data: null })));
    await countsWhere(({ dead }) => dead === before + ids.length);
    for (const id of ids) broken.delete(id);
  }

  it('lists pages of each state, with ids and kinds of the data alone', async () => {
    const data = { userId: 7, letter: 'invitation', nonce: 'a-secret', email: 'jan@firma.example' };
    await jobs().add('letters', { id: 'late', data, at: Date.parse('2099-01-02T03:04:05Z') });
    await jobs().add('letters', { id: 'later', data: null, at: Date.parse('2099-02-02T03:04:05Z') });
    expect(await list('delayed')).toEqual({
      items: [
        {
          id: 'late',
          state: 'delayed',
          facts: [
            { name: 'userId', value: '7' },
            { name: 'letter', value: 'invitation' },
          ],
          reason: null,
          attempts: 0,
          addedAt: expect.stringMatching(/^\d{4}-/),
          at: expect.stringMatching(/^2099-01-02T03:04:0[45]/),
          scheduled: false,
        },
        expect.objectContaining({ id: 'later', facts: [] }),
      ],
      total: 2,
      page: 1,
      pageSize: 25,
    });
    expect(await list('delayed', '&page=2&pageSize=1')).toMatchObject({ items: [{ id: 'later' }], total: 2, page: 2 });
    for (const query of ['', '?state=done', '?state=failed&sort=id', '?state=failed&pageSize=101']) {
      expect([query, (await admin.get(at(`letters/jobs${query}`))).status]).toEqual([query, 422]);
    }
    const { status, body } = await admin.get(at('nonsense/jobs?state=failed'));
    expect([status, body.code]).toEqual([404, 'queue.not-found']);
    expect((await admin.call('DELETE', at('letters/jobs/later'))).status).toBe(204);
    expect((await admin.call('DELETE', at('letters/jobs/late'))).status).toBe(204);
  });

  it('shows the schedules and their next runs', async () => {
    const { items } = (await admin.get(at('digest/schedules'))).body;
    expect(items).toEqual([
      {
        id: 'digest',
        everyMs: null,
        cron: '0 7 * * *',
        timeZone: 'Europe/Prague',
        nextAt: expect.stringMatching(/T0[56]:00:00\.000Z$/),
      },
    ]);
    const sweeps = (await admin.get(at('maintenance/schedules'))).body.items;
    expect(sweeps).toContainEqual(expect.objectContaining({ id: 'sweep-uploads', everyMs: 3_600_000, cron: null }));
    const [digest] = (await admin.get(at('digest/jobs?state=delayed'))).body.items;
    expect(digest).toMatchObject({ scheduled: true, at: items[0].nextAt });
    for (const answer of [
      await admin.post(at(`digest/jobs/${digest.id}/retry`)),
      await admin.call('DELETE', at(`digest/jobs/${digest.id}`)),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'job.scheduled']);
    }
    expect((await admin.get(at('nonsense/schedules'))).status).toBe(404);
  });

  it('pauses a queue for all and through restarts, says so, and resumes it', async () => {
    for (const _ of [1, 2]) expect((await admin.post(at('letters/pause'))).status).toBe(204);
    await jobs().add('letters', { id: 'waits', data: null });
    expect(await counts()).toMatchObject({ paused: true, waiting: 1 });
    await gos.restart();
    Logger.overrideLogger(new PinoLogger('warn', { write: (line) => void raw.push(line) }));
    admin = await gos.signIn(admin.email);
    handleLetters();
    expect(await counts()).toMatchObject({ paused: true, waiting: 1, active: 0 });
    expect(await idsOf('waiting')).toEqual(['waits']);
    const ready = await gos.stranger().get('/api/health/ready');
    expect([ready.status, ready.body.status, ready.body.paused]).toEqual([200, 'ok', ['letters']]);
    const metrics = await (await fetch(`${gos.origin}/metrics`)).text();
    expect(metrics).toContain('gos_queue_paused{queue="letters"} 1');
    expect(metrics).toContain('gos_queue_paused{queue="mail"} 0');
    for (const _ of [1, 2]) expect((await admin.post(at('letters/resume'))).status).toBe(204);
    await countsWhere(({ paused, waiting, active }) => !paused && waiting + active === 0);
    expect(ran).toEqual(['waits']);
    expect(logged()).toEqual([`queue.paused ${admin.id} letters`, `queue.resumed ${admin.id} letters`]);
    expect((await admin.post(at('nonsense/pause'))).body.code).toBe('queue.not-found');
    expect((await admin.post(at('nonsense/resume'))).body.code).toBe('queue.not-found');
  });

  it('retries a failed job and one that waits for its next attempt, however often one clicks', async () => {
    await fail('bad');
    expect((await list('failed')).items).toMatchObject([{ id: 'bad', reason: 'no address for bad', attempts: 1 }]);
    broken.add('again-2');
    await jobs().add('letters', { id: 'late-2', data: null, delayMs: 3_600_000 });
    await jobs().add('letters', { id: 'again-2', data: null, attempts: 5, backoff: { delayMs: 3_600_000 } });
    await countsWhere(({ delayed }) => delayed === 2);
    broken.clear();
    await admin.post(at('letters/pause'));
    const early = await admin.post(at('letters/jobs/late-2/retry'));
    expect([early.status, early.body.code]).toEqual([409, 'job.not-tried']);
    for (const id of ['bad', 'again-2']) {
      for (const _ of [1, 2]) expect((await admin.post(at(`letters/jobs/${id}/retry`))).status).toBe(204);
    }
    expect(await counts()).toMatchObject({ waiting: 2, delayed: 1, dead: 0 });
    await admin.post(at('letters/resume'));
    await countsWhere(({ waiting, active }) => waiting + active === 0);
    expect(ran.toSorted()).toEqual(['again-2', 'bad']);
    await admin.call('DELETE', at('letters/jobs/late-2'));
    expect(logged().slice(1, 3)).toEqual([
      `job.retried ${admin.id} letters bad`,
      `job.retried ${admin.id} letters again-2`,
    ]);
    for (const id of ['bad', 'never-there']) {
      const { status, body } = await admin.post(at(`letters/jobs/${id}/retry`));
      expect([id, status, body.code]).toEqual([id, 404, 'job.not-found']);
    }
  });

  it('removes jobs for good, through restarts too, but no running one', async () => {
    const remove = (id: string) => admin.call('DELETE', at(`letters/jobs/${id}`));
    await fail('bad-3');
    await jobs().add('letters', { id: 'slow-3', data: null }, { id: 'late-3', data: null, delayMs: 3_600_000 });
    await countsWhere(({ active }) => active === 1);
    const refused = await remove('slow-3');
    expect([refused.status, refused.body.code]).toEqual([409, 'job.running']);
    for (const id of ['bad-3', 'late-3']) {
      expect((await remove(id)).status).toBe(204);
      expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'job.not-found' } });
    }
    held.get('slow-3')!();
    expect(await countsWhere(({ active }) => active === 0)).toMatchObject({ waiting: 0, delayed: 0, dead: 0 });
    expect(ran).toEqual(['slow-3']);
    expect(logged()).toEqual([`job.removed ${admin.id} letters bad-3`, `job.removed ${admin.id} letters late-3`]);
    expect((await remove('slow-3')).status).toBe(404);
  });

  it('does not bring back a removed job of an event after a restart', async () => {
    const newProject = async (name: string) =>
      expect((await admin.post('/api/projects', { name, finishDate: '2099-01-01' })).status).toBe(201);
    await newProject('E-shop');
    const delayed = async () => (await admin.get(at('finished-projects/jobs?state=delayed'))).body.items;
    while ((await delayed()).length === 0);
    const [ending] = await delayed();
    expect(ending.facts).toContainEqual({ name: 'projectId', value: '1' });
    expect((await admin.call('DELETE', at(`finished-projects/jobs/${ending.id}`))).status).toBe(204);
    await gos.restart();
    admin = await gos.signIn(admin.email);
    handleLetters();
    // A later event's job shows that the log was followed again.
    await newProject('Web');
    while ((await delayed()).length === 0);
    expect((await delayed()).map(({ facts }: Json) => facts)).toEqual([[{ name: 'projectId', value: '2' }]]);
  });

  it('retries and removes many failed jobs at once, and leaves others alone', async () => {
    await fail('a', 'b', 'c', 'd', 'e');
    await jobs().add('letters', { id: 'later-4', data: null, delayMs: 3_600_000 });
    const act = async (action: string, body: object) => (await admin.post(at(`letters/${action}`), body)).body;
    expect(await act('retry', { ids: ['a', 'b', 'later-4', 'nothing'] })).toEqual({ count: 2 });
    await countsWhere(({ dead, active, waiting }) => dead + active + waiting === 3);
    expect(ran.toSorted()).toEqual(['a', 'b']);
    expect(await act('remove', { ids: ['c', 'later-4'] })).toEqual({ count: 1 });
    expect(await counts()).toMatchObject({ dead: 2, delayed: 1 });
    expect(await act('remove', {})).toEqual({ count: 2 });
    expect(await counts()).toMatchObject({ dead: 0, delayed: 1 });
    expect((await act('remove', { ids: 'all' })).status).toBe(422);
  });

  it('has a name for every queue and schedule', async () => {
    const { ticks } = gos.service<Worker>(Worker) as unknown as { ticks: ReadonlyMap<string, unknown> };
    const named: ReadonlySet<string> = new Set(queues);
    const product = (await jobs().queueNames()).filter((name) => name !== 'letters');
    expect(product.filter((name) => !named.has(name))).toEqual([]);
    const declared = await Promise.all(product.map((queue) => jobs().schedules(queue)));
    const ids = [...declared.flat().map(({ id }) => id), ...ticks.keys()];
    expect(ids.toSorted()).toEqual(schedules.toSorted());
  });
});
