/** Search results of equal relevance: their count, and a page of their ids in order. */
export interface FoundPart {
  readonly count: number;
  take(skip: number, limit: number): Promise<readonly number[]>;
}

/** Descending, so that the newest come first. */
export const reversed = (ids: readonly number[]): number[] => [...Float64Array.from(ids).sort().reverse()];

/** A part from ids in memory, sorted only when a page is taken. */
export const listed = (ids: readonly number[]): FoundPart => ({
  count: ids.length,
  take: async (skip, limit) => reversed(ids).slice(skip, skip + limit),
});

export const countOf = (parts: readonly FoundPart[]): number => parts.reduce((sum, { count }) => sum + count, 0);

/** A page across all parts, the most relevant part first; reads only the parts that the page covers. */
export async function takeFrom(parts: readonly FoundPart[], skip: number, limit: number): Promise<number[]> {
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
