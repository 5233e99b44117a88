import type { Instant, RecordedEvent } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { turn } from '../../kernel/pieces';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

/** Events that are read at once. */
const atOnce = 500;

/** Folds the streams of the log up to a moment, for the long texts that documents of the past leave out. */
@Injectable()
export class PastStates {
  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Returns the state of a stream as of an instant; null before it began. */
  async at<S>(
    stream: string,
    evolve: (state: S | null, event: never) => S | null,
    instant: Instant,
  ): Promise<S | null> {
    const at = new Date(instant).toISOString();
    let state: S | null = null;
    for (let from = 0; ; from += atOnce) {
      const events: RecordedEvent[] = await this.log.readStream(stream, { from, limit: atOnce });
      // The order of the log is not that of the clocks of several processes.
      for (const event of events) if (event.metadata.at <= at) state = evolve(state, event as never);
      if (events.length < atOnce) return state;
      await turn();
    }
  }
}
