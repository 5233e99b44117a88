import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { InstallationId } from '../../kernel/belonging';
import { StoreUnavailable } from '../../kernel/store-errors';
import { namesIn } from '../drivers/redis/names';
import {
  type Envelope,
  failingJob,
  findJob,
  fromBull,
  isScheduled,
  listJobs,
  listSchedules,
  promoted,
  stateOf,
  toBull,
} from './bullmq.listing';
import {
  defaultKeep,
  type FailingJob,
  type JobCounts,
  type JobPage,
  type JobRun,
  type JobSchedule,
  type JobState,
  type Jobs,
  type KeptJob,
  maxStalled,
  type NewJob,
  PermanentFailure,
  type QueueOptions,
  type Retention,
  type Schedule,
} from './jobs';
import { backoffMs, checkJob, checkOptions, checkQueue, checkRepeat, reasonOf } from './jobs-check';

const connectMs = 3_000;
/** Detects a dead connection; longer than a worker blocks for the next job. */
const silenceMs = 20_000;
const timeoutMs = 10_000;
/** Limit for closing the connections when no job runs. */
const shutdownTimeoutMs = 1_000;
const advanceScript = `
  local now = redis.call('GET', KEYS[1])
  if (now or '') ~= ARGV[1] then return now end
  redis.call('SET', KEYS[1], ARGV[2])
  return ARGV[2]`;

type Repeat = { readonly id: string; readonly data: unknown } & Schedule;

export interface BullJobsOptions {
  /** redis:// or rediss:// */
  readonly url: string;
  /** The installation by which the keys are named; calls wait until it is known. */
  readonly owner?: InstallationId;
  /** Prefix of all keys where it has no owner, in braces so that a Redis cluster keeps them in one slot. */
  readonly prefix?: string;
  readonly keep?: Retention;
  /** How long a process may fail to renew a running job's lock before another one takes the job. */
  readonly lockMs?: number;
  /** How long to wait for Redis before it counts as unavailable. */
  readonly answerMs?: number;
  readonly onError?: (error: unknown) => void;
}

const kept = ({ ageMs, count }: Retention['done']) => ({ age: Math.ceil(ageMs / 1_000), count });

/**
 * Jobs in Redis by BullMQ; any number of processes add and run them. Repeats are declared again after each
 * reconnection. Redis must not evict keys (`maxmemory-policy noeviction`); whether acknowledged jobs survive a crash
 * depends on its `appendonly`.
 */
export class BullJobs implements Jobs {
  /** Its calls answer or fail within seconds. */
  private readonly client: Redis;
  /** Its calls wait for Redis without limit, as workers need it. */
  private readonly patientClient: Redis;
  /** Known once Redis was reached, and it is known whose jobs they are. */
  private prefix: string | null;
  private readonly keep: Retention;
  private readonly lockMs: number;
  private readonly answerMs: number;
  private readonly onError: (error: unknown) => void;
  private readonly owner: InstallationId | undefined;
  private naming: Promise<string> | null = null;
  /** Handlers that wait for the prefix. */
  private readonly handlers = new Map<string, () => void>();
  private readonly queues = new Map<string, Queue<Envelope>>();
  private readonly workers = new Map<string, Worker<Envelope>>();
  /** Queues whose names are stored in Redis, unless it lost them. */
  private readonly namedQueues = new Set<string>();
  private readonly repeats = new Map<string, { queue: string; repeat: Repeat }>();
  private readonly returnListeners = new Set<() => void>();
  private running = 0;
  private wasReady = false;
  private isAway = false;
  private closed: Promise<void> | undefined;

