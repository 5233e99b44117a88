/** Some of what was found, all of it equally good: how many, and the numbers of some of them in their order. */
export interface FoundPart {
  readonly count: number;
  take(skip: number, limit: number): Promise<readonly number[]>;
}

/** The greatest, which is the newest, first. */
export const reversed = (ids: readonly number[]): number[] => [...Float64Array.from(ids).sort().reverse()];

/** Numbers at hand, put in order only when they are asked for. */
export const listed = (ids: readonly number[]): FoundPart => ({
  count: ids.length,
  take: async (skip, limit) => reversed(ids).slice(skip, skip + limit),
});

export const countOf = (parts: readonly FoundPart[]): number => parts.reduce((sum, { count }) => sum + count, 0);

/** From one place to another through all parts, the better ones first; only those that are needed are asked. */
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
