import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../stores/drivers/sqlite/testing/temporary-folder';
import { PermanentFailure } from '../../stores/jobs/jobs';
import { SqliteJobs } from '../../stores/jobs/sqlite.jobs';
import { deadLetters } from './dead-letters';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let files = 0;

describe('dead letters', () => {
  let jobs: SqliteJobs;
  let broken: boolean;
  let done: string[];

  beforeEach(async () => {
    jobs = new SqliteJobs(join(folder.path, `${++files}`, 'jobs.sqlite'));
    [broken, done] = [true, []];
    for (const queue of ['mail', 'reports']) {
      jobs.process(queue, {}, async ({ id }) => {
        if (broken) throw new PermanentFailure('550 no such mailbox\nmore of it');
        done.push(id);
      });
      await jobs.add(queue, ...Array.from({ length: 120 }, (_, n) => ({ id: `${queue}-${n}`, data: null })));
    }
    await until(async () =>
      (await Promise.all(['mail', 'reports'].map((queue) => dead(queue)))).every((n) => n === 120),
    );
    broken = false;
  });
  const dead = async (queue: string) => (await jobs.counts(queue)).failed;

  async function until(fits: () => Promise<boolean>): Promise<void> {
    while (!(await fits())) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async function run(...args: string[]): Promise<string[]> {
    const lines: string[] = [];
    expect(await deadLetters(jobs, args, (line) => lines.push(line))).toBe(true);
    return lines;
  }

  it('are listed, all of them, with one line of why', async () => {
    const lines = await run();
    expect(lines).toHaveLength(241);
    expect(lines[0]).toMatch(/^mail mail-\d+: one attempt, the last at 20\S+Z: 550 no such mailbox$/);
    expect(new Set(lines).size).toBe(241);
    expect(lines.at(-1)).toBe('240 dead letters');
    await jobs.close();
  });

  it('run again, one or all', async () => {
    expect(await run('retry', 'reports-7')).toEqual(['reports reports-7: runs again']);
    await until(async () => done.length === 1);
    expect(await run('retry', 'all')).toEqual(['239 run again']);
    await until(async () => done.length === 240);
    expect(await run()).toEqual(['no dead letters']);
    await jobs.close();
  });

  it('are removed one by one', async () => {
    expect(await run('remove', 'mail-3')).toEqual(['mail mail-3: is removed']);
    expect(await dead('mail')).toBe(119);
    expect(done).toEqual([]);
    for (const args of [
      ['remove', 'mail-3'],
      ['retry', 'none'],
    ]) {
      await expect(run(...args)).rejects.toThrow(/There is no dead letter/);
    }
    await expect(run('remove', 'all')).rejects.toThrow(/removed by its own name/);
    for (const args of [['retry'], ['forget', 'mail-4'], ['retry', 'mail-4', 'mail-5']]) {
      await expect(run(...args)).rejects.toThrow(/^dead-letters, dead-letters retry ID/);
    }
    await jobs.close();
  });
});
