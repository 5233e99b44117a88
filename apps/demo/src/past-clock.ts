import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock } from '../../backend/src/kernel/clock';

/** A clock that returns the moment of `at` to code that runs within it, and the present to all other code. */
export class PastClock extends Clock {
  private readonly moment = new AsyncLocalStorage<number>();

  override now(): number {
    return this.moment.getStore() ?? super.now();
  }

  at<T>(moment: number, action: () => Promise<T>): Promise<T> {
    return this.moment.run(moment, action);
  }
}
