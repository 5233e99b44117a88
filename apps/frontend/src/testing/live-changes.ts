import type { Change } from '@gos/contract';
import { live } from '../lib/live';

/** In place of the socket, for every test of the file: answers what tells the one application that is shown of changes. */
export function useLiveChanges(): (...changes: readonly Change[]) => Promise<void> {
  const hearers = new Set<(changes: readonly Change[]) => void>();
  beforeEach(() => {
    hearers.clear();
    vi.spyOn(live, 'hear').mockImplementation((hearer) => {
      hearers.add(hearer);
      return () => hearers.delete(hearer);
    });
  });
  return async (...changes) => {
    await vi.waitFor(() => expect(hearers.size).toBe(1), { timeout: 30_000 });
    for (const hear of hearers) hear(changes);
  };
}
