import type { RefusalCode } from '@gos/domain';

/** The number of refusals by reason, the most frequent first. */
export function reasonsOf(codes: readonly RefusalCode[]): { readonly code: RefusalCode; readonly count: number }[] {
  const counts = new Map<RefusalCode, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
