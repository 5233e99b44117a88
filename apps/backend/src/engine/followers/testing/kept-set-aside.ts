import type { RecordedEvent } from '@gos/domain';
import { EventRetries } from '../event-retries';
import type { SetAsideEvents } from '../set-aside-events';

/** Keeps events that are set aside in memory, and retries them after milliseconds. */
export class KeptSetAside {
  readonly events: { readonly follower: string; readonly id: string; readonly error: unknown }[] = [];
  readonly retries = new EventRetries(this, [1, 2, 4]);

  async add(follower: string, { id }: RecordedEvent, error: unknown): Promise<void> {
    this.events.push({ follower, id, error });
  }
  declare(): void {}

  get asService(): SetAsideEvents {
    return this as unknown as SetAsideEvents;
  }
}
