import { healthRoutes } from '@gos/contract';
import { useSyncExternalStore } from 'react';
import { apiUrl } from './api-url';
import { onSignOut } from './sign-out';

const retryMs = 2_000;

/** Whether the server has said that it cannot do its work just now (503), and has not said since that it can. */
class Outage {
  lasts = false;
  private readonly watchers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  note(): void {
    if (!this.lasts) this.become(true);
  }

  /** For the sign-out: requests of the next person notice an outage by themselves. */
  forget(): void {
    if (this.lasts) this.become(false);
  }

  /** For as long as somebody watches, the server is asked whether it is back. */
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    this.askLater();
    return () => {
      this.watchers.delete(watcher);
      this.askLater();
    };
  };

  private become(lasts: boolean): void {
    this.lasts = lasts;
    this.askLater();
    for (const watcher of this.watchers) watcher();
  }

  private askLater(): void {
    clearTimeout(this.timer);
    if (this.lasts && this.watchers.size > 0) this.timer = setTimeout(() => void this.ask(), retryMs);
  }

  private async ask(): Promise<void> {
    const answer = await fetch(apiUrl(healthRoutes.ready)).catch(() => null);
    if (answer?.ok) this.become(false);
    else this.askLater();
  }
}

export const outage = new Outage();
onSignOut(() => outage.forget());

export function useOutage(): boolean {
  return useSyncExternalStore(outage.subscribe, () => outage.lasts);
}
