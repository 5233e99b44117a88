import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { isOutage } from '../../kernel/store-errors';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import type { EventLog } from '../../stores/event-log/event-log';
import type { Jobs, NewJob } from '../../stores/jobs/jobs';
import type { EventRetries } from '../followers/event-retries';
import { readerOf } from '../parts/log-origin';

const batch = 500;
const longestWaitMs = 5_000;
/** While it has far to go, it works a quarter of the time, so that nobody notices who works with the same process. */
const rest = { times: 3, mostMs: 500 };

export type Caused = readonly ({ readonly queue: string } & NewJob)[];

/**
 * Returns the jobs that an event causes. Their ids are derived from the event, so that adding them again does nothing. Called in the
 * order of the log, one event after the other; when it rejects, it is called again for the same events.
 */
export type JobsOf = (event: RecordedEvent) => Caused | Promise<Caused>;

/** One of those for whom the log is followed. */
export interface JobSource {
  readonly name: string;
  readonly jobsOf: JobsOf;
  /** Called when events were left out: another process has added their jobs, or one of them was set aside. */
  readonly onSkipped?: () => void;
}

/** Adds the jobs that an event causes for one source. */
export async function addJobsOf(jobs: Pick<Jobs, 'add'>, { jobsOf }: JobSource, event: RecordedEvent): Promise<void> {
  for (const { queue, ...job } of await jobsOf(event)) await jobs.add(queue, job);
}

interface Following {
  readonly log: EventLog;
  readonly jobs: Jobs;
  /** Name of the reader; a new name starts at the beginning of the log. */
  readonly name: string;
  /** The log is read once for all of them. */
  readonly sources: readonly JobSource[];
  readonly retries: Pick<EventRetries, 'handle'>;
  readonly onError?: (error: unknown) => void;
}

/**
 * Follows the log and adds the jobs that its events cause. The checkpoint is kept in the job store: a store that lost
 * jobs has lost its checkpoint too, and gets them again. Several processes may follow at once. `jobsOf` has to leave
 * out jobs of old events that are no longer due. An event that a source cannot handle is set aside for that source alone.
 */
export class JobsFromLog {
  private readonly stops: (() => void)[] = [];
  private rung = false;
  private lost = true;
  private wake: () => void = () => {};
  private running: Promise<void> | undefined;

  private readonly stopping = new AbortController();

  constructor(private readonly following: Following) {}

  start(): void {
    const { log, jobs } = this.following;
    const notice = () => this.noticeMore();
    this.stops.push(
      log.onAppended(notice),
      jobs.onReconnect(() => {
        this.lost = true;
        notice();
      }),
    );
    this.running = this.follow();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const stop of this.stops) stop();
    this.noticeMore();
    await this.running;
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async follow(): Promise<void> {
    const { log, jobs, name, onError } = this.following;
    let failures = 0;
    let position: string | null = null;
    while (!this.isStopped) {
      try {
        this.rung = false;
        const began = performance.now();
        const reader = readerOf(name, await log.identity());
        if (this.lost) {
          this.lost = false;
          position = await jobs.checkpoint(reader);
          this.skipped();
        }
        const budget = new ByteBudget();
        const events = await this.read(reader, position, budget);
        if (events === null) {
          this.lost = true;
          continue;
        }
        await this.addJobsOf(events);
        const last = events.at(-1);
        if (last) {
          position = await jobs.advance(reader, position, last.position);
          if (position !== last.position) this.skipped();
          if (events.length === batch || budget.isSpent)
            await this.pause(Math.min(rest.mostMs, rest.times * (performance.now() - began)));
        } else if (!this.rung && !this.isStopped) await new Promise<void>((resolve) => (this.wake = resolve));
        failures = 0;
      } catch (error) {
        if (this.isStopped) return;
        this.lost = true;
        onError?.(error);
        await this.pause(50 * 2 ** failures++);
      }
    }
  }

  /**
   * Null when the log has lost the position and this was accepted: then it goes on from the log's end, as the jobs of all that is left
   * were added before.
   */
  private async read(reader: string, position: string | null, budget: ByteBudget): Promise<RecordedEvent[] | null> {
    const { log, jobs } = this.following;
    try {
      return await log.readAll(position, batch, budget);
    } catch (error) {
      const end = error instanceof RangeError ? await log.end() : null;
      if (end === null) throw error;
      await jobs.advance(reader, position, end);
      return null;
    }
  }

  private async pause(ms: number): Promise<void> {
    if (!this.isStopped) await sleep(Math.min(longestWaitMs, ms), undefined, { ref: false });
  }

  /** Adds the jobs of a failed batch event by event and source by source. */
  private async addJobsOf(events: readonly RecordedEvent[]): Promise<void> {
    try {
      await this.addAtOnce(events);
    } catch (error) {
      if (isOutage(error)) throw error;
      for (const event of events) await this.addOneByOne(event);
    }
  }

  private async addAtOnce(events: readonly RecordedEvent[]): Promise<void> {
    const { jobs, sources } = this.following;
    const byQueue = new Map<string, NewJob[]>();
    for (const event of events) {
      for (const { jobsOf } of sources) {
        const caused = jobsOf(event);
        for (const { queue, ...job } of caused instanceof Promise ? await caused : caused) {
          byQueue.set(queue, [...(byQueue.get(queue) ?? []), job]);
        }
      }
    }
    for (const [queue, added] of byQueue) await jobs.add(queue, ...added);
  }

  private async addOneByOne(event: RecordedEvent): Promise<void> {
    const { jobs, sources, retries } = this.following;
    for (const source of sources) {
      const add = () => addJobsOf(jobs, source, event);
      if (!(await retries.handle(source.name, event, add, { stop: this.stopping.signal }))) source.onSkipped?.();
    }
  }

  private skipped(): void {
    for (const { onSkipped } of this.following.sources) onSkipped?.();
  }

  private noticeMore(): void {
    this.rung = true;
    this.wake();
  }
}
