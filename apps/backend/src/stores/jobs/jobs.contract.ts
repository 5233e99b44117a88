import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobRun, type Jobs, PermanentFailure, type Retention } from './jobs';

/** Retention of the jobs under test. */
export const contractRetention: Retention = {
  done: { ageMs: 3_600_000, count: 5 },
  dead: { ageMs: 3_600_000, count: 5 },
};

/** Contract of every Jobs adapter. All tests share one store and keep their queues apart. */
export function describeJobsContract(name: string, makeJobs: () => Promise<Jobs>): void {
  describe(`${name} as jobs`, () => {
    let jobs: Jobs;
    beforeAll(async () => {
      jobs = await makeJobs();
    });
    afterAll(() => jobs.close());

    let queues = 0;
    const newQueue = () => `queue-${++queues}`;
    const until = async (holds: () => boolean | Promise<boolean>) => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    /** A handler that records its runs and fails the chosen ones. */
    function recorder(fail: (run: JobRun) => Error | null = () => null) {
      const runs: (JobRun & { readonly at: number })[] = [];
      const handler = async (run: JobRun) => {
        runs.push({ ...run, at: Date.now() });
        const error = fail(run);
        if (error) throw error;
      };
      return { runs, handler, ids: () => runs.map(({ id }) => id) };
    }

    it('runs what is added, with its data, and keeps what nobody handles yet', async () => {
      const queue = newQueue();
      const data = { text: 'Příliš žluťoučký', list: [1, null, { deep: true }] };
      await jobs.add(queue, { id: 'before', data });
      expect(await jobs.counts(queue)).toEqual({ waiting: 1, active: 0, delayed: 0, failed: 0 });
      const { runs, handler } = recorder();
      jobs.process(queue, {}, handler);
      await jobs.add(queue, { id: 'after.1_x-Y', data: null });
      await until(() => runs.length === 2);
      expect(runs).toMatchObject([
        { id: 'before', data, attempt: 1 },
        { id: 'after.1_x-Y', data: null, attempt: 1 },
      ]);
      await until(async () => (await jobs.counts(queue)).active === 0);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
    });

    it('names the queues that there are', async () => {
      const [added, repeated, handled] = [newQueue(), newQueue(), newQueue()];
      await jobs.add(added, { id: 'one', data: null });
      await jobs.repeat(repeated, { id: 'often', everyMs: 3_600_000, data: null });
      jobs.process(handled, {}, async () => {});
      await until(async () => (await jobs.queueNames()).includes(handled));
      const names = await jobs.queueNames();
      expect(names).toEqual(expect.arrayContaining([added, repeated]));
      expect(names).toEqual([...new Set(names)].sort());
    });

    it('has one handler for each queue', () => {
      const queue = newQueue();
      jobs.process(queue, {}, async () => {});
      expect(() => jobs.process(queue, {}, async () => {})).toThrow('has a handler');
    });

    it('keeps one job per id: waiting, running, done and dead', async () => {
      const queue = newQueue();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      const { runs, handler, ids } = recorder(({ id }) => (id === 'bad' ? new PermanentFailure('no') : null));
      await jobs.add(queue, { id: 'one', data: 1 }, { id: 'one', data: 2 });
      await jobs.add(queue, { id: 'one', data: 3, delayMs: 60_000 });
      jobs.process(queue, {}, async (run) => {
        await handler(run);
        if (run.id === 'one') await held;
      });
      await until(() => runs.length === 1);
      await jobs.add(queue, { id: 'one', data: 4 });
      release();
      await jobs.add(queue, { id: 'bad', data: null });
      await until(async () => (await jobs.counts(queue)).failed === 1);
      await jobs.add(queue, { id: 'one', data: 5 }, { id: 'bad', data: null }, { id: 'last', data: null });
      await until(() => ids().includes('last'));
      expect(ids()).toEqual(['one', 'bad', 'last']);
      expect(runs[0]!.data).toBe(1);
    });

    it('tells the ids of queues apart', async () => {
      const [first, second] = [newQueue(), newQueue()];
      const [one, two] = [recorder(), recorder()];
      jobs.process(first, {}, one.handler);
      jobs.process(second, {}, two.handler);
      await jobs.add(first, { id: 'same', data: 1 });
      await jobs.add(second, { id: 'same', data: 2 });
      await until(() => one.runs.length === 1 && two.runs.length === 1);
      expect([one.runs[0]!.data, two.runs[0]!.data]).toEqual([1, 2]);
    });

    it('gives a many times added job one run', async () => {
      const queue = newQueue();
      const { handler, ids } = recorder();
      jobs.process(queue, { concurrency: 10 }, handler);
      await Promise.all(Array.from({ length: 100 }, (_, n) => jobs.add(queue, { id: `j${n % 4}`, data: null })));
      await jobs.add(queue, { id: 'last', data: null });
      await until(() => ids().includes('last'));
      expect(ids().toSorted()).toEqual(['j0', 'j1', 'j2', 'j3', 'last']);
    });

    it('waits for the instant of a job', async () => {
      const queue = newQueue();
      const { runs, handler, ids } = recorder();
      jobs.process(queue, {}, handler);
      const start = Date.now();
      await jobs.add(
        queue,
        { id: 'late', data: null, delayMs: 400 },
        { id: 'soon', data: null, at: start + 150 },
        { id: 'past', data: null, at: start - 60_000 },
        { id: 'far', data: null, delayMs: 3_600_000 },
      );
      await until(async () => (await jobs.counts(queue)).delayed === 3);
      await until(() => runs.length === 3);
      expect(ids()).toEqual(['past', 'soon', 'late']);
      expect(runs[1]!.at).toBeGreaterThanOrEqual(start + 150);
      expect(runs[2]!.at).toBeGreaterThanOrEqual(start + 400);
      expect(await jobs.counts(queue)).toMatchObject({ delayed: 1 });
    });

    it('tries again by attempts and backoff, twice as long each time, up to the longest', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder(({ attempt }) => new Error(`attempt ${attempt}`));
      jobs.process(queue, { attempts: 5, backoff: { delayMs: 100, mostMs: 150 } }, handler);
      await jobs.add(queue, { id: 'failing', data: null });
      await until(async () => (await jobs.counts(queue)).failed === 1);
      expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
      const waits = runs.slice(1).map(({ at }, n) => at - runs[n]!.at);
      expect(waits[0]).toBeGreaterThanOrEqual(100);
      expect(waits[1]).toBeGreaterThanOrEqual(150);
      expect(waits[2]).toBeGreaterThanOrEqual(150);
      expect(waits[3]).toBeLessThan(800);
      const { items } = await jobs.list(queue, 'failed', { offset: 0, limit: 10 });
      expect(items).toMatchObject([{ id: 'failing', reason: 'attempt 5', attempts: 5 }]);
    });

    it('lets a job have attempts and a backoff of its own', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder(({ attempt }) => (attempt < 3 ? new Error('not yet') : null));
      jobs.process(queue, {}, handler);
      await jobs.add(queue, { id: 'third-time', data: null, attempts: 3, backoff: { delayMs: 50 } });
      await until(() => runs.length === 3);
      expect(runs[2]!.at - runs[1]!.at).toBeGreaterThanOrEqual(100);
      await until(async () => (await jobs.counts(queue)).active === 0);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
    });

    it('knows why the job that is tried next failed', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder(({ attempt }) => (attempt < 2 ? new Error('451 try again later') : null));
      jobs.process(queue, { attempts: 5, backoff: { delayMs: 300 } }, handler);
      expect(await jobs.failing(queue)).toBeNull();
      await jobs.add(queue, { id: 'later', data: null, delayMs: 60_000 }, { id: 'mail', data: null });
      await until(async () => (await jobs.failing(queue)) !== null);
      const found = await jobs.failing(queue);
      expect(found).toMatchObject({ id: 'mail', reason: '451 try again later', attempts: 1 });
      expect(Math.abs(found!.nextAt - runs[0]!.at - 300)).toBeLessThan(250);
      await until(async () => runs.length === 2 && (await jobs.failing(queue)) === null);
    });

    it('lists dead letters, the latest first, lets them run again, and forgets them', async () => {
      const queue = newQueue();
      let isBroken = true;
      const { runs, handler } = recorder(({ id }) => (isBroken ? new PermanentFailure(`${id} can't be done`) : null));
      jobs.process(queue, { attempts: 5 }, handler);
      const start = Date.now();
      for (const id of ['a', 'b', 'c']) {
        await jobs.add(queue, { id, data: { of: id } });
        await until(async () => (await jobs.list(queue, 'failed', { offset: 0, limit: 1 })).items[0]?.id === id);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const page = await jobs.list(queue, 'failed', { offset: 1, limit: 1 });
      expect(page.total).toBe(3);
      expect(page.items).toMatchObject([{ id: 'b', data: { of: 'b' }, reason: "b can't be done", attempts: 1 }]);
      const { addedAt, at: failedAt } = page.items[0]!;
      expect(addedAt).toBeGreaterThanOrEqual(start);
      expect(failedAt).toBeGreaterThanOrEqual(addedAt);

      isBroken = false;
      expect(await jobs.retry(queue, 'b')).toBe(true);
      await until(() => runs.length === 4);
      expect(runs[3]).toMatchObject({ id: 'b', data: { of: 'b' }, attempt: 1 });
      await until(async () => (await jobs.counts(queue)).active === 0);
      expect(await jobs.retry(queue, 'b')).toBe(false);
      expect(await jobs.retry(queue, 'unknown')).toBe(false);
      expect(await jobs.remove(queue, 'a')).toBe(true);
      expect(await jobs.remove(queue, 'a')).toBe(false);
      expect((await jobs.list(queue, 'failed', { offset: 0, limit: 10 })).items.map(({ id }) => id)).toEqual(['c']);
      await jobs.add(queue, { id: 'a', data: 'anew' });
      await until(() => runs.length === 5);
      expect(runs[4]).toMatchObject({ id: 'a', data: 'anew' });
    });

    it('lets a dead letter that runs again have all its attempts', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder(() => new Error('always'));
      jobs.process(queue, { attempts: 2 }, handler);
      await jobs.add(queue, { id: 'one', data: null });
      await until(async () => (await jobs.counts(queue)).failed === 1);
      await jobs.retry(queue, 'one');
      await until(async () => runs.length === 4 && (await jobs.counts(queue)).failed === 1);
      expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 1, 2]);
    });

    it('forgets what waits, not what runs', async () => {
      const queue = newQueue();
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await jobs.add(queue, { id: 'waiting', data: null, delayMs: 3_600_000 }, { id: 'running', data: null });
      jobs.process(queue, {}, () => held);
      await until(async () => (await jobs.counts(queue)).active === 1);
      expect(await jobs.remove(queue, 'waiting')).toBe(true);
      expect(await jobs.remove(queue, 'running')).toBe(false);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 1, delayed: 0, failed: 0 });
      release();
    });

    it('runs as many at once as it may', async () => {
      const queue = newQueue();
      let now = 0;
      let most = 0;
      let done = 0;
      jobs.process(queue, { concurrency: 3 }, async () => {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setTimeout(resolve, 20));
        now--;
        done++;
      });
      await jobs.add(queue, ...Array.from({ length: 12 }, (_, n) => ({ id: `j${n}`, data: null })));
      await until(() => done === 12);
      expect(most).toBe(3);
    });

    it('keeps so many finished jobs, and frees the ids of those before', async () => {
      const queue = newQueue();
      const { handler, ids } = recorder();
      jobs.process(queue, {}, handler);
      for (let n = 0; n < 7; n++) {
        await jobs.add(queue, { id: `j${n}`, data: null });
        await until(async () => ids().length === n + 1 && (await jobs.counts(queue)).active === 0);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      await jobs.add(queue, { id: 'j6', data: null }, { id: 'j2', data: null }, { id: 'j1', data: null });
      await until(() => ids().length === 8);
      await jobs.add(queue, { id: 'last', data: null });
      await until(() => ids().includes('last'));
      expect(ids().slice(7)).toEqual(['j1', 'last']);
    });

    it('repeats at an interval, from at once, under ids of the instants', async () => {
      const queue = newQueue();
      const { runs, handler, ids } = recorder();
      jobs.process(queue, {}, handler);
      const start = Date.now();
      await jobs.repeat(queue, { id: 'tick', data: { n: 1 }, everyMs: 100 });
      // A busy machine may let two come before it is looked again.
      await until(() => runs.length >= 4);
      expect(new Set(ids()).size).toBe(runs.length);
      for (const { id, data, attempt, at } of runs) {
        expect(id).toMatch(/^tick@\d+$/);
        expect({ data, attempt }).toEqual({ data: { n: 1 }, attempt: 1 });
        expect(at).toBeGreaterThanOrEqual(Number(id.slice(5)));
      }
      expect(runs[3]!.at - start).toBeGreaterThanOrEqual(200);
      expect(await jobs.endRepeat(queue, 'tick')).toBe(true);
      expect(await jobs.endRepeat(queue, 'tick')).toBe(false);
      await until(async () => {
        const { waiting, active, delayed } = await jobs.counts(queue);
        return waiting + active + delayed === 0;
      });
    });

    it('declared again, a repeat stays as it is; otherwise it is replaced', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder();
      jobs.process(queue, {}, handler);
      for (let n = 0; n < 3; n++) await jobs.repeat(queue, { id: 'hourly', data: 1, everyMs: 3_600_000 });
      await until(async () => runs.length === 1 && (await jobs.counts(queue)).delayed === 1);
      await jobs.repeat(queue, { id: 'hourly', data: 1, everyMs: 3_600_000 });
      expect(await jobs.counts(queue)).toMatchObject({ waiting: 0, delayed: 1 });
      await jobs.repeat(queue, { id: 'hourly', data: 2, everyMs: 100 });
      // On a busy machine more of them have run by the time that one looks.
      await until(() => runs.length >= 3);
      expect(new Set(runs.slice(1).map(({ data }) => data))).toEqual(new Set([2]));
      await jobs.repeat(queue, { id: 'hourly', data: 3, cron: '30 4 1 1 *', timeZone: 'Europe/Prague' });
      await until(async () => (await jobs.counts(queue)).active === 0);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 0, delayed: 1, failed: 0 });
    });

    it('gives the next run of a repeat the data that were declared last', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder();
      jobs.process(queue, {}, handler);
      await jobs.repeat(queue, { id: 'r', data: 'old', everyMs: 2_000 });
      await until(async () => runs.length === 1 && (await jobs.counts(queue)).delayed === 1);
      await jobs.repeat(queue, { id: 'r', data: 'new', everyMs: 2_000 });
      expect(await jobs.counts(queue)).toMatchObject({ waiting: 0, delayed: 1 });
      await until(() => runs.length === 2);
      expect(runs.map(({ data }) => data)).toEqual(['old', 'new']);
      await jobs.endRepeat(queue, 'r');
    });

    it('goes on repeating when a run fails for good and when that runs again', async () => {
      const queue = newQueue();
      const { runs, handler } = recorder(({ data }) => (data === 'bad' ? new PermanentFailure('no') : null));
      jobs.process(queue, {}, handler);
      await jobs.repeat(queue, { id: 'bad', data: 'bad', everyMs: 3_600_000 });
      await until(async () => (await jobs.counts(queue)).failed === 1);
      const { items } = await jobs.list(queue, 'failed', { offset: 0, limit: 10 });
      expect(items[0]!.id).toBe(runs[0]!.id);
      expect(await jobs.retry(queue, items[0]!.id)).toBe(true);
      await until(async () => runs.length === 2 && (await jobs.counts(queue)).failed === 1);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 0, delayed: 1, failed: 1 });
      expect(await jobs.remove(queue, items[0]!.id)).toBe(true);
      expect(await jobs.endRepeat(queue, 'bad')).toBe(true);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
    });

    it('moves a checkpoint on only from where it is', async () => {
      expect(await jobs.checkpoint('reader')).toBeNull();
      expect(await jobs.advance('reader', '5', '9')).toBeNull();
      expect(await jobs.advance('reader', null, '5')).toBe('5');
      expect(await jobs.advance('reader', null, '7')).toBe('5');
      expect(await jobs.advance('reader', '5', '9')).toBe('9');
      expect(await jobs.checkpoint('reader')).toBe('9');
      expect(await jobs.checkpoint('another')).toBeNull();
    });

    it.each([
      ['an id with a colon', { id: 'a:b', data: null }],
      ['an id of digits', { id: '123', data: null }],
      ['no id', { id: '', data: null }],
      ['an id of a repeat', { id: 'tick@17', data: null }],
      ['a long id', { id: 'x'.repeat(201), data: null }],
      ['data that is no JSON', { id: 'a', data: undefined }],
      ['large data', { id: 'a', data: 'x'.repeat(64 * 1024) }],
      ['a negative delay', { id: 'a', data: null, delayMs: -1 }],
      ['a delay and an instant', { id: 'a', data: null, delayMs: 1, at: 1 }],
      ['part of an attempt', { id: 'a', data: null, attempts: 1.5 }],
      ['a negative backoff', { id: 'a', data: null, backoff: { delayMs: -1 } }],
    ])('refuses %s, and adds nothing then', async (_, job) => {
      const queue = newQueue();
      await expect(jobs.add(queue, { id: 'good', data: null }, job)).rejects.toBeInstanceOf(RangeError);
      expect(await jobs.counts(queue)).toMatchObject({ waiting: 0, delayed: 0 });
    });

    it('refuses schedules and queues that no store takes', async () => {
      const queue = newQueue();
      const timeZone = 'Europe/Prague';
      for (const schedule of [
        { everyMs: 0 },
        { cron: '0 25 * * *', timeZone },
        { cron: '* * * *', timeZone },
        { cron: '0 0 0 * * *', timeZone },
        { cron: '0 6 * * *', timeZone: 'Europe/Brno' },
      ]) {
        await expect(jobs.repeat(queue, { id: 'r', data: null, ...schedule })).rejects.toBeInstanceOf(RangeError);
      }
      await expect(jobs.add('Queue:1', { id: 'a', data: null })).rejects.toBeInstanceOf(RangeError);
      expect(() => jobs.process('', {}, async () => {})).toThrow(RangeError);
    });
  });

  describe(`${name} that is closed`, () => {
    it('waits for what runs, takes nothing further, and gives up after its patience', async () => {
      const jobs = await makeJobs();
      const started: string[] = [];
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      jobs.process('closing', {}, async ({ id }) => {
        started.push(id);
        await held;
      });
      await jobs.add('closing', { id: 'first', data: null }, { id: 'second', data: null });
      while (started.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      let isClosed = false;
      const closing = jobs.close(20_000).then(() => (isClosed = true));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(isClosed).toBe(false);
      release();
      await closing;
      expect(started).toEqual(['first']);

      const impatient = await makeJobs();
      const runs: string[] = [];
      impatient.process('stuck', {}, async ({ id }) => {
        runs.push(id);
        await new Promise(() => {});
      });
      await impatient.add('stuck', { id: 'one', data: null });
      while (runs.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      await impatient.close(100);
    });
  });
}
