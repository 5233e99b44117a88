import type { ProcessRole } from '@gos/domain';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Projections } from '../../engine/projections/projections';
import { CONFIG, type Config } from '../../kernel/config';
import { StoreUnavailable } from '../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { FILES, type Files } from '../../stores/files/files';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { Harness, type Json } from '../../testing/harness';
import { Health } from './health';

describe('health', () => {
  let gos: Harness;

  beforeEach(async () => {
    gos = await Harness.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await gos.stop();
  });

  const ready = () => gos.stranger().get('/api/health/ready');
  const partOf = (body: Json, part: string) => body.parts.find((one: Json) => one.part === part);
  const silence = () => new Promise<never>(() => {});
  const away = () => Promise.reject(new StoreUnavailable('mongodb://gos:s3cret@db is away', 'not-written'));

  it('is live and ready, and says so of every part', async () => {
    expect(await gos.stranger().get('/api/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const { status, body } = await ready();
    expect([status, body.status, body.role]).toEqual([200, 'ok', 'all']);
    expect(body.parts.map(({ part, ok, reason }: Json) => [part, ok, reason])).toEqual(
      ['event-log', 'read-models', 'documents', 'accounts', 'claims', 'jobs', 'files'].map((part) => [
        part,
        true,
        null,
      ]),
    );
    const person = await gos.person();
    await person.task({ name: 'Migrace karet' });
    const after = (await ready()).body;
    expect(after.applied).toBe(after.end);
  });

  it('is live but not ready while the log hangs, says so within seconds and when to ask again', async () => {
    jest.spyOn(gos.service<EventLog>(EVENT_LOG), 'end').mockImplementation(silence);
    const began = performance.now();
    const { status, body, headers } = await ready();
    expect(performance.now() - began).toBeLessThan(4_000);
    expect([status, body.status]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(partOf(body, 'event-log')).toEqual({
      part: 'event-log',
      ok: false,
      needed: true,
      reason: 'no-answer',
      remedy: null,
      fault: null,
    });
    expect(partOf(body, 'read-models')).toMatchObject({ ok: true });
    expect((await gos.stranger().get('/api/health/live')).status).toBe(200);
  });

  it('is not ready while the read models are away, without a word of the server’s', async () => {
    jest.spyOn(gos.service<ReadModels>(READ_MODELS), 'activeVersion').mockImplementation(away);
    const { status, body } = await ready();
    expect(status).toBe(503);
    expect(partOf(body, 'read-models')).toMatchObject({ ok: false, reason: 'unreachable' });
    expect(JSON.stringify(body)).not.toMatch(/s3cret|mongodb/);
  });

  it('goes on without what only some work needs, and reports it', async () => {
    jest.spyOn(gos.service<Jobs>(JOBS), 'queueNames').mockImplementation(away);
    jest.spyOn(gos.service<Files>(FILES), 'answers').mockImplementation(away);
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(partOf(body, 'jobs')).toEqual({
      part: 'jobs',
      ok: false,
      needed: false,
      reason: 'unreachable',
      remedy: null,
      fault: null,
    });
    expect(partOf(body, 'files')).toMatchObject({ ok: false, needed: false });
  });

  it('tolerates documents that are a little old, as while another projector takes over, and not old ones', async () => {
    const person = await gos.person();
    expect((await ready()).status).toBe(200);
    await gos.service<Projections>(Projections).stop();
    const now = Date.now();
    gos.clock.set(new Date(now).toISOString());
    await person.task({ name: 'Nikdo ji nevidí' });
    expect((await ready()).status).toBe(200);
    gos.clock.set(new Date(now + 60_000).toISOString());
    let late = await ready();
    while (late.status === 200) late = await ready();
    expect(partOf(late.body, 'documents')).toEqual({
      part: 'documents',
      ok: false,
      needed: true,
      reason: 'behind',
      remedy: null,
      fault: null,
    });
    expect(late.body.applied).not.toBe(late.body.end);
  });

  it('is not ready before the documents have ever been built', async () => {
    const person = await gos.person();
    await person.task({ name: 'Migrace karet' });
    const health = gos.service<Health>(Health);
    Object.assign(health, { wasCaughtUp: false, readModels: { applied: null, isOpen: false } });
    const { status, parts } = await health.ready();
    expect(status).toBe('unavailable');
    expect(partOf({ parts }, 'documents')).toMatchObject({ ok: false, reason: 'not-built' });
  });

  it.each([
    ['api', ['event-log', 'read-models', 'documents', 'accounts', 'claims']],
    ['projector', ['event-log', 'read-models', 'documents', 'claims']],
    ['worker', ['event-log', 'read-models', 'accounts', 'claims', 'jobs']],
  ] as const)('needs as %s what that work needs', async (role: ProcessRole, needed) => {
    Object.assign(gos.service<Config>(CONFIG), { role });
    const { body } = await ready();
    expect(body.role).toBe(role);
    expect(
      body.parts
        .filter((one: Json) => one.needed)
        .map(({ part }: Json) => part)
        .sort(),
    ).toEqual([...needed].sort());
  });
});
