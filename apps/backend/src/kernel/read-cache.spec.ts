import { describe, expect, it } from '@jest/globals';
import { ReadCache } from './read-cache';

describe('a cache of values that a store holds', () => {
  it('reads a value once, until it is forgotten', async () => {
    const cache = new ReadCache<string, number>();
    let reads = 0;
    const read = async () => ++reads;
    expect([await cache.get('a', read), await cache.get('a', read)]).toEqual([1, 1]);
    cache.replace('a', 7);
    cache.replace('b', 8);
    expect([await cache.get('a', read), cache.has('b')]).toEqual([7, false]);
    cache.forget('a');
    expect(await cache.get('a', read)).toBe(2);
    cache.forgetWhere((value) => value === 2);
    expect(cache.has('a')).toBe(false);
  });

  it('does not keep a value whose reading began before something was forgotten', async () => {
    const cache = new ReadCache<string, number>();
    const read = async () => {
      cache.forget('b');
      return 1;
    };
    expect([await cache.get('a', read), cache.has('a')]).toEqual([1, false]);
  });

  it('does not keep that nothing was found', async () => {
    const cache = new ReadCache<string, number>();
    expect([await cache.get('a', async () => undefined), cache.has('a')]).toEqual([undefined, false]);
  });

  it('drops the value that was not used for longest', async () => {
    const cache = new ReadCache<number, number>();
    for (let key = 0; key < 10_000; key++) await cache.get(key, async () => key);
    await cache.get(0, async () => 0);
    await cache.get(10_000, async () => 0);
    expect([cache.has(0), cache.has(1), cache.has(10_000)]).toEqual([true, false, true]);
  });
});
