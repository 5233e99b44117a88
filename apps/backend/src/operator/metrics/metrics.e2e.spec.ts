import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Projections } from '../../engine/projections/projections';
import { JOBS, type Jobs, PermanentFailure } from '../../stores/jobs/jobs';
import { Harness, type Person } from '../../testing/harness';
import { Screen } from '../../testing/screen';

describe('metrics', () => {
  let gos: Harness;
  let admin: Person;
  let member: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    member = await gos.person('Jan Novák');
  });
  afterAll(() => gos.stop());

  const page = async (): Promise<string> => String((await gos.stranger().get('/metrics')).body);
  /** The value of the sample with these labels among others, 0 when there is none. */
  async function value(name: string, labels: Record<string, string> = {}): Promise<number> {
    const wanted = Object.entries(labels).map(([label, one]) => `${label}="${one}"`);
    const samples = (await page())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
    const fitting = samples.filter((line) => wanted.every((one) => line.includes(one)));
    return fitting.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }
  const commands = (kind: string, outcome: string) => value('gos_command_duration_seconds_count', { kind, outcome });

  it('count commands by kind and outcome, appends, events applied and requests by template', async () => {
    const [appends, applied] = [
      await value('gos_append_duration_seconds_count'),
      await value('gos_projection_events_total'),
    ];
    const id = await member.task({ name: 'Migrace karet', solverId: member.id });
    await member.patch(`/api/tasks/${id}`, { name: 'Migrace karet' });
    await admin.post(`/api/tasks/${id}/return`, { reason: 'Ne' });
    const key = { 'idempotency-key': 'once' };
    await member.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' }, key);
    await member.post(`/api/tasks/${id}/comments`, { text: 'Ahoj' }, key);
    expect(await commands('task.create', 'done')).toBe(1);
    expect(await commands('task.edit', 'unchanged')).toBe(1);
    expect(await commands('task.return', 'refused')).toBe(1);
    expect([await commands('task.comment', 'done'), await commands('task.comment', 'repeated')]).toEqual([1, 1]);
    expect(await value('gos_append_duration_seconds_count', { outcome: 'done' })).toBe(appends + 2);
    expect(await value('gos_projection_events_total')).toBeGreaterThanOrEqual(applied + 2);
    const route = '/api/tasks/:id/comments';
    expect(await value('gos_http_requests_total', { method: 'POST', route, status: '201' })).toBe(2);
    expect(await value('gos_http_request_duration_seconds_count', { method: 'POST', route })).toBe(2);
  });

  it('say who leads, how the process fares and what it is', async () => {
    expect(await value('gos_projection_leads')).toBe(1);
    expect(await value('gos_info', { role: 'all' })).toBe(1);
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(await page()).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it('count connected browsers', async () => {
    const before = await value('gos_socket_clients');
    const screen = await Screen.open(member);
    expect(await value('gos_socket_clients')).toBe(before + 1);
    screen.close();
    while ((await value('gos_socket_clients')) !== before) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  it('count jobs by queue and state, and their runs', async () => {
    const jobs = gos.service<Jobs>(JOBS);
    jobs.process('letters', {}, async ({ id }) => {
      if (id === 'lost') throw new PermanentFailure('no such address');
    });
    await jobs.add('letters', { id: 'lost', data: null }, { id: 'sent', data: null });
    await jobs.add('letters', { id: 'later', data: null, delayMs: 3_600_000 });
    while ((await jobs.counts('letters')).failed + (await jobs.counts('letters')).delayed < 2)
      await new Promise(setImmediate);
    expect(await value('gos_jobs', { queue: 'letters', state: 'dead' })).toBe(1);
    expect(await value('gos_jobs', { queue: 'letters', state: 'delayed' })).toBe(1);
    while ((await value('gos_job_duration_seconds_count', { queue: 'letters' })) < 2) await new Promise(setImmediate);
    expect(await value('gos_job_duration_seconds_count', { queue: 'letters', outcome: 'failed' })).toBe(1);
    expect(await value('gos_job_duration_seconds_count', { queue: 'letters', outcome: 'done' })).toBe(1);
  });

  it('hold nobody’s data, and no more routes than there are', async () => {
    for (const path of [
      '/api/tasks/17',
      '/api/nothing/17',
      '/jan.novak@example.com',
      '/api/calendar/secret-of-jan.ics',
    ]) {
      await gos.stranger().get(path);
    }
    await gos
      .stranger()
      .call('PROPFIND', '/api/tasks')
      .catch(() => null);
    const all = await page();
    expect(all).not.toMatch(/Novák|Adminov|example\.com|Migrace|secret-of|nothing|PROPFIND/);
    for (const [, route] of all.matchAll(/route="([^"]*)"/g))
      expect(route).toMatch(/^(pages|unknown|\/metrics|\/api[\w/:.-]*)$/);
  });

  it('are for direct neighbours and admins', async () => {
    const outside = { 'x-forwarded-for': '203.0.113.9' };
    expect(await gos.stranger().get('/metrics')).toMatchObject({ status: 200 });
    expect(await gos.stranger().get('/metrics', outside)).toMatchObject({
      status: 401,
      body: { code: 'auth.required' },
    });
    expect(await member.get('/metrics', outside)).toMatchObject({ status: 403, body: { code: 'user.forbidden' } });
    expect(await admin.get('/metrics', outside)).toMatchObject({ status: 200 });
    expect((await admin.get('/metrics', outside)).headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['localhost:3000', 200],
    ['127.0.0.1', 200],
    ['10.0.0.5:3000', 200],
    ['[::1]:3000', 200],
    ['gos:3000', 200],
    ['work.firma.example', 401],
    ['93.184.216.34', 401],
  ])('answer a proxy that hides everything but the name %s with %d', async (host, status) => {
    const { port, hostname } = new URL(gos.origin);
    const answer = new Promise<number | undefined>((resolve, reject) => {
      get({ port, hostname, path: '/metrics', headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      ).on('error', reject);
    });
    expect(await answer).toBe(status);
  });

  it('tell how many events the documents lack, and since when', async () => {
    expect([await value('gos_projection_lag_events'), await value('gos_projection_lag_seconds')]).toEqual([0, 0]);
    await gos.service<Projections>(Projections).stop();
    const now = Date.now();
    gos.clock.set(new Date(now).toISOString());
    await member.task({ name: 'Nikdo ji nevidí' });
    gos.clock.set(new Date(now + 90_000).toISOString());
    await member.task({ name: 'Ani tuhle' });
    while ((await value('gos_projection_lag_events')) !== 2) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await value('gos_projection_lag_seconds')).toBe(90);
    expect(await value('gos_measured', { part: 'lag' })).toBe(1);
  });
});
