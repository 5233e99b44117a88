import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { JobsFromLog } from '../../engine/commands/jobs-from-log';
import { KeptSetAside } from '../../engine/followers/testing/kept-set-aside';
import { InstallationId } from '../../kernel/belonging';
import { StoreUnavailable } from '../../kernel/store-errors';
import { describeWithRedis, describeWithSomeRedis, RedisServer } from '../../testing/servers/redis';
import { startChild } from '../drivers/sqlite/testing/child';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { newEvent } from '../event-log/event-log.contract';
import { SqliteEventLog } from '../event-log/sqlite.event-log';
import { BullJobs, type BullJobsOptions } from './bullmq.jobs';
import { contractRetention, describeJobsContract } from './jobs.contract';
import { describeManagedJobsContract } from './managed-jobs.contract';

describeWithSomeRedis('Jobs in Redis', (redis) => {
  let installations = 0;
  beforeAll(() => redis.start());
  afterAll(() => redis.stop());

  const makeJobs = async () => {
    const prefix = `{${redis.prefix}-${++installations}}`;
    return new BullJobs({ url: redis.url, prefix, keep: contractRetention });
  };
  describeJobsContract('BullJobs', makeJobs);
  describeManagedJobsContract('BullJobs', makeJobs);
});

describeWithRedis('BullJobs', () => {
  let server: RedisServer;
  const folder = temporaryFolder();
  const open: BullJobs[] = [];
  afterEach(async () => {
    for (const jobs of open.splice(0)) await jobs.close();
    await server.stop();
  });
  afterAll(() => folder.remove());

  const until = async (holds: () => boolean | Promise<boolean>) => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  async function start(options: Partial<BullJobsOptions> = {}): Promise<BullJobs> {
    const jobs = new BullJobs({ url: server.url, lockMs: 1_000, answerMs: 500, ...options });
    open.push(jobs);
    await jobs.open();
    return jobs;
  }

  it('shares the jobs among processes', async () => {
    server = await RedisServer.start();
    const processes = [await start(), await start(), await start()];
    const runs: string[] = [];
    const workers = new Set<number>();
    for (const [n, jobs] of processes.entries()) {
      jobs.process('q', { concurrency: 2 }, async ({ id }) => {
        runs.push(id);
        workers.add(n);
        await new Promise((resolve) => setTimeout(resolve, 5));
      });
      await jobs.repeat('q', { id: 'hourly', data: null, everyMs: 3_600_000 });
    }
    const added = Array.from({ length: 60 }, (_, n) => ({ id: `j${n}`, data: null }));
    await Promise.all(processes.map((jobs) => jobs.add('q', ...added)));
    await until(() => runs.length === 61);
    await until(async () => (await processes[0]!.counts('q')).active === 0);
    expect(new Set(runs).size).toBe(61);
    expect(workers.size).toBeGreaterThan(1);
  });

  it('pauses a queue for every process, also for one that starts later', async () => {
    server = await RedisServer.start();
    const [one, two] = [await start(), await start()];
    const ran: string[] = [];
    two.process('q', {}, async ({ id }) => void ran.push(id));
    await one.pause('q');
    await one.close();
    await two.add('q', { id: 'waits', data: null });
    const three = await start();
    three.process('q', {}, async ({ id }) => void ran.push(id));
    expect(await three.paused()).toEqual(['q']);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([ran, (await three.counts('q')).waiting]).toEqual([[], 1]);
    await three.resume('q');
    await until(() => ran.length === 1);
    expect(await two.paused()).toEqual([]);
  });

  it('runs after Redis was away what was added before, and says that it is away', async () => {
    server = await RedisServer.start({ appendonly: true });
    const errors: unknown[] = [];
    const jobs = await start({ onError: (error) => errors.push(error) });
    const ids: string[] = [];
    jobs.process('q', {}, async ({ id }) => void ids.push(id));
    await jobs.add('q', { id: 'first', data: null });
    await until(() => ids.length === 1);
    await jobs.add('q', { id: 'before', data: null, delayMs: 300 });
    await server.kill();
    await expect(jobs.add('q', { id: 'meanwhile', data: null })).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(jobs.counts('q')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(jobs.checkpoint('r')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(errors).toHaveLength(1);
    let returns = 0;
    jobs.onReconnect(() => returns++);
    await server.start();
    await until(() => ids.includes('before'));
    // Workers have connections of their own, which may be back first.
    await until(() => returns > 0);
    await jobs.add('q', { id: 'meanwhile', data: null });
    await until(() => ids.includes('meanwhile'));
    expect(ids).toEqual(['first', 'before', 'meanwhile']);
    expect(returns).toBe(1);
  });

  it('starts while Redis is away, and closes', async () => {
    server = await RedisServer.start();
    await server.kill();
    const jobs = new BullJobs({ url: server.url, answerMs: 500 });
    open.push(jobs);
    const ids: string[] = [];
    jobs.process('q', {}, async ({ id }) => void ids.push(id));
    await expect(jobs.open()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(jobs.repeat('q', { id: 'r', data: null, everyMs: 3_600_000 })).rejects.toBeInstanceOf(
      StoreUnavailable,
    );
    const closing = new BullJobs({ url: server.url, answerMs: 500 });
    closing.process('q', {}, async () => {});
    await closing.close();
    await server.start();
    // It reconnects after a pause, which may be longer than the limit of a call.
    await until(() =>
      jobs.open().then(
        () => true,
        () => false,
      ),
    );
    await jobs.add('q', { id: 'one', data: null });
    await until(() => ids.includes('one') && ids.some((id) => id.startsWith('r@')));
  });

  it('says that Redis is away when that stands still, and goes on when it moves', async () => {
    server = await RedisServer.start();
    const jobs = await start();
    const ids: string[] = [];
    jobs.process('q', {}, async ({ id }) => void ids.push(id));
    await jobs.add('q', { id: 'first', data: null });
    server.freeze();
    await expect(jobs.add('q', { id: 'second', data: null })).rejects.toMatchObject({ outcome: 'unknown' });
    server.thaw();
    await jobs.add('q', { id: 'second', data: null }, { id: 'third', data: null });
    await until(() => ids.includes('third'));
    expect(ids).toEqual(['first', 'second', 'third']);
  });

  it.each([
    ['kept everything', true],
    ['lost everything', false],
  ])('goes on when a run ended while Redis was away that %s', async (_, appendonly) => {
    server = await RedisServer.start({ appendonly });
    const jobs = await start();
    const started: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    jobs.process('q', {}, async ({ id }) => {
      started.push(id);
      await held;
    });
    await jobs.add('q', { id: 'long', data: null });
    await until(() => started.length === 1);
    await server.kill();
    release();
    await server.start();
    await jobs.open();
    await jobs.add('q', { id: 'next', data: null });
    await until(() => started.includes('next'));
    await until(async () => (await jobs.counts('q')).active === 0);
    expect(await jobs.counts('q')).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
  });

  it('runs a job again whose process was killed', async () => {
    server = await RedisServer.start();
    const child = startChild(
      join(folder.path, 'program'),
      ['stores/jobs/bullmq.jobs'],
      `
      const { writeSync } = require('node:fs');
      const { BullJobs } = require('./stores/jobs/bullmq.jobs');
      const jobs = new BullJobs({ url: ${JSON.stringify(server.url)}, lockMs: 1000 });
      jobs.process('q', {}, () => { writeSync(1, 'running\\n'); return new Promise(() => {}); });
      jobs.add('q', { id: 'killed', data: 'kept', attempts: 1 });
      `,
    );
    for await (const line of createInterface({ input: child.stdout! })) {
      expect(line).toBe('running');
      child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const jobs = await start();
    const runs: unknown[] = [];
    jobs.process('q', {}, async ({ id, data, attempt }) => void runs.push([id, data, attempt]));
    await until(() => runs.length === 1);
    expect(runs).toEqual([['killed', 'kept', 1]]);
  });

  it('leaves a run that outlasts its closing to another process', async () => {
    server = await RedisServer.start();
    const closing = await start();
    let isRunning = false;
    closing.process('q', {}, () => {
      isRunning = true;
      return new Promise(() => {});
    });
    await closing.add('q', { id: 'long', data: null });
    await until(() => isRunning);
    await closing.close(50);
    const other = await start();
    const ids: string[] = [];
    other.process('q', {}, async ({ id }) => void ids.push(id));
    await until(() => ids.includes('long'));
  });

  it('gets all jobs again from the log and all repeats from their declarations when Redis lost everything', async () => {
    server = await RedisServer.start();
    const log = new SqliteEventLog(join(folder.path, 'log.sqlite'));
    const events = Array.from({ length: 20 }, () => newEvent('Caused'));
    const jobsOf = ({ id }: { id: string }) => [{ queue: 'q', id: `of-${id}`, data: null, delayMs: 3_600_000 }];
    const jobs = await start();
    const follower = new JobsFromLog({
      log,
      jobs,
      name: 'test',
      sources: [{ name: 'test', jobsOf }],
      retries: new KeptSetAside().retries,
    });
    follower.start();
    await jobs.repeat('q', { id: 'daily', data: null, cron: '0 6 * * *', timeZone: 'Europe/Prague' });
    await log.append('task-1', -1, events);
    await until(async () => (await jobs.counts('q')).delayed === 21);
    await server.kill();
    await server.start();
    // Nothing is appended any more: that Redis is back is enough.
    await until(async () => (await jobs.counts('q')).delayed === 21);
    await log.append('task-2', -1, [newEvent('Caused')]);
    await until(async () => (await jobs.counts('q')).delayed === 22);
    await follower.stop();
    await log.close();
  });

  it('waits until it is known whose jobs they are, and sees nobody else’s', async () => {
    server = await RedisServer.start();
    const owners = [new InstallationId(), new InstallationId()] as const;
    const [one, two] = owners.map((owner) => new BullJobs({ url: server.url, owner, answerMs: 500 })) as [
      BullJobs,
      BullJobs,
    ];
    open.push(one, two);
    const ids: string[] = [];
    one.process('q', {}, async ({ id }) => void ids.push(`one ${id}`));
    two.process('q', {}, async ({ id }) => void ids.push(`two ${id}`));
    await expect(one.add('q', { id: 'early', data: null })).rejects.toBeInstanceOf(StoreUnavailable);
    for (const [n, owner] of owners.entries()) owner.is({ installation: `number-${n}`, mayBeUnnamed: false });
    await one.add('q', { id: 'a', data: null });
    await two.add('q', { id: 'a', data: null }, { id: 'b', data: null });
    // A job that could not be added in time may be added later, as after any other outage.
    await until(() => new Set(ids).size === 4);
    expect([...new Set(ids)].sort()).toEqual(['one a', 'one early', 'two a', 'two b']);
    expect(await one.queueNames()).toEqual(['q']);
  });
});
