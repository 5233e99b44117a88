import { type AdminJob, type AdminSchedule, type JobFact, type JobState, jobFacts, type Page } from '@gos/contract';
import { refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { JOBS, type Jobs, type KeptJob } from '../../stores/jobs/jobs';

const batch = 200;

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

function factsIn(data: unknown): AdminJob['facts'] {
  if (typeof data !== 'object' || data === null) return [];
  return jobFacts.flatMap((name: JobFact) => {
    const value: unknown = Object.hasOwn(data, name) ? (data as Record<JobFact, unknown>)[name] : undefined;
    const isShown = typeof value === 'string' || typeof value === 'number' || value === true;
    return isShown ? [{ name, value: String(value) }] : [];
  });
}

const shownJob = ({ data, addedAt, at, ...job }: KeptJob): AdminJob => ({
  ...job,
  facts: factsIn(data),
  addedAt: instant(addedAt),
  at: instant(at),
});

/** Lists, retries and removes the jobs of a queue, and pauses the queue. All refuse a queue that does not exist. */
@Injectable()
export class QueuedJobs {
  constructor(
    @Inject(JOBS) private readonly jobs: Jobs,
    private readonly security: SecurityLog,
  ) {}

  async list(queue: string, state: JobState, at: { page: number; pageSize: number }): Promise<Page<AdminJob>> {
    await this.assertQueue(queue);
    const { items, total } = await this.jobs.list(queue, state, {
      offset: (at.page - 1) * at.pageSize,
      limit: at.pageSize,
    });
    return { items: items.map(shownJob), total, ...at };
  }

  async schedules(queue: string): Promise<{ items: AdminSchedule[] }> {
    await this.assertQueue(queue);
    const items = (await this.jobs.schedules(queue)).map(({ id, schedule, nextAt }) => ({
      id,
      ...('everyMs' in schedule ? { ...schedule, cron: null, timeZone: null } : { everyMs: null, ...schedule }),
      nextAt: nextAt === null ? null : instant(nextAt),
    }));
    return { items };
  }

  /** Pausing a paused queue changes nothing. */
  async pause(queue: string): Promise<void> {
    await this.assertQueue(queue);
    if ((await this.jobs.paused()).includes(queue)) return;
    await this.jobs.pause(queue);
    this.security.write('queue.paused', { what: queue });
  }

  async resume(queue: string): Promise<void> {
    await this.assertQueue(queue);
    if (!(await this.jobs.paused()).includes(queue)) return;
    await this.jobs.resume(queue);
    this.security.write('queue.resumed', { what: queue });
  }

  /** Retries a failed job, or at once one that waits for its next attempt; one that waits or runs is left alone. */
  async retry(queue: string, id: string): Promise<void> {
    await this.assertQueue(queue);
    if (await this.jobs.retry(queue, id)) {
      this.security.write('job.retried', { what: `${queue} ${id}` });
      return;
    }
    const job = await this.jobs.find(queue, id);
    if (job === null) throw new Refused(refuse('job.not-found'));
    if (job.state === 'delayed') throw new Refused(refuse(job.scheduled ? 'job.scheduled' : 'job.not-tried'));
  }

  async remove(queue: string, id: string): Promise<void> {
    await this.assertQueue(queue);
    if (await this.jobs.remove(queue, id)) {
      this.security.write('job.removed', { what: `${queue} ${id}` });
      return;
    }
    const job = await this.jobs.find(queue, id);
    if (job === null) throw new Refused(refuse('job.not-found'));
    throw new Refused(refuse(job.scheduled ? 'job.scheduled' : 'job.running'));
  }

  /**
   * Retries or removes failed jobs; ids of other jobs are skipped.
   * @param ids null is all of them
   * @returns how many were changed
   */
  async each(queue: string, action: 'retry' | 'remove', ids: readonly string[] | null): Promise<number> {
    await this.assertQueue(queue);
    const failed = await this.failed(queue);
    const wanted = ids === null ? failed : new Set(ids.filter((id) => failed.has(id)));
    let count = 0;
    for (const id of wanted) if (await this.jobs[action](queue, id)) count++;
    const name = action === 'retry' ? 'job.retried' : 'job.removed';
    if (count > 0) this.security.write(name, { what: `${queue} ${count}` });
    return count;
  }

  private async assertQueue(queue: string): Promise<void> {
    if (!(await this.jobs.queueNames()).includes(queue)) throw new Refused(refuse('queue.not-found'));
  }

  private async failed(queue: string): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let offset = 0; ; offset += batch) {
      const { items } = await this.jobs.list(queue, 'failed', { offset, limit: batch });
      for (const { id } of items) ids.add(id);
      if (items.length < batch) return ids;
    }
  }
}
