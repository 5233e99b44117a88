import { limits } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import sanitizeHtml from 'sanitize-html';
import { cleaning, isBeyondCleaning, safeHtml } from './safe-html';

const errorsOf = (html: string) => safeHtml.errorsOf(html, 'description', {});
const tooLong = [{ path: 'description', code: 'task.description.too-long', params: { max: limits.description.max } }];
const upTo = (length: number, piece: string) => piece.repeat(Math.floor(length / piece.length));

const pieces = ['<', '<b>', '</b>', '<b', '<li>', '<td>', '</p>', '<a href="', '<a href=x>', '</a>', '<!--', '-->', '&']
  .concat(
    '&amp;',
    '&lt;',
    '&nbsp',
    '<script>',
    '</script>',
    '<svg>',
    '<img src="/api/files/1">',
    '<img src=x>',
    '<br/>',
  )
  .concat(' x="1"', '"', '>', '\u0301', 'e', ' ', '\0', '<![CDATA[', '<?', '</', '<textarea>', '<option>');

describe('HTML as it is kept', () => {
  it('is what the sanitiser makes of it, whatever it is', () => {
    const html = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 });
    fc.assert(
      fc.property(
        html.map((parts) => parts.join('')),
        (given) => {
          expect(errorsOf(given)).toEqual([]);
          expect(safeHtml.normalize(given)).toBe(sanitizeHtml(given.normalize('NFC'), cleaning));
        },
      ),
    );
  });

  it.each(pieces.filter((piece) => piece !== '\u0301'))(
    'is what the sanitiser makes of many %j, or too long',
    (piece) => {
      const given = upTo(60_000, piece);
      const cleaned = sanitizeHtml(given, cleaning);
      if (errorsOf(given).length === 0) expect(safeHtml.normalize(given)).toBe(cleaned);
      else expect(errorsOf(given)).toEqual(tooLong);
    },
  );

  it('is not even looked at where it is longer, or has more signs, than what could be kept', () => {
    const { max, maxBytes } = limits.description;
    for (const given of [
      '<'.repeat(1_000_000),
      'x'.repeat(2 * maxBytes + 1),
      upTo(max, '&<'),
      upTo(1_000_000, '<b>'),
    ]) {
      expect(isBeyondCleaning(given)).toBe(true);
      expect(errorsOf(given)).toEqual(tooLong);
    }
    expect(isBeyondCleaning('x'.repeat(2 * maxBytes))).toBe(false);
    expect(isBeyondCleaning(upTo(max, '<b>x</b>'))).toBe(false);
  });

  it('nests so deep and no deeper, whatever hides the ends of its elements', () => {
    const deep = (begun: string) => `${begun.repeat(1_999)}x`;
    for (const begun of ['<x>', '<x><!--</x>-->', '<x y="</x>">']) {
      expect(errorsOf(deep(begun))).toEqual([]);
      expect(errorsOf(deep(begun) + begun.repeat(2))).toEqual(tooLong);
    }
  });

  it('has no more links than fit', () => {
    expect(errorsOf('<a href="https://example.org">x</a>'.repeat(1_000))).toEqual([]);
    expect(errorsOf('<a>x</a>'.repeat(2_100))).toEqual(tooLong);
  });

  it('has few combining marks in a row', () => {
    const marked = `e\u0301${'\u0301\u0316'.repeat(100_000)}`;
    expect(safeHtml.normalize(marked)).toMatch(/^é\p{M}{63}$/u);
  });
});
