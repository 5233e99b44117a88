import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { comparePositions, laterPosition } from './message';

test('positions compare as big integers', () => {
  const position = fc.bigInt({ min: 0n, max: 2n ** 70n });
  fc.assert(
    fc.property(position, position, (a, b) => {
      expect(Math.sign(comparePositions(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
      expect(laterPosition(String(a), String(b))).toBe(String(a > b ? a : b));
    }),
  );
});

test('no position lies before every position', () => {
  expect([laterPosition(null, '7'), laterPosition('7', null), laterPosition(null, null)]).toEqual(['7', '7', null]);
});
