import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { byRank, rankBetween } from './rank';

const sorted = (ranks: readonly string[]) => ranks.every((rank, at) => at === 0 || ranks[at - 1]! < rank);

describe('rankBetween', () => {
  it('finds a place wherever things were put before, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
        const ranks: string[] = [];
        for (const [id, place] of places.entries()) {
          const at = place % (ranks.length + 1);
          ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null, id + 1));
        }
        expect(sorted(ranks)).toBe(true);
      }),
    );
  });

  it('stays short when things are added at the ends', () => {
    let [low, high] = [rankBetween(null, null, 1), rankBetween(null, null, 1)];
    for (let id = 2; id < 5_000; id++) {
      high = rankBetween(high, null, id);
      low = rankBetween(null, low, id);
    }
    expect(Math.max(low.length, high.length)).toBeLessThanOrEqual(10);
  });

  it('grows only slowly when everything goes into one gap', () => {
    const end = rankBetween(null, null, 1);
    let low = rankBetween(null, end, 2);
    for (let id = 3; id < 60; id++) {
      const next = rankBetween(low, end, id);
      expect(low < next && next < end).toBe(true);
      low = next;
    }
    expect(low.length).toBeLessThan(60);
  });

  it('gives two that are put into one gap at once different ranks', () => {
    const [a, b] = [rankBetween(null, null, 1), rankBetween(rankBetween(null, null, 1), null, 2)];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (one, other) => {
        fc.pre(one !== other);
        expect(rankBetween(a, b, one)).not.toBe(rankBetween(a, b, other));
      }),
    );
  });

  it('puts behind what it is to follow where there is no gap', () => {
    const rank = rankBetween(null, null, 7);
    expect(rankBetween(rank, rank, 9) > rank).toBe(true);
  });
});

it('orders by rank, equal ones by number', () => {
  const [low, high] = [rankBetween(null, null, 1), rankBetween(rankBetween(null, null, 1), null, 2)];
  const cards = [
    { id: 3, order: high },
    { id: 2, order: low },
    { id: 1, order: high },
  ];
  expect(cards.sort(byRank).map(({ id }) => id)).toEqual([2, 1, 3]);
});
