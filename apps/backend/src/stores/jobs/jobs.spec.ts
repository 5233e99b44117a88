import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Sqlite } from '../drivers/sqlite/driver';
import { startChild } from '../drivers/sqlite/testing/child';
import { databaseOf } from '../drivers/sqlite/testing/inside';
import { temporaryFolder } from '../drivers/sqlite/testing/temporary-folder';
import { defaultKeep } from './jobs';
import { contractRetention, describeJobsContract } from './jobs.contract';
import { nextOfCron } from './jobs-check';
import { describeManagedJobsContract } from './managed-jobs.contract';
import { SqliteJobs } from './sqlite.jobs';

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder.path, `${++files}`, 'jobs.sqlite');
afterAll(() => folder.remove());

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
};

const makeJobs = async () => new SqliteJobs(newFile(), { keep: contractRetention });
describeJobsContract('SqliteJobs', makeJobs);
describeManagedJobsContract('SqliteJobs', makeJobs);

describe('SqliteJobs', () => {
  it('goes on with what waited when it is closed and opened', async () => {
    const file = newFile();
    const first = new SqliteJobs(file);
    await first.add('q', { id: 'one', data: 1 }, { id: 'later', data: 2, delayMs: 100 });
    await first.advance('reader', null, '7');
    await first.close();
    const second = new SqliteJobs(file);
    const ran: unknown[] = [];
    second.process('q', {}, async ({ data }) => void ran.push(data));
    await until(() => ran.length === 2);
    expect(ran).toEqual([1, 2]);
    expect(await second.checkpoint('reader')).toBe('7');
    await second.close();
  });

  it('runs missed runs of a repeat as one, and the next at the next instant of its grid', async () => {
    const file = newFile();
    let now = 1_000_000;
    const options = { now: () => now };
    const first = new SqliteJobs(file, options);
    await first.repeat('q', { id: 'tick', data: null, everyMs: 1_000 });
    await first.repeat('q', { id: 'daily', data: null, cron: '0 6 * * *', timeZone: 'Europe/Prague' });
    await first.close();
    now += 3 * 24 * 3_600_000 + 500;
    const second = new SqliteJobs(file, options);
    const ids: string[] = [];
    second.process('q', {}, async ({ id }) => void ids.push(id));
    await until(async () => ids.length === 2 && (await second.counts('q')).active === 0);
    expect(ids.toSorted()).toEqual([`daily@${nextOfCron('0 6 * * *', 'Europe/Prague', 1_000_000)}`, 'tick@1000000']);
    expect(await second.counts('q')).toEqual({ waiting: 0, active: 0, delayed: 2, failed: 0 });
    now += 500;
    await second.add('q', { id: 'wakes', data: null });
    await until(() => ids.length === 4);
    expect(ids).toContain(`tick@${now}`);
    await second.close();
  });

  it('runs everything once when the clock is set an hour ahead and back', async () => {
    let now = 1_000_000_000;
    const jobs = new SqliteJobs(newFile(), { now: () => now });
    const ids: string[] = [];
    jobs.process('q', {}, async ({ id }) => void ids.push(id));
    await jobs.repeat('q', { id: 'tick', data: null, everyMs: 600_000 });
    await jobs.add('q', { id: 'later', data: null, delayMs: 1_800_000 });
    await until(() => ids.length === 1);
    now += 3_600_000;
    await jobs.add('q', { id: 'ahead', data: null });
    await until(() => ids.length === 4);
    now -= 3_600_000;
    await jobs.add('q', { id: 'back', data: null });
    await until(async () => ids.length === 5 && (await jobs.counts('q')).active === 0);
    const plain = ids.map((id) => id.replace(/@.*/, ''));
    expect(plain.toSorted()).toEqual(['ahead', 'back', 'later', 'tick', 'tick']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await jobs.counts('q')).toEqual({ waiting: 0, active: 0, delayed: 1, failed: 0 });
    await jobs.close();
  });

  it('forgets finished jobs by their age', async () => {
    let now = 1_000_000;
    const jobs = new SqliteJobs(newFile(), { now: () => now });
    const ids: string[] = [];
    jobs.process('q', {}, async ({ id }) => void ids.push(id));
    const add = async (id: string) => {
      const before = ids.length;
      await jobs.add('q', { id, data: null });
      await until(async () => (await jobs.counts('q')).active + (await jobs.counts('q')).waiting === 0);
      return ids.length > before;
    };
    await add('old');
    now += defaultKeep.done.ageMs;
    expect(await add('old')).toBe(false);
    await add('another');
    now += 1;
    await add('third');
    expect(await add('old')).toBe(true);
    await jobs.close();
  });

  it('reports a file that takes no changes once, though each end of a job is tried again every second', async () => {
    const reported: string[] = [];
    const jobs = new SqliteJobs(newFile(), { onError: (error) => reported.push(String(error)) });
    const database = databaseOf(jobs);
    let running = 0;
    jobs.process('q', { concurrency: 3 }, async () => {
      running += 1;
      await until(() => running === 3);
      database.pragma('query_only = 1');
    });
    for (const id of ['a', 'b', 'c']) await jobs.add('q', { id, data: null });
    await until(() => reported.length > 0);
    await sleep(2_500);
    expect(reported).toHaveLength(1);
    database.pragma('query_only = 0');
    await until(async () => (await jobs.counts('q')).active === 0);
    await jobs.close();
  });

  it('keeps a pause when it is closed and opened, and in a file that replaces a damaged one', async () => {
    const file = newFile();
    const first = new SqliteJobs(file);
    await first.pause('q');
    await first.add('q', { id: 'one', data: null });
    await first.close();
    const second = new SqliteJobs(file);
    const ran: string[] = [];
    second.process('q', {}, async ({ id }) => void ran.push(id));
    expect([await second.paused(), (await second.counts('q')).waiting]).toEqual([['q'], 1]);
    second.noteDamage('SQLITE_CORRUPT');
    await second.add('q', { id: 'two', data: null });
    expect([await second.paused(), (await second.counts('q')).waiting]).toEqual([['q'], 1]);
    expect(ran).toEqual([]);
    await second.resume('q');
    await until(() => ran.length === 1);
    await second.close();
  });

  it('opens a file of a version that knew no pause', async () => {
    const file = newFile();
    const first = new SqliteJobs(file);
    await first.add('q', { id: 'one', data: null, delayMs: 60_000 });
    await first.close();
    const old = new Sqlite(file);
    old.exec('DROP TABLE paused');
    old.close();
    const jobs = new SqliteJobs(file);
    expect([await jobs.paused(), (await jobs.counts('q')).delayed]).toEqual([[], 1]);
    await jobs.pause('q');
    expect(await jobs.paused()).toEqual(['q']);
    await jobs.close();
  });

  it('lists the last page of 100,000 jobs in a moment', async () => {
    const jobs = new SqliteJobs(newFile());
    const at = Date.now() + 3_600_000;
    for (let batch = 0; batch < 100; batch++) {
      await jobs.add('q', ...Array.from({ length: 1_000 }, (_, n) => ({ id: `j${batch}-${n}`, data: null, at })));
    }
    const began = performance.now();
    const { items, total } = await jobs.list('q', 'delayed', { offset: 99_975, limit: 25 });
    expect([items.length, total]).toEqual([25, 100_000]);
    expect(performance.now() - began).toBeLessThan(1_000);
    await jobs.close();
  });

  it('runs a job again whose process was killed', async () => {
    const file = newFile();
    const child = startChild(
      join(folder.path, 'program'),
      ['stores/jobs/sqlite.jobs'],
      `
      const { writeSync } = require('node:fs');
      const { SqliteJobs } = require('./stores/jobs/sqlite.jobs');
      const jobs = new SqliteJobs(${JSON.stringify(file)});
      jobs.process('q', {}, () => { writeSync(1, 'running\\n'); return new Promise(() => {}); });
      jobs.add('q', { id: 'killed', data: 'kept', attempts: 1 });
      setInterval(() => {}, 1000);
      `,
    );
    for await (const line of createInterface({ input: child.stdout! })) {
      expect(line).toBe('running');
      child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const jobs = new SqliteJobs(file);
    const runs: unknown[] = [];
    jobs.process('q', {}, async ({ id, data, attempt }) => void runs.push([id, data, attempt]));
    await until(() => runs.length === 1);
    expect(runs).toEqual([['killed', 'kept', 1]]);
    await jobs.close();
  });

  it('gives up a job that its process never survives', async () => {
    const file = newFile();
    for (let start = 0; start < 12; start++) {
      const jobs = new SqliteJobs(file);
      await jobs.add('q', { id: 'deadly', data: null });
      if ((await jobs.counts('q')).failed === 0) {
        jobs.process('q', {}, () => new Promise(() => {}));
        await until(async () => (await jobs.counts('q')).active === 1);
      }
      await jobs.close(0);
    }
    const jobs = new SqliteJobs(file);
    const { items } = await jobs.list('q', 'failed', { offset: 0, limit: 1 });
    expect(items).toMatchObject([{ id: 'deadly', attempts: 0 }]);
    expect(items[0]!.reason).toContain('ended too often');
    await jobs.close();
  });
});

describe('the instants of a schedule', () => {
  const next = (cron: string, after: string) =>
    new Date(nextOfCron(cron, 'Europe/Prague', Date.parse(after))).toISOString();

  it('are in wall time, in winter and in summer', () => {
    expect(next('0 6 * * *', '2026-01-10T05:00:00Z')).toBe('2026-01-11T05:00:00.000Z');
    expect(next('0 6 * * *', '2026-07-10T05:00:00Z')).toBe('2026-07-11T04:00:00.000Z');
    expect(next('0 6 * * 1', '2026-03-28T12:00:00Z')).toBe('2026-03-30T04:00:00.000Z');
  });

  it('come in a night that has no such hour', () => {
    const instant = next('30 2 * * *', '2026-03-29T00:00:00Z');
    expect(Date.parse(instant)).toBeGreaterThan(Date.parse('2026-03-29T00:00:00Z'));
    expect(Date.parse(instant)).toBeLessThan(Date.parse('2026-03-30T01:00:00Z'));
  });
});
