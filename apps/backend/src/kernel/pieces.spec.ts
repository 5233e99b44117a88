import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { inParts, mapInPieces, turn } from './pieces';

/** How much was done in each turn of the event loop until the work is over. */
async function seenInTurns(work: Promise<unknown>, done: readonly unknown[]): Promise<number[]> {
  let working = true;
  const end = work.finally(() => {
    working = false;
  });
  const seen: number[] = [];
  while (working) {
    const before = done.length;
    await nextTurn();
    seen.push(done.length - before);
  }
  await end;
  return seen;
}

describe('pieces of long work', () => {
  it('come one a turn, whoever asks for them, and each in its turn', async () => {
    const done: string[] = [];
    const long = async (name: string) => {
      for (let piece = 0; piece < 4; piece++) {
        await turn();
        done.push(name);
      }
    };
    const seen = await seenInTurns(Promise.all(['a', 'b', 'c'].map(long)), done);
    expect(done.join('')).toBe('abcabcabcabc');
    expect(Math.max(...seen)).toBe(1);
  });

  it('keep the order of what is made, and are as long as the texts', async () => {
    const made: number[] = [];
    const items = Array.from({ length: 20 }, (_, index) => index);
    const make = (item: number) => {
      made.push(item);
      return 2 * item;
    };
    const work = mapInPieces(items, () => 50_000, make);
    expect(Math.max(...(await seenInTurns(work, made)))).toBe(2);
    await expect(work).resolves.toEqual(items.map((item) => 2 * item));
    const short = mapInPieces(items, () => 10, make);
    expect(made).toHaveLength(2 * items.length);
    await short;
  });

  it('are so many items at a time, the last part shorter', async () => {
    const done: number[] = [];
    const parts: number[][] = [];
    const work = async () => {
      for await (const part of inParts([1, 2, 3, 4, 5], 2)) {
        parts.push([...part]);
        done.push(...part);
      }
    };
    expect(Math.max(...(await seenInTurns(work(), done)))).toBe(2);
    expect(parts).toEqual([[1, 2], [3, 4], [5]]);
    for await (const part of inParts([], 2)) throw new Error(`There is none: ${part}`);
  });
});
