import type { Change, ChangeOf, LiveModel } from '@gos/contract';
import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { sleep } from './waits';

/** Queries to refetch: visible ones now, all others when they are next shown. */
export interface Stale extends InvalidateQueryFilters {
  /** Minimum interval between refetches, for answers that cost the server much. */
  readonly everyMs?: number;
}

/** Handlers of live changes: each updates the cache where it can and returns the queries to refetch. */
export type LiveHandlers = {
  readonly [M in LiveModel]?: (change: ChangeOf<M>, client: QueryClient) => readonly Stale[];
};

const batchMs = 60;
/** How long one round waits for its answers before the next one may begin. */
const patienceMs = 5_000;

/** Refetches stale queries in batches, one round at a time: a new round would cancel the requests under way. */
function createRounds(client: QueryClient, everyMs: number) {
  const stale = new Map<string, Stale>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let settling = false;
  let asked = Number.NEGATIVE_INFINITY;

  function schedule() {
    if (settling || timer !== null || stale.size === 0) return;
    timer = setTimeout(() => void settle(), Math.max(batchMs, asked + everyMs - performance.now()));
  }

  async function settle() {
    timer = null;
    settling = true;
    asked = performance.now();
    const all = [...stale.values()];
    stale.clear();
    const answered = Promise.all(all.map(({ everyMs: _, ...filters }) => client.invalidateQueries(filters)));
    await Promise.race([answered, sleep(patienceMs)]);
    settling = false;
    schedule();
  }

  return {
    add(one: Stale) {
      stale.set(JSON.stringify(one), one);
      schedule();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      stale.clear();
    },
  };
}

/** The one place through which changes of others come into what this tab holds. */
export function createLiveCache(client: QueryClient, handlers: readonly LiveHandlers[]) {
  const rounds = new Map<number, ReturnType<typeof createRounds>>();

  function renew(one: Stale) {
    const { everyMs = 0 } = one;
    const known = rounds.get(everyMs) ?? createRounds(client, everyMs);
    rounds.set(everyMs, known);
    known.add(one);
  }

  function take<M extends LiveModel>(model: M, change: ChangeOf<M>) {
    for (const handler of handlers) for (const one of handler[model]?.(change, client) ?? []) renew(one);
  }

  return {
    changed(changes: readonly Change[]): void {
      for (const change of changes) take(change.model, change as never);
    },
    /** Everything may have changed. */
    resync(): void {
      void client.invalidateQueries();
    },
    stop(): void {
      for (const { stop } of rounds.values()) stop();
    },
  };
}
