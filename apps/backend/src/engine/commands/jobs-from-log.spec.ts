import { join } from 'node:path';
import type { RecordedEvent } from '@gos/domain';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { newEvent } from '../../stores/event-log/event-log.contract';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { SqliteJobs } from '../../stores/jobs/sqlite.jobs';
import { KeptSetAside } from '../followers/testing/kept-set-aside';
import { JobsFromLog, type JobsOf } from './jobs-from-log';

const folder = temporaryFolder();
let files = 0;
afterAll(() => folder.remove());

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('JobsFromLog', () => {
  let log: SqliteEventLog;
  let jobs: SqliteJobs;
  let runs: string[];
  let seen: string[];
  let aside: KeptSetAside;
  const newFile = (name: string) => join(folder.path, `${++files}`, name);
  const jobsOf: JobsOf = ({ id, type }) => {
    seen.push(id);
    return type === 'Caused' ? [{ queue: 'q', id: `caused-${id}`, data: null }] : [];
  };

  beforeEach(() => {
    log = new SqliteEventLog(newFile('log.sqlite'));
    open(newFile('jobs.sqlite'));
    seen = [];
    aside = new KeptSetAside();
  });
  afterEach(async () => {
    await jobs.close();
    await log.close();
  });

  function open(file: string): string {
    runs = [];
    jobs = new SqliteJobs(file);
    jobs.process('q', { concurrency: 100 }, async ({ id }) => void runs.push(id));
    return file;
  }
  async function append(stream: string, count: number): Promise<string[]> {
    const events = Array.from({ length: count }, (_, n) => newEvent(n % 2 === 0 ? 'Caused' : 'Happened'));
    await log.append(stream, -1, events);
    return events.filter(({ type }) => type === 'Caused').map(({ id }) => `caused-${id}`);
  }
  async function follow(): Promise<JobsFromLog> {
    return started({});
  }
  function started(following: Partial<ConstructorParameters<typeof JobsFromLog>[0]>): JobsFromLog {
    const sources = [{ name: 'test', jobsOf }];
    const follower = new JobsFromLog({ log, jobs, name: 'test', sources, retries: aside.retries, ...following });
    follower.start();
    return follower;
  }

  it('adds the jobs of what is there and of what comes', async () => {
    const before = await append('task-1', 1_201);
    const follower = await follow();
    await until(() => runs.length === before.length);
    const after = await append('task-2', 3);
    await until(() => runs.length === before.length + 2);
    expect(new Set(runs)).toEqual(new Set([...before, ...after]));
    await follower.stop();
  });

  it('goes on from where it was', async () => {
    const file = open(newFile('jobs.sqlite'));
    const first = await follow();
    await append('task-1', 3);
    await until(async () => runs.length === 2 && seen.length === 3);
    await first.stop();
    await jobs.close();
    seen = [];
    open(file);
    const second = await follow();
    await append('task-2', 2);
    await until(() => runs.length === 1);
    expect(seen).toHaveLength(2);
    await second.stop();
  });

  it('adds all again to a store that lost everything, and nothing twice to one that did not', async () => {
    const caused = await append('task-1', 5);
    const one = await follow();
    await until(() => runs.length === 3);
    await one.stop();
    const other = started({ name: 'another-reader' });
    await until(() => seen.length === 10);
    await other.stop();
    expect(runs).toHaveLength(3);

    await jobs.close();
    open(newFile('jobs.sqlite'));
    const again = await follow();
    await until(() => runs.length === 3);
    expect(runs.toSorted()).toEqual(caused.toSorted());
    await again.stop();
  });

  it('adds what was lost since when the store fell back to an earlier state', async () => {
    const follower = await follow();
    const early = await append('task-1', 1);
    await until(() => runs.length === 1);
    const reader = `test-${await log.identity()}`;
    await until(async () => (await jobs.checkpoint(reader)) !== null);
    const before = await jobs.checkpoint(reader);
    await jobs.pause('q');
    const [late] = await append('task-2', 1);
    await until(async () => (await jobs.checkpoint(reader)) !== before);
    // The state after a crash that kept neither the job nor the checkpoint after it.
    expect(await jobs.remove('q', late!)).toBe(true);
    await jobs.advance(reader, await jobs.checkpoint(reader), before!);
    await jobs.resume('q');
    seen = [];
    const [next] = await append('task-3', 1);
    await until(() => runs.length === 3);
    expect(runs.toSorted()).toEqual([...early, late!, next!].toSorted());
    expect(seen).not.toContain(early[0]!.replace('caused-', ''));
    await follower.stop();
  });

  it('tries again what could not be added', async () => {
    const errors: unknown[] = [];
    let failures = 2;
    const add = jobs.add.bind(jobs);
    jobs.add = async (...args) => {
      if (failures-- > 0) throw new StoreUnavailable('away', 'unknown');
      await add(...args);
    };
    const caused = await append('task-1', 3);
    const follower = started({ onError: (error) => errors.push(error) });
    await until(() => runs.length === 2);
    expect(runs.toSorted()).toEqual(caused.toSorted());
    expect(errors).toHaveLength(2);
    expect(aside.events).toEqual([]);
    await follower.stop();
  });

  describe('with an event that cannot be handled', () => {
    const poison = (name: string, add: JobsOf) => {
      const tries: string[] = [];
      const source = {
        name,
        skipped: 0,
        tries,
        onSkipped: () => void source.skipped++,
        jobsOf: (event: RecordedEvent) => {
          tries.push(event.type);
          return event.type === 'Poison' ? add(event) : jobsOf(event);
        },
      };
      return source;
    };
    const poisons: [string, JobsOf][] = [
      [
        'throws',
        () => {
          throw new TypeError('broken');
        },
      ],
      ['rejects', () => Promise.reject(new TypeError('broken'))],
      ['causes a job that no store takes', ({ id }) => [{ queue: 'q', id, data: null, at: -62_135_600_400_000 }]],
    ];
    it.each(poisons)('which %s, sets it aside for that source and goes on', async (_, add) => {
      const [bad, good] = [
        poison('bad', add),
        { name: 'good', jobsOf: (event: RecordedEvent) => [{ queue: 'q', id: `good-${event.id}`, data: null }] },
      ];
      const before = await append('task-1', 3);
      const poisonous = newEvent('Poison');
      await log.append('task-2', -1, [poisonous]);
      const after = await append('task-3', 3);
      const errors: unknown[] = [];
      const follower = started({ sources: [bad, good], onError: (error) => errors.push(error) });
      await until(() => runs.length === 4 + 7);
      expect(aside.events).toMatchObject([{ follower: 'bad', id: poisonous.id }]);
      expect(runs).toEqual(expect.arrayContaining([...before, ...after, `good-${poisonous.id}`]));
      // Once with its batch, once alone, and once after each pause.
      expect(bad.tries.filter((type) => type === 'Poison')).toHaveLength(5);
      expect(errors).toEqual([]);
      // It looks again at what it knows: an event was left out.
      expect(bad.skipped).toBeGreaterThan(1);
      await follower.stop();
      seen = [];
      const again = started({ sources: [bad, good] });
      const later = await append('task-4', 1);
      await until(() => runs.includes(later[0]!));
      expect(aside.events).toHaveLength(1);
      await again.stop();
    });

    it('retries each of many in a row once only', async () => {
      const bad = poison('bad', () => Promise.reject(new TypeError('broken')));
      const poisonous = Array.from({ length: 20 }, () => newEvent('Poison'));
      await log.append('task-1', -1, poisonous);
      const after = await append('task-2', 1);
      const follower = started({ sources: [bad] });
      await until(() => runs.includes(after[0]!));
      expect(aside.events.map(({ id }) => id)).toEqual(poisonous.map(({ id }) => id));
      expect(bad.tries.filter((type) => type === 'Poison')).toHaveLength(1 + 4 + 19 * 2);
      await follower.stop();
    });

    it('sets nothing aside while a store is away, however long', async () => {
      let left = 8;
      const bad = poison('bad', async () => {
        if (left-- > 0) throw new StoreUnavailable('away', 'not-written');
        return [];
      });
      await log.append('task-1', -1, [newEvent('Poison')]);
      const follower = started({ sources: [bad] });
      await until(() => left < 0);
      await follower.stop();
      expect(aside.events).toEqual([]);
    });
  });
});
