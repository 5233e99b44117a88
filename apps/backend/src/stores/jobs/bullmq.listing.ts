import type { Job, Queue } from 'bullmq';
import type { Backoff, FailingJob, JobPage, JobSchedule, JobState, KeptJob } from './jobs';

/** Delayed jobs among which one that failed is looked for. */
const looked = 200;

/** The job's data, and the queue options that BullMQ wants from the process that adds: that process need not know them. */
export interface Envelope {
  readonly data: unknown;
  readonly attempts?: number;
  readonly backoff?: Backoff;
}

type BullQueue = Queue<Envelope>;
type BullJob = Job<Envelope>;

/** BullMQ's id of a repeat's run is `repeat:ID:INSTANT`, the port's is `ID@INSTANT`. */
export const toBull = (id: string) => id.replace(/^(.+)@(\d+)$/, 'repeat:$1:$2');
export const fromBull = (id: string) => id.replace(/^repeat:(.+):(\d+)$/, '$1@$2');

const states: Readonly<Record<string, JobState>> = {
  waiting: 'waiting',
  prioritized: 'waiting',
  paused: 'waiting',
  delayed: 'delayed',
  active: 'active',
  failed: 'failed',
};

/** Returns the port's state of a job; null for one that is done or gone. */
export const stateOf = async (job: BullJob): Promise<JobState | null> => states[await job.getState()] ?? null;

/** Whether a job is a run of a repeat that has not failed. */
export const isScheduled = ({ repeatJobKey, attemptsMade, finishedOn }: BullJob): boolean =>
  repeatJobKey !== undefined && attemptsMade === 0 && !finishedOn;

/** The instant at which a delayed job runs next, or from which on a waiting one may run. */
function dueAt({ id, processedOn, timestamp, delay, attemptsMade }: BullJob): number {
  const run = /^repeat:.+:(\d+)$/.exec(id!);
  if (run && attemptsMade === 0) return Number(run[1]);
  return (processedOn ?? timestamp) + delay;
}

function keptJobOf(job: BullJob, state: JobState): KeptJob {
  const { timestamp, processedOn = timestamp, finishedOn } = job;
  return {
    id: fromBull(job.id!),
    state,
    data: job.data.data,
    reason: job.failedReason || null,
    attempts: job.attemptsMade,
    addedAt: timestamp,
    at: state === 'active' ? processedOn : state === 'failed' ? (finishedOn ?? timestamp) : dueAt(job),
    scheduled: isScheduled(job) && state !== 'active',
  };
}

/** Lets a delayed job run at once. False when it began to run meanwhile. */
export async function promoted(job: BullJob): Promise<boolean> {
  try {
    await job.promote();
    return true;
  } catch (error) {
    if (await job.isDelayed()) throw error;
    return false;
  }
}

export async function failingJob(queue: BullQueue): Promise<FailingJob | null> {
  const jobs = await queue.getDelayed(0, looked - 1);
  const job = jobs.find((one) => one && one.attemptsMade > 0 && one.failedReason);
  return job
    ? { id: fromBull(job.id!), reason: job.failedReason, attempts: job.attemptsMade, nextAt: dueAt(job) }
    : null;
}

export async function listJobs(queue: BullQueue, state: JobState, { offset, limit }: JobPage) {
  const [jobs, total] = await Promise.all([
    queue.getJobs([state], offset, offset + limit - 1, state !== 'failed'),
    queue.getJobCountByTypes(state),
  ]);
  // Those that were removed meanwhile are absent.
  return { items: jobs.flatMap((job) => (job ? [keptJobOf(job, state)] : [])), total };
}

export async function findJob(queue: BullQueue, id: string): Promise<KeptJob | null> {
  const job = await queue.getJob(toBull(id));
  const state = job && (await stateOf(job));
  return state ? keptJobOf(job, state) : null;
}

export async function listSchedules(queue: BullQueue): Promise<readonly JobSchedule[]> {
  const schedulers = await queue.getJobSchedulers(0, -1, true);
  return schedulers
    .map(({ key, every, pattern, tz, next }) => ({
      id: key,
      schedule: pattern === undefined ? { everyMs: every! } : { cron: pattern, timeZone: tz! },
      nextAt: next ?? null,
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}
