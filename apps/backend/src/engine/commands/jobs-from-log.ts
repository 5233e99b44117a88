import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import type { EventLog } from '../../stores/event-log/event-log';
import type { Jobs, NewJob } from '../../stores/jobs/jobs';
import { readerOf } from '../parts/log-origin';

const batch = 500;
const longestWaitMs = 5_000;
/** While it has far to go, it works a quarter of the time, so that nobody notices who works with the same process. */
const rest = { times: 3, mostMs: 500 };

export type Caused = readonly ({ readonly queue: string } & NewJob)[];

/**
 * The jobs that an event causes. Their ids are derived from the event, so that adding them again does nothing. Asked for in the
 * order of the log, one event after the other; when it rejects, the same events are asked for again.
 */
export type JobsOf = (event: RecordedEvent) => Caused | Promise<Caused>;

/**
 * Follows the log and adds the jobs that its events cause. The checkpoint is kept in the job store: a store that lost
 * jobs has lost its checkpoint too, and gets them again. Several processes may follow at once. `jobsOf` has to leave
 * out jobs of old events that are no longer due.
 */
export class JobsFromLog {
  private readonly stops: (() => void)[] = [];
  private stopped = false;
  private rung = false;
  private lost = true;
  private wake: () => void = () => {};
  private running: Promise<void> | undefined;

  /** @param name of the reader; a new name starts at the beginning of the log */
  constructor(
    private readonly log: EventLog,
    private readonly jobs: Jobs,
    private readonly name: string,
    private readonly jobsOf: JobsOf,
    private readonly onError: (error: unknown) => void = () => {},
    /** Called when events were left out, because another process has added their jobs. */
    private readonly onSkipped: () => void = () => {},
  ) {}

  start(): void {
    const notice = () => this.noticeMore();
    this.stops.push(
      this.log.onAppended(notice),
      this.jobs.onReconnect(() => {
        this.lost = true;
        notice();
      }),
    );
    this.running = this.follow();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const stop of this.stops) stop();
    this.noticeMore();
    await this.running;
  }

  private async follow(): Promise<void> {
    let failures = 0;
    let position: string | null = null;
    while (!this.stopped) {
      try {
        this.rung = false;
        const began = performance.now();
        const reader = readerOf(this.name, await this.log.identity());
        if (this.lost) {
          this.lost = false;
          position = await this.jobs.checkpoint(reader);
          this.onSkipped();
        }
        const events = await this.read(reader, position);
        if (events === null) {
          this.lost = true;
          continue;
        }
        await this.addJobsOf(events);
        const last = events.at(-1);
        if (last) {
          position = await this.jobs.advance(reader, position, last.position);
          if (position !== last.position) this.onSkipped();
          if (events.length === batch)
            await this.pause(Math.min(rest.mostMs, rest.times * (performance.now() - began)));
        } else if (!this.rung && !this.stopped) await new Promise<void>((resolve) => (this.wake = resolve));
        failures = 0;
      } catch (error) {
        this.lost = true;
        this.onError(error);
        await this.pause(50 * 2 ** failures++);
      }
    }
  }

  /**
   * Null when the log has lost the position and this was accepted: then it goes on from the log's end, as the jobs of all that is left
   * were added before.
   */
  private async read(reader: string, position: string | null): Promise<RecordedEvent[] | null> {
    try {
      return await this.log.readAll(position, batch);
    } catch (error) {
      const end = error instanceof RangeError ? await this.log.end() : null;
      if (end === null) throw error;
      await this.jobs.advance(reader, position, end);
      return null;
    }
  }

  private async pause(ms: number): Promise<void> {
    if (!this.stopped) await sleep(Math.min(longestWaitMs, ms), undefined, { ref: false });
  }

  private async addJobsOf(events: readonly RecordedEvent[]): Promise<void> {
    const byQueue = new Map<string, NewJob[]>();
    for (const event of events) {
      const caused = this.jobsOf(event);
      for (const { queue, ...job } of caused instanceof Promise ? await caused : caused) {
        byQueue.set(queue, [...(byQueue.get(queue) ?? []), job]);
      }
    }
    for (const [queue, jobs] of byQueue) await this.jobs.add(queue, ...jobs);
  }

  private noticeMore(): void {
    this.rung = true;
    this.wake();
  }
}
