import { describe, expect, test } from '@jest/globals';
import { FairQueue, type Turn } from './fair-queue';

const rules = { atOnce: 1, mostInLine: 4, mostWaiting: 6 };
const of = (line: string, rank: Turn['rank'] = 2): Turn => ({ line, rank });

/** Runs all at once; names in the order in which they had their turn, `!` before those that were sent away. */
async function order(asked: readonly (readonly [string, Turn])[], given = rules): Promise<string[]> {
  const turns = new FairQueue(given, () => new Error('no room'));
  const said: string[] = [];
  let open = () => {};
  const first = turns.run(
    of('first'),
    () =>
      new Promise<void>((resolve) => {
        open = resolve;
      }),
  );
  const all = asked.map(([name, turn]) =>
    turns.run(turn, async () => void said.push(name)).catch(() => said.push(`!${name}`)),
  );
  await Promise.resolve();
  open();
  await Promise.all([first, ...all]);
  return said;
}

describe('turns', () => {
  test('go from line to line, in order within each', async () => {
    const asked = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => [name, of(name[0]!)] as const);
    expect(await order(asked)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('go to known browsers first, and last to where wrong passwords came from', async () => {
    const asked = [
      ['wrong', of('w', 2)],
      ['stranger', of('s', 1)],
      ['known', of('k', 0)],
    ] as const;
    expect(await order(asked)).toEqual(['known', 'stranger', 'wrong']);
  });

  test('are not kept from who comes after a wave of networks that nothing is known of', async () => {
    const wave = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, of(name, 1)] as const);
    const late = [['late', of('late', 1)] as const, ['late again', of('late', 1)] as const];
    const said = await order([...wave, ...late], { atOnce: 1, mostInLine: 4, mostWaiting: 50 });
    expect(said).toEqual(['late', 'a', 'f', 'b', 'e', 'c', 'd', 'late again']);
  });

  test('come to everybody at last', async () => {
    const asked = [
      ['wrong', of('w', 2)] as const,
      ...Array.from({ length: 20 }, (_, n) => [`k${n}`, of(`k${n}`, 0)] as const),
    ];
    const said = await order(asked, { atOnce: 1, mostInLine: 4, mostWaiting: 50 });
    expect(said.indexOf('wrong')).toBeLessThan(9);
  });

  test('of one line only so many wait', async () => {
    const said = await order(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => [name, of('a')] as const));
    expect(said).toEqual(['!a5', 'a1', 'a2', 'a3', 'a4']);
  });

  test('when all places are taken, the longest line gives one to a shorter one, the worst rank to a better one', async () => {
    const crowd = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'].map((name) => [name, of(name[0]!, 2)] as const);
    expect(await order([...crowd, ['c1', of('c', 2)]])).toEqual(['!a3', 'a1', 'b1', 'c1', 'a2', 'b2', 'b3']);
    expect(await order([...crowd, ['k1', of('k', 0)]])).toEqual(['!a3', 'k1', 'a1', 'b1', 'a2', 'b2', 'b3']);
    const singles = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, of(name)] as const);
    expect(await order(singles)).toEqual(['!g', 'a', 'b', 'c', 'd', 'e', 'f']);
    expect(await order([...singles.slice(0, 6), ['worse', of('w', 2)]])).toContain('!worse');
  });
});
