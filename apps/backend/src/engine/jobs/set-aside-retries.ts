import { Inject, Injectable, Logger } from '@nestjs/common';
import { isOutage } from '../../kernel/store-errors';
import { version } from '../../kernel/version';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { type NamedSetAsideEvent, SetAsideEvents, setAsideQueue } from '../followers/set-aside-events';
import { Worker } from './worker';

interface RetryJob {
  readonly id: string;
}

/** Handles events that were set aside again: on request, and once after the product was upgraded. */
@Injectable()
export class SetAsideRetries {
  private readonly logger = new Logger('Followers');

  constructor(
    worker: Worker,
    private readonly setAside: SetAsideEvents,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {
    const backoff = { delayMs: 1_000, mostMs: 60_000 };
    worker.handle<RetryJob>(setAsideQueue, { attempts: 20, backoff }, ({ data }) => this.run(data.id));
    worker.atStart(() => this.retryOfOtherVersions());
  }

  /** Events that another version of the product could not handle. */
  private async retryOfOtherVersions(): Promise<void> {
    const all = await this.setAside.among(null);
    await this.setAside.retry(...all.filter((one) => one.version !== version));
  }

  private async run(id: string): Promise<void> {
    const one = await this.setAside.get(id);
    const again = one && this.setAside.handlerOf(one.follower);
    if (!one || !again) return;
    const event = await this.eventOf(one);
    try {
      if (event) await again(event, one.subject);
    } catch (error) {
      if (isOutage(error)) throw error;
      return this.setAside.add(one.follower, event!, error, one.subject);
    }
    await this.setAside.remove(id);
    const { follower, eventId, type, stream } = one;
    const message = event
      ? 'An event that was set aside is handled'
      : 'The log no longer holds an event that was set aside';
    this.logger.log({ message, follower, eventId, type, stream });
  }

  /** By its stream: positions change when the log is moved to another store. */
  private async eventOf({ stream, revision, eventId }: NamedSetAsideEvent) {
    const events = await this.log.readStream(stream, { from: revision, limit: 1 });
    return events.find(({ id }) => id === eventId);
  }
}
