import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobState, type Jobs, jobStates, PermanentFailure } from './jobs';

/** Contract of every Jobs adapter: the views and actions of an admin. */
export function describeManagedJobsContract(name: string, makeJobs: () => Promise<Jobs>): void {
  describe(`${name} as jobs that an admin manages`, () => {
    let jobs: Jobs;
    beforeAll(async () => {
      jobs = await makeJobs();
    });
    afterAll(() => jobs.close());

    let queues = 0;
    const newQueue = () => `managed-${++queues}`;
    const until = async (holds: () => boolean | Promise<boolean>) => {
      while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const idsIn = async (queue: string, state: JobState, offset = 0, limit = 10) =>
      (await jobs.list(queue, state, { offset, limit })).items.map(({ id }) => id);
    function gate() {
      let open = () => {};
      const passed = new Promise<void>((resolve) => (open = resolve));
      return { passed, open };
    }

    it('lists jobs by state, each with its instant, and finds one by its id', async () => {
      const queue = newQueue();
      const { passed, open } = gate();
      const start = Date.now();
      await jobs.add(queue, { id: 'bad', data: { of: 'bad' } });
      await jobs.add(queue, { id: 'slow', data: { of: 'slow' } }, { id: 'next', data: { of: 'next' } });
      await jobs.add(queue, { id: 'late', data: { of: 'late' }, at: start + 3_600_000 });
      expect((await idsIn(queue, 'waiting')).toSorted()).toEqual(['bad', 'next', 'slow']);
      jobs.process(queue, {}, async ({ id }) => {
        if (id === 'bad') throw new PermanentFailure('no such address');
        await passed;
      });
      await until(async () => (await jobs.counts(queue)).active === 1 && (await jobs.counts(queue)).failed === 1);
      const all = await Promise.all(jobStates.map((state) => jobs.list(queue, state, { offset: 0, limit: 10 })));
      expect(all.map(({ items, total }) => [total, ...items.map(({ id, state }) => `${id} ${state}`)])).toEqual([
        [1, expect.stringMatching(/^(next|slow) waiting$/)],
        [1, 'late delayed'],
        [1, expect.stringMatching(/^(next|slow) active$/)],
        [1, 'bad failed'],
      ]);
      const [bad, late] = [await jobs.find(queue, 'bad'), await jobs.find(queue, 'late')];
      expect(bad).toEqual({
        id: 'bad',
        state: 'failed',
        data: { of: 'bad' },
        reason: 'no such address',
        attempts: 1,
        addedAt: expect.any(Number),
        at: expect.any(Number),
        scheduled: false,
      });
      expect(bad!.at).toBeGreaterThanOrEqual(bad!.addedAt);
      expect(late).toMatchObject({ state: 'delayed', reason: null, attempts: 0, scheduled: false });
      expect(Math.abs(late!.at - start - 3_600_000)).toBeLessThan(1_000);
      open();
      await until(async () => (await jobs.counts(queue)).active + (await jobs.counts(queue)).waiting === 0);
      expect(await jobs.find(queue, 'slow')).toBeNull();
      expect(await jobs.find(queue, 'unknown')).toBeNull();
    });

    it('lists a page of many jobs, those that run first before the others', async () => {
      const queue = newQueue();
      const at = Date.now() + 3_600_000;
      await jobs.add(
        queue,
        ...Array.from({ length: 30 }, (_, n) => ({ id: `j${n}`, data: null, at: at + 1_000 * (30 - n) })),
      );
      expect(await idsIn(queue, 'delayed', 0, 3)).toEqual(['j29', 'j28', 'j27']);
      expect(await idsIn(queue, 'delayed', 28, 3)).toEqual(['j1', 'j0']);
      expect(await jobs.list(queue, 'delayed', { offset: 40, limit: 3 })).toEqual({ items: [], total: 30 });
    });

    it('names the schedules and their next runs', async () => {
      const queue = newQueue();
      await jobs.repeat(queue, { id: 'hourly', data: null, everyMs: 3_600_000 });
      await jobs.repeat(queue, { id: 'daily', data: null, cron: '0 7 * * *', timeZone: 'Europe/Prague' });
      const start = Date.now();
      jobs.process(queue, {}, async () => {});
      await until(async () => (await jobs.counts(queue)).delayed === 2);
      const [daily, hourly, ...more] = await jobs.schedules(queue);
      expect([daily!.id, daily!.schedule]).toEqual(['daily', { cron: '0 7 * * *', timeZone: 'Europe/Prague' }]);
      expect([hourly!.id, hourly!.schedule, more]).toEqual(['hourly', { everyMs: 3_600_000 }, []]);
      for (const { nextAt } of [daily!, hourly!]) expect(nextAt).toBeGreaterThan(start);
      const runs = (await jobs.list(queue, 'delayed', { offset: 0, limit: 10 })).items;
      expect(runs.map(({ scheduled, at }) => [scheduled, at]).sort()).toEqual(
        [daily!, hourly!].map(({ nextAt }) => [true, nextAt]).sort(),
      );
      expect(await jobs.schedules(newQueue())).toEqual([]);
    });

    it('pauses a queue: running jobs end, none begins, new ones are taken in, and resume goes on', async () => {
      const queue = newQueue();
      const { passed, open } = gate();
      const ran: string[] = [];
      jobs.process(queue, {}, async ({ id }) => {
        ran.push(id);
        if (id === 'first') await passed;
      });
      await jobs.add(queue, { id: 'first', data: null }, { id: 'second', data: null });
      await until(() => ran.length === 1);
      for (let time = 0; time < 2; time++) await jobs.pause(queue);
      expect(await jobs.paused()).toContain(queue);
      open();
      await until(async () => (await jobs.counts(queue)).active === 0);
      await jobs.add(queue, { id: 'third', data: null }, { id: 'soon', data: null, delayMs: 30 });
      await new Promise((resolve) => setTimeout(resolve, 120));
      expect(ran).toEqual(['first']);
      const { waiting, delayed, active } = await jobs.counts(queue);
      expect([waiting + delayed, active]).toEqual([3, 0]);
      for (let time = 0; time < 2; time++) await jobs.resume(queue);
      expect(await jobs.paused()).not.toContain(queue);
      await until(() => ran.length === 4);
      expect(ran.toSorted()).toEqual(['first', 'second', 'soon', 'third']);
    });

    it('names a paused queue without jobs, and pauses that one alone', async () => {
      const [paused, other] = [newQueue(), newQueue()];
      const ran: string[] = [];
      for (const queue of [paused, other]) jobs.process(queue, {}, async () => void ran.push(queue));
      await jobs.pause(paused);
      expect(await jobs.paused()).toContain(paused);
      await jobs.add(paused, { id: 'one', data: null });
      await jobs.add(other, { id: 'one', data: null });
      await until(() => ran.length === 1);
      expect(ran).toEqual([other]);
      await jobs.resume(paused);
      await until(() => ran.length === 2);
    });

    it('keeps a schedule of a paused queue: it runs once when the queue goes on', async () => {
      const queue = newQueue();
      const ran: string[] = [];
      await jobs.pause(queue);
      await jobs.repeat(queue, { id: 'tick', data: null, everyMs: 3_600_000 });
      jobs.process(queue, {}, async ({ id }) => void ran.push(id));
      const [tick] = await jobs.schedules(queue);
      expect(tick!.nextAt).not.toBeNull();
      expect(ran).toEqual([]);
      await jobs.resume(queue);
      await until(async () => ran.length === 1 && (await jobs.counts(queue)).delayed === 1);
    });

    it('does not run a delayed job before its instant that was not tried', async () => {
      const queue = newQueue();
      await jobs.add(queue, { id: 'late', data: null, delayMs: 3_600_000 });
      expect([await jobs.retry(queue, 'late'), await jobs.retry(queue, 'unknown')]).toEqual([false, false]);
      expect(await jobs.counts(queue)).toMatchObject({ waiting: 0, delayed: 1 });
    });

    it('retries a job at once, and once, that waits for its next attempt', async () => {
      const queue = newQueue();
      const attempts: number[] = [];
      jobs.process(queue, { attempts: 3, backoff: { delayMs: 3_600_000 } }, async ({ attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('451 later');
      });
      await jobs.add(queue, { id: 'mail', data: null });
      await until(async () => (await jobs.counts(queue)).delayed === 1);
      expect(await jobs.find(queue, 'mail')).toMatchObject({ state: 'delayed', reason: '451 later', attempts: 1 });
      expect(await jobs.retry(queue, 'mail')).toBe(true);
      await until(async () => attempts.length === 2 && (await jobs.counts(queue)).active === 0);
      expect(await jobs.retry(queue, 'mail')).toBe(false);
      expect(attempts).toEqual([1, 2]);
    });

    it('neither removes nor retries the next run of a schedule', async () => {
      const queue = newQueue();
      jobs.process(queue, {}, async () => {});
      await jobs.repeat(queue, { id: 'hourly', data: null, everyMs: 3_600_000 });
      await until(async () => (await jobs.counts(queue)).delayed === 1);
      const [run] = (await jobs.list(queue, 'delayed', { offset: 0, limit: 1 })).items;
      expect(run).toMatchObject({ id: expect.stringMatching(/^hourly@\d+$/), scheduled: true });
      expect(await jobs.remove(queue, run!.id)).toBe(false);
      expect(await jobs.retry(queue, run!.id)).toBe(false);
      expect(await jobs.find(queue, run!.id)).toEqual(run);
    });

    it('removes a waiting, a delayed and a failed job, not a running or a finished one', async () => {
      const queue = newQueue();
      const { passed, open } = gate();
      jobs.process(queue, {}, async ({ id }) => {
        if (id === 'bad') throw new PermanentFailure('no');
        if (id === 'slow') await passed;
      });
      await jobs.add(queue, { id: 'done', data: null });
      await jobs.add(queue, { id: 'bad', data: null });
      await until(async () => (await jobs.counts(queue)).failed === 1);
      await jobs.add(queue, { id: 'slow', data: null });
      await until(async () => (await jobs.counts(queue)).active === 1);
      await jobs.add(queue, { id: 'next', data: null }, { id: 'late', data: null, delayMs: 3_600_000 });
      for (const id of ['next', 'late', 'bad']) {
        expect([id, await jobs.remove(queue, id), await jobs.remove(queue, id)]).toEqual([id, true, false]);
      }
      expect([await jobs.remove(queue, 'slow'), await jobs.remove(queue, 'done')]).toEqual([false, false]);
      open();
      await until(async () => (await jobs.counts(queue)).active === 0);
      expect(await jobs.counts(queue)).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
    });
  });
}
