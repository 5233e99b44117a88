import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { reorderedIn } from './reordered';

const all = () => true;
const moves = (before: string, after: string, isTouched: (id: string) => boolean = all) =>
  Object.fromEntries(
    [...reorderedIn([...before], [...after], isTouched)].map(([id, { from, to }]) => [id, `${from} to ${to}`]),
  );

it.each([
  ['abcdefghij', 'abcdefghij', {}],
  ['abcdefghij', 'jabcdefghi', { j: '10 to 1' }],
  ['abcdefghij', 'bcdefghija', { a: '1 to 10' }],
  ['abcde', 'xadbce', { d: '4 to 3' }],
  ['abcde', 'cde', {}],
  ['', 'ab', {}],
  ['ab', '', {}],
])('of %s and %s has the fewest moves', (before, after, expected) => {
  expect(moves(before, after)).toEqual(expected);
});

it('names the item that was dragged where either of two could have been', () => {
  expect(moves('abcd', 'acbd', (id) => id === 'b')).toEqual({ b: '2 to 3' });
  expect(moves('abcd', 'acbd', (id) => id === 'c')).toEqual({ c: '3 to 2' });
});

const orders = fc
  .uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 9 })
  .chain((ids) =>
    fc.tuple(
      fc.constant(ids.map(String)),
      fc.shuffledSubarray(ids.map(String)),
      fc.array(fc.integer({ min: 31, max: 40 }).map(String), { maxLength: 2 }),
      fc.subarray(ids.map(String)),
    ),
  );

/** The greatest value of the increasing subsequences, by trying all of them. */
function most(places: readonly number[], worth: (index: number) => number, index = 0, last = -1): number {
  if (index === places.length) return 0;
  const without = most(places, worth, index + 1, last);
  return places[index]! <= last
    ? without
    : Math.max(without, worth(index) + most(places, worth, index + 1, places[index]));
}

it('leaves the others in one order, as many as possible, and of these as many untouched ones as possible', () => {
  fc.assert(
    fc.property(orders, ([before, kept, added, touched]) => {
      const after = [...new Set([...added, ...kept])];
      const found = reorderedIn(before, after, (id) => touched.includes(id));
      const common = before.filter((id) => after.includes(id));
      const stay = common.filter((id) => !found.has(id));
      expect(after.filter((id) => stay.includes(id))).toEqual(stay);
      const worth = (id: string) => 100 + (touched.includes(id) ? 0 : 1);
      const places = common.map((id) => after.indexOf(id));
      expect(stay.reduce((sum, id) => sum + worth(id), 0)).toBe(most(places, (index) => worth(common[index]!)));
      for (const [id, { from, to }] of found) expect([before[from - 1], after[to - 1]]).toEqual([id, id]);
    }),
  );
});
