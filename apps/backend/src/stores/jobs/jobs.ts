/** How long to wait before the next attempt: `delayMs` after the first failure, twice as long after each further one, `mostMs` at most. */
export interface Backoff {
  readonly delayMs: number;
  readonly mostMs?: number;
}

export interface NewJob {
  /**
   * Derived from the event that causes the job, so that adding it again does nothing. Letters, digits, `.`, `_` and
   * `-`, at most 200, and not digits alone.
   */
  readonly id: string;
  /** At most 64 KiB of JSON. Jobs should carry ids: what they act on is read when they run. */
  readonly data: unknown;
  /** Delay in milliseconds before it may run. */
  readonly delayMs?: number;
  /** Instant (milliseconds since 1970) from which on it may run; instead of `delayMs`. */
  readonly at?: number;
  /** Overrides the queue's number. */
  readonly attempts?: number;
  readonly backoff?: Backoff;
}

/** One run of a job. */
export interface JobRun<D = unknown> {
  /** The job's id; for a run of a repeat `ID@INSTANT`, with the instant at which it was due. */
  readonly id: string;
  readonly data: D;
  /** Counted from 1, without runs that were cut off because the process was killed. */
  readonly attempt: number;
}

export interface QueueOptions {
  /** Concurrent runs in this process; default 1. */
  readonly concurrency?: number;
  /** Failed runs after which the job becomes a dead letter; default 1. */
  readonly attempts?: number;
  /** Default: none, the next attempt follows at once. */
  readonly backoff?: Backoff;
}

export type Schedule =
  | { readonly everyMs: number }
  /** Five fields (minute, hour, day of the month, month, day of the week), in the wall time of an IANA time zone. */
  | { readonly cron: string; readonly timeZone: string };

