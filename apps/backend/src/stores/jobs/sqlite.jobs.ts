import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { StoreDamaged, StoreUnavailable } from '../../kernel/store-errors';
import { closeDatabase, damageOf, openDatabase, openFailure, type SqliteDatabase } from '../drivers/sqlite/database';
import { openDerived, setAside } from '../drivers/sqlite/derived-file';
import { GroupCommit } from '../drivers/sqlite/group-commit';
import { JobTable, schema, type TakenJob } from './job-table';
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
  type NewJob,
  type QueueOptions,
  type Retention,
  type Schedule,
} from './jobs';
import { checkedData, checkJob, checkOptions, checkQueue, checkRepeat } from './jobs-check';

const FORMAT = 1;
/** The longest sleep of a timer: the system clock may be changed while a timer runs, so it is read at least this often. */
const longestSleepMs = 60_000;
const timeoutMs = 10_000;
const retryMs = 1_000;
/** Each queue tries again every second: the same failure is reported once in this time. */
const reportedMs = 60_000;

interface Queue {
  readonly options: QueueOptions;
  readonly handler: (run: JobRun) => Promise<void>;
  readonly running: Set<Promise<void>>;
  timer?: NodeJS.Timeout;
  taking: boolean;
  /** Whether the queue was woken, perhaps while jobs were being taken. */
  woken: boolean;
}

export interface SqliteJobsOptions {
  readonly keep?: Retention;
  readonly now?: () => number;
  readonly onError?: (error: unknown) => void;
}

/**
 * Jobs in one SQLite file, for one process: only one can have it open, so jobs that are active at the start were cut
 * off with the previous process, and no leases are needed. Nothing is polled: a timer waits for the next job's instant.
 */
export class SqliteJobs implements Jobs {
  private database!: SqliteDatabase;
  private commits!: GroupCommit;
  private table!: JobTable;
  private readonly logger = new Logger('Jobs');
  private readonly listeners = new Set<() => void>();
  /** The declared repeats, to declare them again in an empty store. */
  private readonly repeats = new Map<string, () => Promise<void>>();
  private pauses: ReadonlySet<string> = new Set();
  private renewing: Promise<void> | null = null;
  private readonly queues = new Map<string, Queue>();
  private readonly now: () => number;
  private reported = { text: '', at: 0 };
  private closed: Promise<void> | undefined;

  constructor(
    private readonly file: string,
    private readonly options: SqliteJobsOptions = {},
  ) {
    this.now = options.now ?? Date.now;
    openDerived(file, this.logger, () => this.open());
  }

  private open(): void {
    this.database = openDatabase(this.file, { durability: 'group', format: FORMAT, schema });
    try {
      this.table = new JobTable(this.database, this.options.keep ?? defaultKeep, this.now);
      this.table.takeBackCutOff();
      // A replaced file is empty, and the pauses stay.
      for (const queue of this.pauses) this.table.pause(queue);
      this.pauses = new Set(this.table.paused());
      this.commits = new GroupCommit(this.database);
    } catch (error) {
      closeDatabase(this.database);
      throw openFailure(error, this.file, {});
    }
  }

  /** Sets a damaged file aside and goes on with an empty one, whose readers begin again at the beginning of the log. */
  renew(damage: StoreDamaged): void {
    if (this.closed) return;
    this.renewing ??= this.replace(damage).finally(() => {
      this.renewing = null;
    });
  }

  noteDamage(code: string): StoreDamaged {
    const damage = damageOf(this.database, { code });
    this.renew(damage);
    return damage;
  }

