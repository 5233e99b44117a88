import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedEvent } from '@gos/domain';
import { isOutage } from '../../kernel/store-errors';
import type { SetAsideEvents } from './set-aside-events';

/** Pauses before the retries of an event that could not be handled. */
const eventPausesMs: readonly number[] = [100, 500, 2_500];
/** While events of a follower fail one after the other, each is retried once only: the others must not wait for long. */
const oftenMs = 60_000;
const oftenPausesMs: readonly number[] = [100];

/** Lets followers of the log go past events that they cannot handle. */
export class EventRetries {
  /** When an event of a follower was set aside last. */
  private readonly lastAt = new Map<string, number>();

  constructor(
    private readonly setAside: Pick<SetAsideEvents, 'add'>,
    private readonly pausesMs: readonly number[] = eventPausesMs,
  ) {}

  /**
   * Handles an event, at several attempts with growing pauses, and sets it aside when all of them fail. Resolves with false then.
   * @throws what says that a store is away, and when `stop` is aborted
   */
  async handle(
    follower: string,
    event: RecordedEvent,
    act: () => Promise<unknown>,
    { stop, subject = null }: { readonly stop?: AbortSignal; readonly subject?: string | null } = {},
  ): Promise<boolean> {
    for (let failures = 0; ; failures++) {
      try {
        await act();
        return true;
      } catch (error) {
        if (isOutage(error)) throw error;
        const pause = this.pausesOf(follower)[failures];
        if (pause === undefined) {
          await this.setAside.add(follower, event, error, subject);
          this.lastAt.set(follower, performance.now());
          return false;
        }
        await sleep(pause, undefined, { signal: stop, ref: false });
      }
    }
  }

  private pausesOf(follower: string): readonly number[] {
    const lastAt = this.lastAt.get(follower) ?? Number.NEGATIVE_INFINITY;
    return performance.now() - lastAt < oftenMs ? oftenPausesMs : this.pausesMs;
  }
}
