import type { Jobs, KeptJob } from '../../stores/jobs/jobs';
import { OperationRefused, type ReportLine } from './operation-report';

const page = 100;

/**
 * Lists the jobs that failed for good, retries them (`retry ID`, `retry all`) or removes one (`remove ID`).
 * @throws OperationRefused when there is no job with that id
 */
export async function deadLetters(
  jobs: Jobs,
  [action, id, ...more]: readonly string[],
  report: ReportLine,
): Promise<boolean> {
  if (action === undefined) return list(jobs, report);
  const known = (action === 'retry' || action === 'remove') && id !== undefined && more.length === 0;
  if (!known)
    throw new OperationRefused(
      'dead-letters, dead-letters retry ID, dead-letters retry all or dead-letters remove ID.',
    );
  if (id === 'all') {
    if (action === 'remove')
      throw new OperationRefused('Each is removed by its own name: it is not done, nor will be.');
    return retryAll(jobs, report);
  }
  for (const queue of await jobs.queueNames()) {
    if (!(await isDead(jobs, queue, id))) continue;
    const done = action === 'retry' ? await jobs.retry(queue, id) : await jobs.remove(queue, id);
    if (done) report(`${queue} ${id}: ${action === 'retry' ? 'runs again' : 'is removed'}`);
    return done;
  }
  throw new OperationRefused(`There is no dead letter "${id}".`);
}

async function list(jobs: Jobs, report: ReportLine): Promise<boolean> {
  let count = 0;
  for (const queue of await jobs.queueNames()) {
    for await (const { id, attempts, at, reason } of deadOf(jobs, queue)) {
      count++;
      const tries = attempts === 1 ? 'one attempt' : `${attempts} attempts`;
      report(`${queue} ${id}: ${tries}, the last at ${new Date(at).toISOString()}: ${reason?.split('\n')[0]}`);
    }
  }
  report(count === 0 ? 'no dead letters' : `${count} dead letters`);
  return true;
}

async function retryAll(jobs: Jobs, report: ReportLine): Promise<boolean> {
  let count = 0;
  for (const queue of await jobs.queueNames()) {
    const ids: string[] = [];
    for await (const { id } of deadOf(jobs, queue)) ids.push(id);
    for (const id of ids) if (await jobs.retry(queue, id)) count++;
  }
  report(`${count} run again`);
  return true;
}

async function isDead(jobs: Jobs, queue: string, id: string): Promise<boolean> {
  for await (const dead of deadOf(jobs, queue)) if (dead.id === id) return true;
  return false;
}

async function* deadOf(jobs: Jobs, queue: string): AsyncGenerator<KeptJob> {
  for (let offset = 0; ; offset += page) {
    const { items } = await jobs.list(queue, 'failed', { offset, limit: page });
    yield* items;
    if (items.length < page) return;
  }
}
