import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { BodiesInFlight } from './bodies-in-flight';

const mebibyte = 1024 * 1024;

describe('bodies in flight', () => {
  it('are made once for all that send them at the same time', async () => {
    const bodies = new BodiesInFlight();
    let made = 0;
    const make = async () => {
      made += 1;
      return Buffer.alloc(mebibyte, made);
    };
    const sent = await Promise.all([1, 2, 3].map(() => bodies.use(1, 'a', make, async (body) => body)));
    expect(made).toBe(1);
    expect(new Set(sent).size).toBe(1);
    await bodies.use(1, 'a', make, async () => {});
    expect(made).toBe(2);
  });

  it('wait while their project has too many bytes under way; short ones and other projects go on', async () => {
    const bodies = new BodiesInFlight();
    const begun: string[] = [];
    const release = new Map<string, () => void>();
    const send = (projectId: number, key: string, bytes: number) =>
      bodies.use(
        projectId,
        key,
        async () => Buffer.alloc(bytes),
        async () => {
          begun.push(key);
          await new Promise<void>((resolve) => release.set(key, resolve));
        },
      );
    const all = ['a', 'b', 'c'].map((key) => send(1, key, 3 * mebibyte));
    all.push(send(1, 'short', 1_000), send(2, 'elsewhere', 3 * mebibyte));
    await nextTurn();
    expect([...begun].sort()).toEqual(['a', 'b', 'elsewhere', 'short']);
    release.get('a')!();
    while (begun.length < 5) await nextTurn();
    expect(begun.at(-1)).toBe('c');
    for (const one of release.values()) one();
    await Promise.all(all);
  });
});
