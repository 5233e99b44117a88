import type { DeadLetter, Page } from '@gos/contract';
import { Inject, Injectable } from '@nestjs/common';
import { type DeadJob, JOBS, type Jobs } from '../../stores/jobs/jobs';

const page = 200;

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const letterOf = ({ id, reason, attempts, addedAt, failedAt, data }: DeadJob): DeadLetter => ({
  id,
  reason,
  attempts,
  addedAt: instant(addedAt),
  failedAt: instant(failedAt),
  data,
});

/** Lists, retries and removes jobs that failed for good, one or many at once. */
@Injectable()
export class DeadJobs {
  constructor(@Inject(JOBS) private readonly jobs: Jobs) {}

  /** @returns null when there is no such queue */
  async list(queue: string, at: { page: number; pageSize: number }): Promise<Page<DeadLetter> | null> {
    if (!(await this.isQueue(queue))) return null;
    const { items, total } = await this.jobs.dead(queue, { offset: (at.page - 1) * at.pageSize, limit: at.pageSize });
    return { items: items.map(letterOf), total, ...at };
  }

  /**
   * Retries or removes dead letters; ids that are no dead letters (any more) are skipped.
   * @param ids null is all of them
   * @returns how many were changed; null when there is no such queue
   */
  async each(queue: string, action: 'retry' | 'remove', ids: readonly string[] | null): Promise<number | null> {
    if (!(await this.isQueue(queue))) return null;
    const dead = await this.ids(queue);
    const wanted = ids === null ? dead : new Set(ids.filter((id) => dead.has(id)));
    let count = 0;
    for (const id of wanted) if (await this.jobs[action](queue, id)) count++;
    return count;
  }

  private async isQueue(queue: string): Promise<boolean> {
    return (await this.jobs.queueNames()).includes(queue);
  }

  private async ids(queue: string): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let offset = 0; ; offset += page) {
      const { items } = await this.jobs.dead(queue, { offset, limit: page });
      for (const { id } of items) ids.add(id);
      if (items.length < page) return ids;
    }
  }
}
