/** Search results of equal relevance: their count, and a page of their ids in order. */
export interface RelevanceGroup {
  readonly count: number;
  take(skip: number, limit: number): Promise<readonly number[]>;
}

/** Descending, so that the newest come first. */
export const newestFirst = (ids: readonly number[]): number[] => [...Float64Array.from(ids).sort().reverse()];

/** A part from ids in memory, sorted only when a page is taken. */
export const groupOf = (ids: readonly number[]): RelevanceGroup => ({
  count: ids.length,
  take: async (skip, limit) => newestFirst(ids).slice(skip, skip + limit),
});

export const countOf = (parts: readonly RelevanceGroup[]): number => parts.reduce((sum, { count }) => sum + count, 0);

/** A page across all parts, the most relevant part first; reads only the parts that the page covers. */
export async function takeFrom(parts: readonly RelevanceGroup[], skip: number, limit: number): Promise<number[]> {
  const found: number[] = [];
  let passed = 0;
  for (const part of parts) {
    const from = Math.max(0, skip - passed);
    passed += part.count;
    const room = limit - found.length;
    if (room > 0 && from < part.count) found.push(...(await part.take(from, room)));
  }
  return found;
}