  constructor({
    url,
    owner,
    prefix,
    keep = defaultKeep,
    lockMs = 10_000,
    answerMs = 3_000,
    onError = () => {},
  }: BullJobsOptions) {
    this.prefix = prefix ?? (owner ? null : '{gos}');
    this.owner = owner;
    this.keep = keep;
    this.lockMs = lockMs;
    this.answerMs = answerMs;
    this.onError = onError;
    const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 1_000);
    const connection = { connectTimeout: connectMs, socketTimeout: silenceMs, retryStrategy };
    this.client = new Redis(url, { ...connection, maxRetriesPerRequest: 1 });
    this.patientClient = new Redis(url, { ...connection, maxRetriesPerRequest: null });
    this.patientClient.on('error', () => {});
    // Logged once per outage, however many reconnections fail.
    this.client.on('error', (error) => {
      if (!this.isAway) this.onError(error);
      this.isAway = true;
    });
    this.client.on('ready', () => this.ready());
  }

  /** Resolves once Redis answers. @throws StoreUnavailable */
  async open(): Promise<void> {
    await this.answer(() => this.client.ping());
  }

  process<D>(queue: string, options: QueueOptions, handler: (run: JobRun<D>) => Promise<void>): void {
    checkOptions(queue, options);
    if (this.handlers.has(queue)) throw new Error(`The queue ${queue} has a handler already`);
    this.handlers.set(queue, () => this.work(queue, options, handler as (run: JobRun) => Promise<void>));
    if (this.prefix !== null) this.handlers.get(queue)!();
    if (this.wasReady) this.answer(() => this.nameQueue(queue)).catch(this.onError);
  }

  private work(queue: string, options: QueueOptions, handler: (run: JobRun) => Promise<void>): void {
    if (this.closed) return;
    const worker = new Worker<Envelope>(queue, (job) => this.runOne(job, options, handler), {
      connection: this.patientClient,
      prefix: this.prefix!,
      concurrency: options.concurrency ?? 1,
      lockDuration: this.lockMs,
      stalledInterval: Math.ceil(this.lockMs / 2),
      maxStalledCount: maxStalled,
      runRetryDelay: 1_000,
      removeOnComplete: kept(this.keep.done),
      removeOnFail: kept(this.keep.dead),
      settings: {
        backoffStrategy: (failures, _type, _error, job) => backoffMs(job?.data.backoff ?? options.backoff, failures),
      },
    });
    worker.on('error', (error) => this.tell(error));
    this.workers.set(queue, worker);
  }

  async add(queue: string, ...jobs: readonly NewJob[]): Promise<void> {
    checkQueue(queue);
    for (const job of jobs) checkJob(job);
    if (jobs.length === 0) return;
    const timestamp = Date.now();
    const entries = jobs.map(({ id, data, delayMs = 0, at, attempts, backoff }) => ({
      name: queue,
      data: { data, attempts, backoff },
      opts: {
        jobId: id,
        timestamp,
        delay: at === undefined ? delayMs : Math.max(0, at - timestamp),
        stackTraceLimit: 1,
      },
    }));
    await this.answer(async () => {
      await this.nameQueue(queue);
      await this.bullQueue(queue).addBulk(entries);
    });
  }

  async repeat(queue: string, repeat: Repeat): Promise<void> {
    const { id, data, ...schedule } = repeat;
    checkQueue(queue);
    checkRepeat(id, data, schedule);
    this.repeats.set(`${queue}:${id}`, { queue, repeat });
    await this.answer(() => this.declare(queue, repeat));
  }

  async endRepeat(queue: string, id: string): Promise<boolean> {
    this.repeats.delete(`${queue}:${id}`);
    return this.answer(() => this.bullQueue(queue).removeJobScheduler(id));
  }

  async remove(queue: string, id: string): Promise<boolean> {
    return this.answer(async () => {
      const job = await this.bullQueue(queue).getJob(toBull(id));
      const state = job && (await stateOf(job));
      if (!state || state === 'active' || isScheduled(job)) return false;
      // One that began to run meanwhile is locked, and stays.
      return (await this.bullQueue(queue).remove(toBull(id))) === 1;
    });
  }

  async queueNames(): Promise<readonly string[]> {
    return this.answer(async () => (await this.client.smembers(`${this.prefix}:queues`)).sort());
  }

  async counts(queue: string): Promise<JobCounts> {
    const counts = await this.answer(() => this.bullQueue(queue).getJobCounts('wait', 'active', 'delayed', 'failed'));
    const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { waiting: wait, active, delayed, failed };
  }

  async failing(queue: string): Promise<FailingJob | null> {
    return this.answer(() => failingJob(this.bullQueue(queue)));
  }

  async list(queue: string, state: JobState, page: JobPage) {
    return this.answer(() => listJobs(this.bullQueue(queue), state, page));
  }

  async find(queue: string, id: string): Promise<KeptJob | null> {
    return this.answer(() => findJob(this.bullQueue(queue), id));
  }

  async schedules(queue: string): Promise<readonly JobSchedule[]> {
    return this.answer(() => listSchedules(this.bullQueue(queue)));
  }

  async pause(queue: string): Promise<void> {
    await this.answer(async () => {
      await this.nameQueue(queue);
      await this.bullQueue(queue).pause();
    });
  }

  async resume(queue: string): Promise<void> {
    await this.answer(() => this.bullQueue(queue).resume());
  }

  async paused(): Promise<readonly string[]> {
    const names = await this.queueNames();
    const paused = await this.answer(() => Promise.all(names.map((name) => this.bullQueue(name).isPaused())));
    return names.filter((_, at) => paused[at]);
  }

  async retry(queue: string, id: string): Promise<boolean> {
    return this.answer(async () => {
      const job = await this.bullQueue(queue).getJob(toBull(id));
      if (!job) return false;
      if (job.attemptsMade > 0 && (await job.isDelayed())) return promoted(job);
      if (!(await job.isFailed())) return false;
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
      return true;
    });
  }

  async checkpoint(reader: string): Promise<string | null> {
    return this.answer(() => this.client.get(this.checkpointKey(reader)));
  }

  async advance(reader: string, from: string | null, to: string): Promise<string | null> {
    return this.answer(
      async () =>
        (await this.client.eval(advanceScript, 1, this.checkpointKey(reader), from ?? '', to)) as string | null,
    );
  }

  onReconnect(listener: () => void): () => void {
    this.returnListeners.add(listener);
    return () => this.returnListeners.delete(listener);
  }

  /** For bull-board. */
  bullQueue(name: string): Queue<Envelope> {
    let queue = this.queues.get(name);
    if (!queue) {
      checkQueue(name);
      // BullMQ checks the version only once, and would fail for good if Redis is away at that moment.
      const options = { connection: this.client, prefix: this.prefix!, skipVersionCheck: true };
      queue = new Queue<Envelope>(name, options);
      queue.on('error', (error) => this.tell(error));
      this.queues.set(name, queue);
    }
    return queue;
  }

  close(patience = timeoutMs): Promise<void> {
    this.closed ??= this.shut(patience);
    return this.closed;
  }

  private async shut(patience: number): Promise<void> {
    const workers = [...this.workers.values()];
    const ending = Promise.all(workers.map((worker) => worker.close())).catch(() => {});
    const waiting = new AbortController();
    const tooLong = sleep(this.running > 0 ? patience : shutdownTimeoutMs, 'too long', { signal: waiting.signal });
    const outcome = await Promise.race([ending, tooLong.catch(() => {})]);
    waiting.abort();
    if (outcome === 'too long') for (const worker of workers) worker.disconnect().catch(() => {});
    this.patientClient.disconnect();
    this.client.disconnect();
  }

  private async runOne(
    job: Job<Envelope>,
    options: QueueOptions,
    handler: (run: JobRun) => Promise<void>,
  ): Promise<void> {
    job.opts.attempts = job.data.attempts ?? options.attempts ?? 1;
    job.opts.backoff = { type: 'of-the-queue' };
    this.running++;
    try {
      await handler({ id: fromBull(job.id!), data: job.data.data, attempt: job.attemptsMade + 1 });
    } catch (error) {
      // BullMQ interprets names and messages of errors, so the handler's own error must not reach it.
      throw error instanceof PermanentFailure ? new UnrecoverableError(reasonOf(error)) : new Error(reasonOf(error));
    } finally {
      this.running--;
    }
  }

  /** Upserting an unchanged repeat would drop a run that is due, so a repeat with a scheduled next run is left alone. */
  private async declare(queue: string, { id, data, ...schedule }: Repeat): Promise<void> {
    await this.nameQueue(queue);
    const bull = this.bullQueue(queue);
    const known = await bull.getJobScheduler(id);
    const wanted =
      'everyMs' in schedule ? { every: schedule.everyMs } : { pattern: schedule.cron, tz: schedule.timeZone };
    const isSame =
      known?.every === wanted.every &&
      known?.pattern === wanted.pattern &&
      known?.tz === wanted.tz &&
      JSON.stringify(known?.template?.data) === JSON.stringify({ data });
    if (isSame && (await bull.getJob(`repeat:${id}:${known?.next}`))) return;
    await bull.upsertJobScheduler(id, wanted, { name: queue, data: { data }, opts: { stackTraceLimit: 1 } });
  }

  private async nameQueue(queue: string): Promise<void> {
    if (this.namedQueues.has(queue)) return;
    await this.client.sadd(`${this.prefix}:queues`, queue);
    this.namedQueues.add(queue);
  }

  /** Finds the prefix of the installation, and starts the handlers that waited for it. */
  private named(): Promise<string> {
    if (this.prefix !== null) return Promise.resolve(this.prefix);
    this.naming ??= this.findPrefix().finally(() => {
      this.naming = null;
    });
    return this.naming;
  }

  private async findPrefix(): Promise<string> {
    const belonging = await this.owner!.known;
    this.prefix = (await namesIn(this.client, belonging)).jobs;
    for (const work of this.handlers.values()) work();
    return this.prefix;
  }

  private checkpointKey(reader: string): string {
    return `${this.prefix}:checkpoint:${reader}`;
  }

  private async answer<T>(ask: () => Promise<T>): Promise<T> {
    if (this.closed) throw new StoreUnavailable('Jobs are closed', 'not-written');
    const waiting = new AbortController();
    const tooLong = sleep(this.answerMs, undefined, { signal: waiting.signal, ref: false }).then(() => {
      throw new Error('Redis does not answer');
    });
    tooLong.catch(() => {});
    try {
      return await Promise.race([this.named().then(ask), tooLong]);
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw new StoreUnavailable('Jobs can not be reached', 'unknown', { cause: error });
    } finally {
      waiting.abort();
    }
  }

  /** Logs an error unless it is one of a connection: every queue and worker repeats those, and the client reports them. */
  private tell(error: unknown): void {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined && syscall === undefined && !this.closed) this.onError(error);
  }

  private ready(): void {
    this.isAway = false;
    this.namedQueues.clear();
    for (const queue of this.handlers.keys()) this.answer(() => this.nameQueue(queue)).catch(this.onError);
    for (const { queue, repeat } of this.repeats.values()) {
      this.answer(() => this.declare(queue, repeat)).catch(this.onError);
    }
    if (this.wasReady) for (const listener of this.returnListeners) listener();
    this.wasReady = true;
  }
}
