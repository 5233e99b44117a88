import type { Change } from '@gos/contract';
import { live } from '../lib/live';

/** Replaces the socket for every test of the file; returns a function that sends changes to the rendered application. */
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
