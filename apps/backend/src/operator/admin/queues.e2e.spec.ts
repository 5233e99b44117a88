import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { JOBS, type Jobs, PermanentFailure } from '../../stores/jobs/jobs';
import { Harness, type Json, type Person } from '../../testing/harness';
import { describeWithRedis, RedisServer } from '../../testing/servers/redis';

describeWithRedis('the page of the queues', () => {
  let redis: RedisServer;
  let gos: Harness;
  let admin: Person;
  let member: Person;

  beforeAll(async () => {
    redis = await RedisServer.start();
    gos = await Harness.start({ REDIS_URL: redis.url });
    admin = await gos.person('Alena Adminová');
    member = await gos.person('Jan Novák');
    const jobs = gos.service<Jobs>(JOBS);
    jobs.process('letters', {}, () => Promise.reject(new PermanentFailure('no such address')));
    await jobs.add('letters', { id: 'lost', data: null });
    while ((await jobs.counts('letters')).failed === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
  afterAll(async () => {
    await gos.stop();
    await redis.stop();
  });

  const html = { accept: 'text/html' };
  const queues = async (): Promise<Json[]> =>
    (await admin.get('/admin/queues/api/queues?activeQueue=letters&page=1&jobsPerPage=10')).body.queues;

  it('shows admins every queue, and allows its own base there alone', async () => {
    const page = await admin.get('/admin/queues', html);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toContain("base-uri 'self'");
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    const script = /src="(static\/[^"]+\.js)"/.exec(String(page.body))![1];
    expect((await admin.get(`/admin/queues/${script}`)).status).toBe(200);
    expect((await queues()).map(({ name }) => name)).toEqual(expect.arrayContaining(['letters', 'maintenance']));
    expect((await admin.get('/api/me')).headers.get('content-security-policy')).toContain("base-uri 'none'");
    expect((await admin.get('/api/admin/overview')).body.queuesPage).toBe(true);
  });

  it('lets nobody else in', async () => {
    for (const path of ['/admin/queues', '/admin/queues/api/queues', '/admin/queues/static/js/main.js']) {
      expect((await member.get(path)).status).toBe(403);
      expect((await gos.stranger().get(path)).status).toBe(401);
    }
    const asked = await gos.stranger().get('/admin/queues', html);
    expect([asked.status, asked.headers.get('location')]).toEqual([302, '/admin']);
  });

  it('shows a pause of the product’s own page, which retries and removes the jobs of BullMQ too', async () => {
    const at = '/api/admin/queues/letters';
    expect((await admin.post(`${at}/pause`)).status).toBe(204);
    expect((await queues()).find(({ name }) => name === 'letters')!.isPaused).toBe(true);
    expect((await admin.get('/api/admin/overview')).body.queues).toContainEqual(
      expect.objectContaining({ name: 'letters', paused: true, dead: 1 }),
    );
    expect((await admin.get(`${at}/jobs?state=failed`)).body.items).toMatchObject([
      { id: 'lost', reason: 'no such address', attempts: 1, scheduled: false },
    ]);
    for (const _ of [1, 2]) expect((await admin.post(`${at}/jobs/lost/retry`)).status).toBe(204);
    expect((await admin.get(`${at}/jobs?state=waiting`)).body.items).toMatchObject([{ id: 'lost', attempts: 0 }]);
    expect((await admin.call('DELETE', `${at}/jobs/lost`)).status).toBe(204);
    expect((await admin.call('DELETE', `${at}/jobs/lost`)).body.code).toBe('job.not-found');
    expect((await admin.post(`${at}/resume`)).status).toBe(204);
    expect((await queues()).find(({ name }) => name === 'letters')!.isPaused).toBe(false);
    const { items } = (await admin.get('/api/admin/queues/digest/schedules')).body;
    expect(items).toMatchObject([{ id: 'digest', cron: '0 7 * * *', timeZone: 'Europe/Prague' }]);
  });

  it('takes changes from its own pages only', async () => {
    const retry = (headers: Record<string, string>) =>
      admin.call('PUT', '/admin/queues/api/queues/letters/retry/failed', undefined, headers);
    expect((await retry({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await retry({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await member.call('PUT', '/admin/queues/api/queues/letters/retry/failed')).status).toBe(403);
  });
});
