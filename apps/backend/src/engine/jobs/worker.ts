import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '../../kernel/config';
import { RecurringErrors } from '../../observability/recurring-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { JOBS, type JobRun, type Jobs, type QueueOptions, type Schedule } from '../../stores/jobs/jobs';
import { reasonOf } from '../../stores/jobs/jobs-check';
import { addJobsOf, type JobSource, JobsFromLog, type JobsOf } from '../commands/jobs-from-log';
import { EventRetries } from '../followers/event-retries';
import { SetAsideEvents } from '../followers/set-aside-events';
import { ActiveReadModels } from '../projections/active-read-models';

interface Handled {
  readonly options: QueueOptions;
  handler(run: JobRun<never>): Promise<void>;
}

interface Repeated {
  readonly schedule: Schedule;
  run(): Promise<unknown>;
}

const clockQueue = 'clock';
const retried: QueueOptions = { attempts: 5, backoff: { delayMs: 10_000, mostMs: 10 * 60_000 } };

/**
 * Runs work without a request: jobs, repeats and reactions to events. Modules register their work in their
 * constructors. A process that works in the background starts it once the stores are ready.
 */
@Injectable()
export class Worker implements OnApplicationBootstrap {
  private readonly logger = new Logger(Worker.name);
  private readonly handled = new Map<string, Handled>();
  private readonly repeated = new Map<string, Map<string, Repeated>>();
  private readonly followed = new Map<string, JobSource>();
  private readonly ticks = new Map<string, () => Promise<unknown>>();
  private readonly ticking = new Set<string>();
  private readonly starts: (() => Promise<unknown>)[] = [];
  private follower: JobsFromLog | undefined;

  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role' | 'background' | 'tickMs'>,
    private readonly setAside: SetAsideEvents,
  ) {}

  /** The handler of a queue. */
  handle<D>(queue: string, options: QueueOptions, handler: (run: JobRun<D>) => Promise<void>): void {
    this.handled.set(queue, { options, handler });
  }

  /** Runs on a schedule, in one process at a time, and again when it fails. */
  every(queue: string, id: string, schedule: Schedule, run: () => Promise<unknown>): void {
    const repeats = this.repeated.get(queue) ?? new Map<string, Repeated>();
    this.repeated.set(queue, repeats.set(id, { schedule, run }));
  }

  /** Looks every few seconds for what the clock has made due. A run that fails is followed by the next one. */
  tick(id: string, run: () => Promise<unknown>): void {
    this.ticks.set(id, run);
  }

  /**
   * Adds the jobs that events cause.
   * @param name a new one has the log read from its beginning again, for all
   * @param onSkipped called when events were left out: another process has added their jobs, or one of them was set aside
   */
  follow(name: string, jobsOf: JobsOf, onSkipped: () => void = () => {}): void {
    const source = { name, jobsOf, onSkipped };
    this.followed.set(name, source);
    this.setAside.declare(name, (event) => addJobsOf(this.jobs, source, event));
  }

  /** Runs once when a process begins to work in the background. */
  atStart(run: () => Promise<unknown>): void {
    this.starts.push(run);
  }

  async onApplicationBootstrap(): Promise<void> {
    const { role, background } = this.config;
    if (!background || role === 'api' || role === 'projector') return;
    const begun = this.readModels.opened.then(() => this.begin());
    if (this.readModels.isOpen) await begun;
    else begun.catch((error) => this.warn(error));
  }

  /** Ends the following of the log; jobs are closed with their store. */
  async stop(): Promise<void> {
    await this.follower?.stop();
  }

  /** The name under which the job store keeps how far the log was followed. */
  get reader(): string {
    return [...this.followed.keys()].sort().join('+');
  }

  /** Runs everything that the clock may have made due, at once. */
  async tickNow(): Promise<void> {
    for (const id of this.ticks.keys()) await this.runTick(id);
  }

  private async begin(): Promise<void> {
    for (const [queue, { options, handler }] of this.handled) {
      this.jobs.process<never>(queue, options, (run) => this.reporting(queue, run, handler));
    }
    for (const [queue, repeats] of this.repeated) {
      this.jobs.process(queue, retried, async ({ id }) => void (await repeats.get(nameOf(id))?.run()));
      for (const [id, { schedule }] of repeats) await this.repeat(queue, id, schedule);
    }
    await this.beginTicking();
    for (const start of this.starts) await start().catch((error) => this.warn(error));
    if (this.followed.size === 0) return;
    const errors = new RecurringErrors(this.logger);
    this.follower = new JobsFromLog({
      log: this.log,
      jobs: this.jobs,
      name: this.reader,
      sources: [...this.followed.values()],
      retries: new EventRetries(this.setAside),
      onError: (error) => errors.report(error),
    });
    this.follower.start();
  }

  private async beginTicking(): Promise<void> {
    const { tickMs } = this.config;
    if (tickMs === null || this.ticks.size === 0) return;
    this.jobs.process(clockQueue, { concurrency: this.ticks.size }, ({ id }) => this.runTick(nameOf(id)));
    for (const id of this.ticks.keys()) await this.repeat(clockQueue, id, { everyMs: tickMs });
  }

  /** Logs a failed attempt: the store keeps its reason, but repeats the job only later. */
  private async reporting(queue: string, run: JobRun<never>, handler: Handled['handler']): Promise<void> {
    try {
      await handler(run);
    } catch (error) {
      this.logger.warn(`Job ${run.id} of ${queue} failed, attempt ${run.attempt}: ${reasonOf(error)}`);
      throw error;
    }
  }

  /** One that takes longer than the interval is not joined by another. */
  private async runTick(id: string): Promise<void> {
    if (this.ticking.has(id)) return;
    this.ticking.add(id);
    try {
      await this.ticks.get(id)?.();
    } catch (error) {
      this.warn(error);
    } finally {
      this.ticking.delete(id);
    }
  }

  /** When the store is away now, the schedule is added once it is back. */
  private repeat(queue: string, id: string, schedule: Schedule): Promise<void> {
    return this.jobs.repeat(queue, { id, data: null, ...schedule }).catch((error) => this.warn(error));
  }

  private warn(error: unknown): void {
    this.logger.warn(String(error));
  }
}

/** A run of a repeat is called `ID@INSTANT`. */
const nameOf = (run: string) => run.split('@')[0]!;
