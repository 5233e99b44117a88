/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** a whole number, both ends included */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** different items, at most all of them */
  several<T>(from: readonly T[], count: number): T[];
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
    several(from, count) {
      const left = [...from];
      return Array.from(
        { length: Math.min(count, left.length) },
        () => left.splice(Math.floor(next() * left.length), 1)[0]!,
      );
    },
  };
  return random;
}