  private async replace(damage: StoreDamaged): Promise<void> {
    await this.commits.close();
    for (let isAside = false; !this.closed; ) {
      try {
        closeDatabase(this.database);
        if (!isAside) setAside(this.file, damage, this.logger);
        isAside = true;
        this.open();
        for (const repeat of this.repeats.values()) await repeat();
        for (const listener of this.listeners) listener();
        for (const name of this.queues.keys()) this.wake(name);
        return;
      } catch (error) {
        this.report(error);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }

  /** Runs a step on the tables, and notices damage. */
  private async write<T>(step: (table: JobTable) => T): Promise<T> {
    await this.renewing;
    try {
      return await this.commits.run(() => step(this.table));
    } catch (error) {
      throw this.noticed(error);
    }
  }

  private report(error: unknown): void {
    const text = String(error);
    const now = performance.now();
    if (text === this.reported.text && now < this.reported.at + reportedMs) return;
    this.reported = { text, at: now };
    this.options.onError?.(error);
  }

  private read<T>(step: (table: JobTable) => T): T {
    if (this.renewing) throw new StoreUnavailable('The jobs are being replaced', 'not-written');
    try {
      return step(this.table);
    } catch (error) {
      throw this.noticed(error);
    }
  }

  private noticed(error: unknown): unknown {
    if (error instanceof StoreDamaged) this.renew(error);
    return error;
  }

  process<D>(queue: string, options: QueueOptions, handler: (run: JobRun<D>) => Promise<void>): void {
    checkOptions(queue, options);
    if (this.queues.has(queue)) throw new Error(`The queue ${queue} has a handler already`);
    this.queues.set(queue, {
      options,
      handler: handler as Queue['handler'],
      running: new Set(),
      taking: false,
      woken: false,
    });
    this.wake(queue);
  }

  async add(queue: string, ...jobs: readonly NewJob[]): Promise<void> {
    checkQueue(queue);
    for (const job of jobs) checkJob(job);
    if (jobs.length === 0) return;
    await this.write((table) => {
      for (const job of jobs) table.add(queue, job);
    });
    this.wake(queue);
  }

  async repeat(
    queue: string,
    { id, data, ...schedule }: { readonly id: string; readonly data: unknown } & Schedule,
  ): Promise<void> {
    checkQueue(queue);
    checkRepeat(id, data, schedule);
    const declare = () => this.commits.run(() => this.table.repeat(queue, id, checkedData(data), schedule));
    this.repeats.set(`${queue}/${id}`, declare);
    await this.write((table) => table.repeat(queue, id, checkedData(data), schedule));
    this.wake(queue);
  }

  async endRepeat(queue: string, id: string): Promise<boolean> {
    this.repeats.delete(`${queue}/${id}`);
    return this.write((table) => table.endRepeat(queue, id));
  }

  async remove(queue: string, id: string): Promise<boolean> {
    return this.write((table) => table.remove(queue, id));
  }

  async queueNames(): Promise<readonly string[]> {
    return [...new Set([...this.read((table) => table.queues()), ...this.queues.keys()])].sort();
  }

  async counts(queue: string): Promise<JobCounts> {
    return this.read((table) => table.counts(queue));
  }

  async failing(queue: string): Promise<FailingJob | null> {
    return this.read((table) => table.failing(queue));
  }

  async list(queue: string, state: JobState, page: JobPage) {
    return this.read((table) => ({ items: table.list(queue, state, page), total: table.counts(queue)[state] }));
  }

  async find(queue: string, id: string): Promise<KeptJob | null> {
    return this.read((table) => table.find(queue, id));
  }

  async schedules(queue: string): Promise<readonly JobSchedule[]> {
    return this.read((table) => table.schedules(queue));
  }

  async retry(queue: string, id: string): Promise<boolean> {
    return this.waking(queue, (table) => table.retry(queue, id));
  }

  async pause(queue: string): Promise<void> {
    checkQueue(queue);
    await this.write((table) => table.pause(queue));
    this.pauses = new Set([...this.pauses, queue]);
  }

  async resume(queue: string): Promise<void> {
    await this.waking(queue, (table) => table.resume(queue));
    this.pauses = new Set([...this.pauses].filter((paused) => paused !== queue));
  }

  async paused(): Promise<readonly string[]> {
    return this.read((table) => table.paused());
  }

  async checkpoint(reader: string): Promise<string | null> {
    return this.read((table) => table.checkpoint(reader));
  }

  async checkpoints(): Promise<ReadonlyMap<string, string>> {
    return this.read((table) => table.checkpoints());
  }

  async advance(reader: string, from: string | null, to: string): Promise<string | null> {
    return this.write((table) => table.advance(reader, from, to));
  }

  onReconnect(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(patience = timeoutMs): Promise<void> {
    this.closed ??= this.shut(patience);
    return this.closed;
  }

  private async shut(patience: number): Promise<void> {
    for (const { timer } of this.queues.values()) clearTimeout(timer);
    const running = [...this.queues.values()].flatMap((queue) => [...queue.running]);
    const waiting = new AbortController();
    const tooLong = sleep(patience, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([Promise.all(running), tooLong]);
    waiting.abort();
    await this.renewing;
    await this.commits.close();
    closeDatabase(this.database);
  }

  /** Runs a step after which the queue may have jobs to run. */
  private async waking<T>(queue: string, step: (table: JobTable) => T): Promise<T> {
    const result = await this.write(step);
    this.wake(queue);
    return result;
  }

  private wake(name: string): void {
    const queue = this.queues.get(name);
    if (!queue || this.closed) return;
    queue.woken = true;
    if (!queue.taking) void this.takeAll(name, queue);
  }

  /** Starts due jobs within the concurrency limit, and sets the timer for the next one. */
  private async takeAll(name: string, queue: Queue): Promise<void> {
    queue.taking = true;
    clearTimeout(queue.timer);
    let wait = longestSleepMs;
    while (queue.woken && !this.closed) {
      queue.woken = false;
      const room = (queue.options.concurrency ?? 1) - queue.running.size;
      // The next run that ends wakes the queue again.
      if (room <= 0) continue;
      try {
        const { taken, next } = await this.write((table) => table.take(name, room));
        // Taken during a shutdown: they run after the next start.
        if (this.closed) return;
        for (const job of taken) this.start(name, queue, job);
        wait = next === null ? longestSleepMs : next - this.now();
      } catch (error) {
        if (!this.closed) this.report(error);
        wait = retryMs;
      }
    }
    queue.taking = false;
    if (this.closed) return;
    queue.timer = setTimeout(() => this.wake(name), Math.min(Math.max(wait, 1), longestSleepMs)).unref();
  }

  private start(name: string, queue: Queue, job: TakenJob): void {
    const running = this.runOne(name, queue, job).then(() => {
      queue.running.delete(running);
      this.wake(name);
    });
    queue.running.add(running);
  }

  private async runOne(name: string, { handler, options }: Queue, job: TakenJob): Promise<void> {
    let end = (table: JobTable) => table.done(name, job);
    try {
      await handler({ id: job.id, data: JSON.parse(job.data), attempt: job.failures + 1 });
    } catch (error) {
      end = (table) => table.failed(name, job, options, error);
    }
    for (;;) {
      try {
        return await this.write(end);
      } catch (error) {
        // Closed before the result was written: the job runs again.
        if (this.closed) return;
        this.report(error);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }
}
