import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { newEvent } from '../../stores/event-log/event-log.contract';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { SqliteJobs } from '../../stores/jobs/sqlite.jobs';
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
  const newFile = (name: string) => join(folder.path, `${++files}`, name);
  const jobsOf: JobsOf = ({ id, type }) => {
    seen.push(id);
    return type === 'Caused' ? [{ queue: 'q', id: `caused-${id}`, data: null }] : [];
  };

  beforeEach(() => {
    log = new SqliteEventLog(newFile('log.sqlite'));
    open(newFile('jobs.sqlite'));
    seen = [];
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
    const follower = new JobsFromLog(log, jobs, 'test', jobsOf);
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
    const other = new JobsFromLog(log, jobs, 'another-reader', jobsOf);
    other.start();
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
    const [late] = await append('task-2', 1);
    await until(async () => runs.length === 2 && (await jobs.checkpoint(reader)) !== before);
    // What a crash leaves that kept neither the job nor the checkpoint after it.
    await until(() => jobs.remove('q', late!));
    await jobs.advance(reader, await jobs.checkpoint(reader), before!);
    seen = [];
    const [next] = await append('task-3', 1);
    await until(() => runs.length === 4);
    expect(runs.toSorted()).toEqual([...early, late!, late!, next!].toSorted());
    expect(seen).not.toContain(early[0]!.replace('caused-', ''));
    await follower.stop();
  });

  it('tries again what could not be added', async () => {
    const errors: unknown[] = [];
    let failures = 2;
    const add = jobs.add.bind(jobs);
    jobs.add = async (...args) => {
      if (failures-- > 0) throw new Error('away');
      await add(...args);
    };
    const caused = await append('task-1', 3);
    const follower = new JobsFromLog(log, jobs, 'test', jobsOf, (error) => errors.push(error));
    follower.start();
    await until(() => runs.length === 2);
    expect(runs.toSorted()).toEqual(caused.toSorted());
    expect(errors).toHaveLength(2);
    await follower.stop();
  });
});
