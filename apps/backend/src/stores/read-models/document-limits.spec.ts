import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BSON } from 'mongodb';
import { bytesOf } from './document-limits';

it('the bytes of a document are those that MongoDB’s driver sends', () => {
  const odd = [[-0], [2 ** 31], [-(2 ** 31)], [1.5], [Array.from({ length: 1_001 }, () => 'ž😀')], [{ a: undefined }]];
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const document = { id: 'a', value };
      expect(bytesOf(document)).toBe(BSON.calculateObjectSize(document, { ignoreUndefined: true }));
    }),
    { numRuns: 500, examples: odd as [fc.JsonValue][] },
  );
});
