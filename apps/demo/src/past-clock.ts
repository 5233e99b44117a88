import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock } from '../../backend/src/kernel/clock';

/** A clock that shows, to what is called within `at`, the moment given there; to everything else the present. */
export class PastClock extends Clock {
  private readonly moment = new AsyncLocalStorage<number>();

  override now(): number {
    return this.moment.getStore() ?? super.now();
  }

  at<T>(moment: number, action: () => Promise<T>): Promise<T> {
    return this.moment.run(moment, action);
  }
}