/** `delayed` waits for its instant or for its next attempt; `failed` is a dead letter, a job that failed for good. */
export const jobStates = ['waiting', 'delayed', 'active', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** A job that is not done. */
export interface KeptJob {
  /** The job's id; for a run of a repeat `ID@INSTANT`. */
  readonly id: string;
  readonly state: JobState;
  readonly data: unknown;
  /** Reason of the last failed run; null before the first one. */
  readonly reason: string | null;
  /** Number of failed runs. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  /** Milliseconds since 1970: may run since (`waiting`), runs next (`delayed`), runs since (`active`), failed (`failed`). */
  readonly at: number;
  /** Whether it is a run of a repeat that has not failed: the next runs follow from it. */
  readonly scheduled: boolean;
}

/** A declared repeat. */
export interface JobSchedule {
  readonly id: string;
  readonly schedule: Schedule;
  /** Milliseconds since 1970, in the past while the run waits; null when none is planned. */
  readonly nextAt: number | null;
}

/** A job that failed and waits for its next attempt. */
export interface FailingJob {
  readonly id: string;
  /** of its last attempt */
  readonly reason: string;
  /** Number of failed runs. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly nextAt: number;
}

export interface JobPage {
  readonly offset: number;
  readonly limit: number;
}

export interface JobCounts {
  /** Jobs that may run now. */
  readonly waiting: number;
  readonly active: number;
  /** Jobs that wait for their instant or for their next attempt. */
  readonly delayed: number;
  /** Dead letters. */
  readonly failed: number;
}

/** Thrown by a handler when further attempts are pointless: the job becomes a dead letter at once. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/**
 * Retention of finished jobs per queue: at most this many, none older than this. A retained job's id stays taken.
 * Applied whenever another job finishes.
 */
export interface Retention {
  readonly done: { readonly ageMs: number; readonly count: number };
  readonly dead: { readonly ageMs: number; readonly count: number };
}

const dayMs = 24 * 60 * 60 * 1_000;
export const defaultKeep: Retention = {
  done: { ageMs: 7 * dayMs, count: 10_000 },
  dead: { ageMs: 90 * dayMs, count: 10_000 },
};

/** A job cut off more often than this becomes a dead letter: it may be the one that kills the process. */
export const maxStalled = 10;

/**
 * Background jobs: each runs at least once, at or soon after its instant, on some process with a handler.
 *
 * - At most one job per queue and id exists, from `add` until some time after it is done (`Retention`). Adding it again
 * changes nothing, neither its data nor its instant. A dead letter keeps its id too.
 * - A handler may run twice for one job (its process was killed, or the store was away when it finished), so it has to
 * be idempotent by the causing event. A job is done when its handler's promise resolves. When it rejects, the job runs
 * again according to its attempts and backoff, and becomes a dead letter after the last one. A cut-off run is repeated
 * within a minute, on another process if there is one.
 * - Jobs start roughly in the order of their instants; no order is promised.
 * - Jobs are as durable as the store. A store that loses jobs also loses the checkpoints that `advance` stored since,
 * so that a reader of the log (`JobsFromLog`) adds them again. Jobs without a causing event may be lost.
 *
 * Every method but `process` throws StoreUnavailable within seconds when the store is away, and may safely be repeated.
 * Handlers resume by themselves when it is back.
 */
export interface Jobs {
  /**
   * Registers the handler of a queue in this process and starts it at once.
   * @throws Error when the queue has one already
   */
  process<D>(queue: string, options: QueueOptions, handler: (run: JobRun<D>) => Promise<void>): void;

  /**
   * Adds the jobs whose ids are not taken.
   * @throws RangeError for invalid ids, data, times or numbers; then nothing was added
   */
  add(queue: string, ...jobs: readonly NewJob[]): Promise<void>;

  /**
   * Declares a recurring job. Every process declares it at start; an identical declaration changes nothing. Changed
   * data apply from the next run on; a changed schedule starts again. `everyMs` runs first at once, `cron` at its next
   * instant. Runs missed while no process had a handler are merged into one. The next run does not wait for the
   * previous one.
   * @throws RangeError for an invalid id or schedule; StoreUnavailable, but the repeat is then declared once the store
   * is back
   */
  repeat(queue: string, repeat: { readonly id: string; readonly data: unknown } & Schedule): Promise<void>;
  /** Ends a repeat and removes its next run; false when there is none. */
  endRepeat(queue: string, id: string): Promise<boolean>;

  /**
   * Removes a waiting, delayed or failed job, which frees its id: its cause may add it again. False when there is none,
   * it is running, done, or a scheduled run of a repeat.
   */
  remove(queue: string, id: string): Promise<boolean>;

  /** Sorted names of the queues that hold jobs or repeats, or have a handler in any process. */
  queueNames(): Promise<readonly string[]>;
  counts(queue: string): Promise<JobCounts>;
  /** Returns the next job to be retried among those that wait for another attempt; null when there is none. */
  failing(queue: string): Promise<FailingJob | null>;
  /** Jobs in a state: failed ones latest first, others in the order in which they may run. */
  list(queue: string, state: JobState, page: JobPage): Promise<{ items: readonly KeptJob[]; total: number }>;
  /** The job with an id; null when there is none or it is done. */
  find(queue: string, id: string): Promise<KeptJob | null>;
  /** The declared repeats of a queue, by id. */
  schedules(queue: string): Promise<readonly JobSchedule[]>;
  /**
   * Retries a failed job with all its attempts, or at once a job that waits for its next attempt; false for all others,
   * among them delayed jobs that were not tried: their handlers rely on their instant.
   */
  retry(queue: string, id: string): Promise<boolean>;

  /**
   * Starts no further jobs of a queue, in any process, until `resume`; running ones end. A paused queue takes jobs in
   * and keeps its schedules. A pause outlives restarts, and is lost only together with the store's jobs.
   */
  pause(queue: string): Promise<void>;
  resume(queue: string): Promise<void>;
  /** Sorted names of the paused queues. */
  paused(): Promise<readonly string[]>;

  /** The checkpoint of a reader of the log; null when it has none, or the store lost it together with jobs. */
  checkpoint(reader: string): Promise<string | null>;
  /**
   * Moves a checkpoint by compare-and-set, after the jobs of the events up to `to` were added. Resolves with the stored
   * checkpoint: when that is not `to`, another process moved it, and the reader continues from there.
   */
  advance(reader: string, from: string | null, to: string): Promise<string | null>;
  /**
   * Every checkpoint, by its reader. Absent for a store that several processes share: it knows its installation only after the parts
   * were compared.
   */
  checkpoints?(): Promise<ReadonlyMap<string, string>>;
  /**
   * Called when the store is back after an outage, in which it may have lost jobs and checkpoints. Returns a function
   * that ends the subscription.
   */
  onReconnect(listener: () => void): () => void;

  /**
   * Takes no further jobs and waits for running ones, at most `patienceMs` (default 10 s); those left run again
   * elsewhere.
   */
  close(patienceMs?: number): Promise<void>;
}

export const JOBS = Symbol('Jobs');
