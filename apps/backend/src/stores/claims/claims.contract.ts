import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Claim, Claims } from './claims';

/** Contract of every Claims adapter. All tests share one store and keep their names apart. */
export function describeClaimsContract(name: string, makeClaims: () => Promise<Claims>): void {
  describe(`${name} as claims`, () => {
    let claims: Claims;
    beforeAll(async () => {
      claims = await makeClaims();
    });
    afterAll(() => claims.close());

    it('counts from 1, one after another, each counter for itself', async () => {
      expect([await claims.next('a'), await claims.next('a'), await claims.next('b'), await claims.next('a')]).toEqual([
        1, 2, 1, 3,
      ]);
    });

    it('gives every number to one caller only, without gaps', async () => {
      const numbers = await Promise.all(Array.from({ length: 200 }, () => claims.next('many')));
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    });

    it('raises a counter and never lowers it', async () => {
      await claims.raise('raised', 10);
      expect(await claims.next('raised')).toBe(11);
      await claims.raise('raised', 5);
      expect(await claims.next('raised')).toBe(12);
      await claims.raise('raised', 0);
      await expect(claims.raise('raised', -1)).rejects.toBeInstanceOf(RangeError);
      await expect(claims.raise('raised', 1.5)).rejects.toBeInstanceOf(RangeError);
      expect(await claims.next('raised')).toBe(13);
    });

    it('lets the first claim win and tells everybody its value', async () => {
      expect(await claims.claim('c', 'first', { now: 0 })).toEqual({ value: 'first', won: true });
      expect(await claims.claim('c', 'second', { now: 0 })).toEqual({ value: 'first', won: false });
      expect(await claims.claim('c', 'first', { now: 1e12 })).toEqual({ value: 'first', won: false });
      const rivals = await Promise.all(
        Array.from({ length: 20 }, (_, n) => claims.claim('rivals', `${n}`, { now: 0 })),
      );
      expect(rivals.filter(({ won }) => won)).toHaveLength(1);
      expect(new Set(rivals.map(({ value }) => value)).size).toBe(1);
    });

    it('remembers a claim for its time at least', async () => {
      await claims.claim('d', 'first', { now: 1000, ttlMs: 500 });
      expect(await claims.claim('d', 'second', { now: 1499, ttlMs: 500 })).toEqual({ value: 'first', won: false });
      expect(await claims.claim('d', 'third', { now: 1e13, ttlMs: 500 })).toEqual({ value: 'third', won: true });
    });

    it('tells the value of a claim without claiming it', async () => {
      expect(await claims.claimed('told', { now: 0 })).toBeNull();
      await claims.claim('told', 'first', { now: 0 });
      await claims.claim('told for a while', 'second', { now: 0, ttlMs: 1000 });
      expect(await claims.claimed('told', { now: 1e12 })).toBe('first');
      expect(await claims.claimed('told for a while', { now: 999 })).toBe('second');
      expect(await claims.claimed('told for a while', { now: 1000 })).toBeNull();
    });

    it('changes and releases a claim only at the value that it has', async () => {
      await claims.claim('e', 'open', { now: 0, ttlMs: 1000 });
      expect(await claims.replaceClaim('e', 'other', '7')).toBe(false);
      expect(await claims.replaceClaim('e', 'open', '7')).toBe(true);
      expect(await claims.replaceClaim('e', 'open', '8')).toBe(false);
      expect(await claims.claim('e', 'open', { now: 999 })).toEqual({ value: '7', won: false });
      expect(await claims.release('e', 'open')).toBe(false);
      expect(await claims.release('e', '7')).toBe(true);
      expect(await claims.release('e', '7')).toBe(false);
      expect(await claims.claim('e', 'new', { now: 0 })).toEqual({ value: 'new', won: true });
      expect(await claims.replaceClaim('none', 'a', 'b')).toBe(false);
    });

    it('tells every counter and every claim', async () => {
      await claims.raise('tell-b', 7);
      await claims.next('tell-ž');
      await claims.next('tell-a');
      expect((await claims.counters()).filter(({ name }) => name.startsWith('tell-'))).toEqual([
        { name: 'tell-a', value: 1 },
        { name: 'tell-b', value: 7 },
        { name: 'tell-ž', value: 1 },
      ]);
      const told = [
        { key: 'tell 1', value: 'x', expiresAt: null },
        { key: 'tell 2', value: 'y', expiresAt: 1500 },
        { key: 'tell ž', value: 'z', expiresAt: null },
      ];
      for (const { key, value, expiresAt } of told.toReversed())
        await claims.claim(key, value, { now: 0, ...(expiresAt !== null && { ttlMs: expiresAt }) });
      const pages: Claim[] = [];
      for (let after: string | null = null; ; after = pages.at(-1)!.key) {
        const page = await claims.listClaims(after, 2);
        pages.push(...page);
        if (page.length < 2) break;
      }
      expect(pages.filter(({ key }) => key.startsWith('tell '))).toEqual(told);
      expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
    });

    it('gives a lease to one holder until its time is over', async () => {
      expect(await claims.acquireLease('l', 'x', { now: 0, ttlMs: 100 })).toEqual({ fence: 1 });
      expect(await claims.acquireLease('l', 'y', { now: 99, ttlMs: 100 })).toBeNull();
      expect(await claims.acquireLease('l', 'x', { now: 50, ttlMs: 100 })).toEqual({ fence: 1 });
      expect(await claims.acquireLease('l', 'y', { now: 149, ttlMs: 100 })).toBeNull();
      expect(await claims.acquireLease('l', 'y', { now: 150, ttlMs: 100 })).toEqual({ fence: 2 });
      expect(await claims.acquireLease('l', 'x', { now: 160, ttlMs: 100 })).toBeNull();
    });

    it('tells who holds a lease and until when', async () => {
      expect(await claims.getLease('told')).toBeNull();
      await claims.acquireLease('told', 'x', { now: 0, ttlMs: 100 });
      expect(await claims.getLease('told')).toEqual({ holder: 'x', expiresAt: 100 });
      await claims.acquireLease('told', 'x', { now: 50, ttlMs: 100 });
      expect(await claims.getLease('told')).toEqual({ holder: 'x', expiresAt: 150 });
      await claims.releaseLease('told', 'x');
      expect(await claims.getLease('told')).toBeNull();
    });

    it('raises the fence whenever a lease changes hands, and remembers it when nobody holds it', async () => {
      await claims.acquireLease('m', 'x', { now: 0, ttlMs: 100 });
      await claims.releaseLease('m', 'y');
      expect(await claims.acquireLease('m', 'y', { now: 10, ttlMs: 100 })).toBeNull();
      await claims.releaseLease('m', 'x');
      expect(await claims.acquireLease('m', 'y', { now: 10, ttlMs: 100 })).toEqual({ fence: 2 });
      await claims.releaseLease('m', 'y');
      expect(await claims.acquireLease('m', 'y', { now: 20, ttlMs: 100 })).toEqual({ fence: 3 });
      expect(await claims.acquireLease('m', 'y', { now: 1000, ttlMs: 100 })).toEqual({ fence: 3 });
      const rivals = await Promise.all(
        ['a', 'b', 'c'].map((holder) => claims.acquireLease('n', holder, { now: 0, ttlMs: 100 })),
      );
      expect(rivals.filter(Boolean)).toEqual([{ fence: 1 }]);
    });
  });
}
