import type { QueryClient } from '@tanstack/react-query';
import { loadDecisions } from '../entities/task/shown-changes';
import { continueSession } from '../lib/api';
import { live } from '../lib/live';
import { createLiveCache } from '../lib/live-cache';
import { liveHandlers } from './live-handlers';

/** Lets changes of others come, and makes ready to show one's own at once. Returns a function that ends it. */
export function startLiveChanges(client: QueryClient): () => void {
  const cache = createLiveCache(client, liveHandlers);
  const deaf = live.hear(cache.changed);
  void live.start({ resync: cache.resync, refused: continueSession });
  // After a failure it is loaded with the first change.
  loadDecisions().catch(() => undefined);
  return () => {
    deaf();
    cache.stop();
    live.stop();
  };
}
