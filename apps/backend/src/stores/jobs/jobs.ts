/** How long to wait before the next attempt: `delayMs` after the first failure, twice as long after each further one, `mostMs` at most. */
export interface Backoff {
  readonly delayMs: number;
  readonly mostMs?: number;
}

export interface NewJob {
  /**
   * Made from the event that causes the job, so that whoever adds it again adds nothing. Letters, digits, `.`, `_` and `-`, at most 200,
   * not digits alone.
   */
  readonly id: string;
  /** JSON, at most 64 KiB of it: what the job acts on is read when it runs. */
  readonly data: unknown;
  /** Milliseconds until it may run. */
  readonly delayMs?: number;
  /** The instant (milliseconds since 1970) from which on it may run; instead of `delayMs`. */
  readonly at?: number;
  /** Instead of the queue's. */
  readonly attempts?: number;
  readonly backoff?: Backoff;
}

/** One run of a job. */
export interface Run<D = unknown> {
  /** The job's; that of a repeated one is the repeat's, `@` and the instant that the run was due at. */
  readonly id: string;
  readonly data: D;
  /** From 1; a run that was cut off (its process was killed) is not counted. */
  readonly attempt: number;
}

export interface QueueOptions {
  /** Runs at once in this process; 1 when not given. */
  readonly concurrency?: number;
  /** Runs of a job that fails until it is a dead letter; 1 when not given. */
  readonly attempts?: number;
  /** None (the next attempt follows at once) when not given. */
  readonly backoff?: Backoff;
}

export type Schedule =
  | { readonly everyMs: number }
  /** Five fields (minute, hour, day of the month, month, day of the week), in the wall time of an IANA time zone. */
  | { readonly cron: string; readonly timeZone: string };

/** A job that failed for good and waits for a person. */
export interface DeadJob {
  readonly id: string;
  readonly data: unknown;
  readonly reason: string;
  /** Failed runs. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  readonly failedAt: number;
}

export interface JobCounts {
  /** May run now. */
  readonly waiting: number;
  readonly active: number;
  /** Wait for their instant or for their next attempt. */
  readonly delayed: number;
  /** Dead letters. */
  readonly failed: number;
}

/** Thrown by a handler that knows that no further attempt helps: the job is a dead letter at once. */
export class PermanentFailure extends Error {
  override readonly name = 'Hopeless';
}

/**
 * What finished jobs are kept for, in each queue: at most so many, none older. As long as a job is kept, its id is taken. Both bounds
 * are looked at when a further job finishes.
 */
export interface Keep {
  readonly done: { readonly ageMs: number; readonly count: number };
  readonly dead: { readonly ageMs: number; readonly count: number };
}

const dayMs = 24 * 60 * 60 * 1_000;
export const defaultKeep: Keep = {
  done: { ageMs: 7 * dayMs, count: 10_000 },
  dead: { ageMs: 90 * dayMs, count: 10_000 },
};

/** A job whose run was cut off more often than this is a dead letter: it may be what kills the process. */
export const mostCutOff = 10;

/**
 * Acts on time, outside of any request: each job runs at least once, at or soon after its instant, on some process that has a handler.
 *
 * - At most one job per queue and id is kept, from when it is added until some time after it is done (`Keep`): adding it again is
 *   nothing, neither its data nor its instant change. A dead letter keeps its id too.
 * - A handler may run twice for one job (its process was killed, the store was away when it finished) and so is idempotent by the
 *   event that caused the job. A job is done when its handler's promise resolves; when that rejects, it runs again by its attempts
 *   and backoff, and is a dead letter after the last. A cut-off run follows anew within a minute, on another process if there is one.
 * - Jobs start in the order of their instants as far as concurrency allows; no order is promised.
 * - What is added is durable as far as the store is. One that lost jobs has lost what `advance` kept in it since, too: whoever adds
 *   jobs from the log by that (`JobsFromLog`) adds again what was lost. Jobs that no event causes may get lost with the store.
 *
 * Every method but `process` throws StoreUnavailable within seconds when the store is away; to do it again is harmless. Handlers go on by
 * themselves when it is back.
 */
export interface Jobs {
  /**
   * Declares the handler of a queue for this process, once. It starts at once.
   * @throws Error when the queue has one already
   */
  process<D>(queue: string, options: QueueOptions, handler: (run: Run<D>) => Promise<void>): void;

  /** Adds jobs whose ids are not taken. @throws RangeError for ids, data, times and numbers that no store takes; then nothing was added */
  add(queue: string, ...jobs: readonly NewJob[]): Promise<void>;

  /**
   * Declares what is to be done again and again; each process does at its start, the same again changes nothing. Other data are
   * those of the next run on, another schedule begins anew. The first run of `everyMs` comes at once, that of `cron` at its next instant. Runs
   * missed while no process had a handler become one. The next run does not wait for the one before.
   * @throws RangeError for an id or schedule that no store takes; StoreUnavailable, but it is declared all the same once the store is back
   */
  repeat(queue: string, repeat: { readonly id: string; readonly data: unknown } & Schedule): Promise<void>;
  /** Ends a repeat together with its next run; false when there is none. */
  endRepeat(queue: string, id: string): Promise<boolean>;

  /** Forgets a job, so that its id is free; false when there is none or it is running. */
  remove(queue: string, id: string): Promise<boolean>;

  /** Names of the queues that hold jobs or repeats or have a handler in some process, in order. */
  names(): Promise<readonly string[]>;
  counts(queue: string): Promise<JobCounts>;
  /** Dead letters, the latest first. */
  dead(queue: string, page: { offset: number; limit: number }): Promise<{ items: readonly DeadJob[]; total: number }>;
  /** Lets a dead letter run again with all its attempts; false when there is none. */
  retry(queue: string, id: string): Promise<boolean>;

  /** How far a reader of the log has come; null when it never did, or when the store lost it together with its jobs. */
  checkpoint(reader: string): Promise<string | null>;
  /**
   * Moves a checkpoint on, after the jobs of what lies between were added. Answers where it is now: another position than `to` when it
   * was not at `from` any more, from where to go on then.
   */
  advance(reader: string, from: string | null, to: string): Promise<string | null>;
  /** Tells that the store was away and is back: it may have lost jobs and checkpoints. Returns how to stop it. */
  onReturn(listener: () => void): () => void;

  /** Takes no further jobs, waits for those that run, at most `patienceMs` (10 s); what is left then runs again elsewhere. */
  close(patienceMs?: number): Promise<void>;
}

export const JOBS = Symbol('Jobs');
