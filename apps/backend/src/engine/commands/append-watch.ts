import { Inject, Injectable } from '@nestjs/common';
import { InstallationMismatch, StoreUnavailable } from '../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';

/** Knows whether the log takes events: it may be readable while every append is refused. */
@Injectable()
export class AppendWatch {
  private isRefused = false;

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Runs an append and notes whether the store took it. */
  async append<T>(append: () => Promise<T>): Promise<T> {
    try {
      const appended = await append();
      this.isRefused = false;
      return appended;
    } catch (error) {
      if (error instanceof StoreUnavailable && !(error instanceof InstallationMismatch)) this.isRefused = true;
      throw error;
    }
  }

  /** Whether appends succeed. After a refused one the log is probed, because a process that is not ready gets no commands. */
  async isWritable(): Promise<boolean> {
    if (!this.isRefused) return true;
    try {
      await this.log.probe();
      this.isRefused = false;
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable) return false;
      throw error;
    }
  }
}
