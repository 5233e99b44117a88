import { setTimeout as sleep } from 'node:timers/promises';
import { isUnreadable, type RecordedEvent } from '@gos/domain';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { runCorrelated } from '../../observability/correlation';
import { RecurringErrors } from '../../observability/recurring-errors';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { LEADERSHIPS, type Leaderships, leaseTimes, type Term } from '../coordination/leadership';
import { EventRetries } from '../followers/event-retries';
import { SetAsideEvents } from '../followers/set-aside-events';
import { pollIntervalMs } from '../projections/projector';
import { reactorModel } from '../projections/reactor-model';
import { CommandRunner } from './command-runner';

/** The reactor's name among the followers of the log. */
export const followUps = 'follow-ups';

class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** Appends follow-up events that a crash kept the runner from appending. Idempotent by the id of the causing event. */
@Injectable()
export class Reactor {
  private readonly logger = new Logger(Reactor.name);
  private readonly errors = new RecurringErrors(this.logger);
  private readonly retries: EventRetries;
  private readonly stopping = new AbortController();
  private hasMore = false;
  private wake: () => void = () => {};
  private running: Promise<void> | undefined;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    private readonly runner: CommandRunner,
    @Inject(LEADERSHIPS) private readonly leading: Leaderships,
    setAside: SetAsideEvents,
  ) {
    this.retries = new EventRetries(setAside);
    setAside.declare(followUps, (event) => this.react(event));
  }

  async start(): Promise<void> {
    if (this.leading.reactor === null) return;
    const stopListening = this.log.onAppended(() => this.noticeMore());
    this.running = this.follow().finally(stopListening);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.noticeMore();
    await this.running;
  }

  private async follow(): Promise<void> {
    let term: Term | null = null;
    let position: string | null = null;
    let isPlaced = false;
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        if (!term || !(await term.isHeld())) {
          term = (await this.leading.reactor?.tryAcquire()) ?? null;
          isPlaced = false;
        }
        if (!term) {
          await this.pause(leaseTimes.askMs);
          continue;
        }
        if (!isPlaced) position = await this.place();
        isPlaced = true;
        this.hasMore = false;
        const events = await this.log.readAll(position, 500, new ByteBudget());
        for (const event of events)
          await this.retries.handle(followUps, event, () => this.react(event), { stop: this.stopping.signal });
        failures = 0;
        const last = events.at(-1);
        if (last) {
          position = last.position;
          await this.store.write([], [{ model: reactorModel, position }]);
        } else if (!this.hasMore) await this.untilMore();
      } catch (error) {
        if (this.stopping.signal.aborted) break;
        isPlaced = false;
        this.errors.report(error);
        await this.pause(Math.min(5_000, 50 * 2 ** failures++));
      }
    }
    await term?.end().catch((error) => this.logger.warn(`The lead was not handed over: ${String(error)}`));
  }

  /** @throws UnreadableEvent, so that the event is set aside by this follower and named; the others go past it */
  private async react(event: RecordedEvent): Promise<unknown> {
    if (isUnreadable(event)) throw new UnreadableEvent('The content of the event cannot be read');
    return runCorrelated(event.metadata.correlationId, () => this.runner.follow(event));
  }

  /** The checkpoint, also when another process led before. */
  private async place(): Promise<string | null> {
    await this.store.open(reactorModel);
    return this.store.checkpoint(reactorModel);
  }

  private untilMore(): Promise<unknown> {
    const noticed = new Promise<void>((resolve) => (this.wake = resolve));
    const looking = new AbortController();
    return Promise.race([
      noticed,
      sleep(pollIntervalMs, undefined, { signal: looking.signal }).catch(() => {}),
    ]).finally(() => looking.abort());
  }

  private pause(ms: number): Promise<unknown> {
    return sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => {});
  }

  private noticeMore(): void {
    this.hasMore = true;
    this.wake();
  }
}
