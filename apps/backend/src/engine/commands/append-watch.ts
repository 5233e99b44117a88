import { Inject, Injectable } from '@nestjs/common';
import { InstallationMismatch, StoreUnavailable } from '../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

/** Knows whether the log takes events: it may be readable while every append is refused. */
@Injectable()
export class AppendWatch {
  private refused: StoreUnavailable | null = null;

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Runs an append and notes whether the store took it. */
  async append<T>(append: () => Promise<T>): Promise<T> {
    try {
      const appended = await append();
      this.refused = null;
      return appended;
    } catch (error) {
      if (error instanceof StoreUnavailable && !(error instanceof InstallationMismatch)) this.refused = error;
      throw error;
    }
  }

  /**
   * The reason why appends fail; null while they succeed. After a refused one the log is probed, because a process that is not ready
   * gets no commands.
   */
  async refusal(): Promise<StoreUnavailable | null> {
    if (this.refused === null) return null;
    try {
      await this.log.probe();
      this.refused = null;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.refused = error;
    }
    return this.refused;
  }
}
