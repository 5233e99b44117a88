import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { newEvent } from '../../stores/event-log/event-log.contract';
import { SqliteEventLog } from '../../stores/event-log/sqlite.event-log';
import { SqliteJobs } from '../../stores/jobs/sqlite.jobs';
import { KeptSetAside } from '../followers/testing/kept-set-aside';
import type { ActiveReadModels } from '../projections/active-read-models';
import { Worker } from './worker';

const folder = temporaryFolder();
let files = 0;
afterAll(() => folder.remove());

describe('the worker', () => {
  const newFile = (name: string) => join(folder.path, `${++files}`, name);
  let log: SqliteEventLog;
  let jobs: SqliteJobs;
  let jobsFile: string;
  let ran: string[];
  let started: Worker[];

  beforeEach(() => {
    log = new SqliteEventLog(newFile('log.sqlite'));
    jobsFile = newFile('jobs.sqlite');
    jobs = new SqliteJobs(jobsFile);
    [ran, started] = [[], []];
  });
  afterEach(async () => {
    for (const worker of started) await worker.stop();
    await jobs.close();
    await log.close();
  });

  /** One that follows the log under these names, with a job of each event for each of them. */
  async function following(...names: readonly string[]): Promise<Worker> {
    const readModels = { isOpen: true, opened: Promise.resolve() } as ActiveReadModels;
    const setAside = new KeptSetAside().asService;
    const worker = new Worker(readModels, log, jobs, { role: 'all', background: true, tickMs: null }, setAside);
    for (const [index, name] of names.entries()) {
      worker.handle(name, {}, async ({ id }) => void ran.push(`${name} ${id}`));
      worker.follow(name, ({ id }) => {
        const caused = [{ queue: name, id, data: null }];
        return index % 2 === 0 ? caused : Promise.resolve(caused);
      });
    }
    started.push(worker);
    await worker.onApplicationBootstrap();
    return worker;
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('reads the log once for all who follow it, and again for one who is new', async () => {
    const events = [newEvent('Happened'), newEvent('Happened')];
    await log.append('task-1', -1, events);
    const readAll = jest.spyOn(log, 'readAll');
    const worker = await following('mails', 'hooks');
    const jobsOf = (...names: readonly string[]) => names.flatMap((name) => events.map(({ id }) => `${name} ${id}`));
    await until(() => ran.length === 4);
    expect([...ran].sort()).toEqual(jobsOf('mails', 'hooks').sort());
    expect(readAll.mock.calls.filter(([after]) => after === null)).toHaveLength(1);
    await worker.stop();
    await jobs.close();
    jobs = new SqliteJobs(jobsFile);
    await following('mails', 'hooks', 'reminders');
    await until(() => ran.some((run) => run.startsWith('reminders')) && ran.length >= 6);
    expect(new Set(ran)).toEqual(new Set(jobsOf('mails', 'hooks', 'reminders')));
    expect(readAll.mock.calls.filter(([after]) => after === null)).toHaveLength(2);
  });
});
