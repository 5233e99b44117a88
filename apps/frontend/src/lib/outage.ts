import { healthRoutes } from '@gos/contract';
import { useSyncExternalStore } from 'react';
import { apiUrl } from './api-url';
import { onSignOut } from './sign-out';

const retryMs = 2_000;

/** `mismatch`: the parts of the installation do not belong together; `stores`: one of them is away. */
export type OutageKind = 'stores' | 'mismatch';

/** Whether the server has said that it cannot do its work just now (503), and has not said since that it can. */
class Outage {
  kind: OutageKind | null = null;
  private readonly watchers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  note(kind: OutageKind): void {
    if (this.kind !== kind) this.become(kind);
  }

  /** For the sign-out: requests of the next person notice an outage by themselves. */
  forget(): void {
    if (this.kind !== null) this.become(null);
  }

  /** Polls the server for recovery while there is a subscriber. */
  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    this.askLater();
    return () => {
      this.watchers.delete(watcher);
      this.askLater();
    };
  };

  private become(kind: OutageKind | null): void {
    this.kind = kind;
    this.askLater();
    for (const watcher of this.watchers) watcher();
  }

  private askLater(): void {
    clearTimeout(this.timer);
    if (this.kind !== null && this.watchers.size > 0) this.timer = setTimeout(() => void this.ask(), retryMs);
  }

  private async ask(): Promise<void> {
    const answer = await fetch(apiUrl(healthRoutes.ready)).catch(() => null);
    if (answer?.ok) this.become(null);
    else this.askLater();
  }
}

export const outage = new Outage();
onSignOut(() => outage.forget());

export function useOutage(): OutageKind | null {
  return useSyncExternalStore(outage.subscribe, () => outage.kind);
}
