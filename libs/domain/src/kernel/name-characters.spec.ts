import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanName, nameCharactersError } from './name-characters';

const refused = { path: 'name', code: 'validation.characters' };
const check = (value: string) => nameCharactersError(value, 'name');

describe('characters of names', () => {
  test.each([
    ['Czech', 'Příliš žluťoučký kůň'],
    ['decomposed letters', 'Pr\u030ci\u0301lis\u030c'],
    ['an emoji of several', '👨‍👩‍👧 a 🏳️‍🌈 a ❤️ a 👩🏽‍💻'],
    ['a flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Anglie'],
    ['Persian with its joiner', 'می\u200cخواهم'],
    ['Sinhala and Devanagari', 'ශ්\u200dරී क्\u200dष'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
    ['Chinese with a variant', '葛\u{e0100}飾'],
    ['a space that does not break', 'Jan\u00a0Novák'],
    ['what is trimmed off anyway', '\u200b Jan \n'],
  ])('%s fits', (_, name) => {
    expect(check(name)).toBeNull();
    expect(check(cleanName(name))).toBeNull();
  });

  test.each([
    ['NUL', 'a\0b', 'ab'],
    ['a line break', 'a\nb', 'a b'],
    ['a paragraph', 'a\u2029b', 'a b'],
    ['a tab', 'a\tb', 'a b'],
    ['half a pair', 'a\ud83db', 'ab'],
    ['another half', 'a\ude00b', 'ab'],
    ['turned writing', 'faktura\u202efdp.exe', 'fakturafdp.exe'],
    ['an isolate', 'a\u2066b\u2069c', 'abc'],
    ['an Arabic mark', 'a\u061cb', 'ab'],
    ['no width', 'Al\u200bena', 'Alena'],
    ['a joiner between Latin letters', 'Al\u200dena', 'Alena'],
    ['a joiner beside an emoji alone', 'a 👩\u200d b', 'a 👩 b'],
    ['a mark of order', 'Al\ufeffena', 'Alena'],
    ['a soft hyphen', 'Al\u00adena', 'Alena'],
    ['a filler that is a letter', 'a\u3164b', 'ab'],
    ['tags without a flag', 'a\u{e0061}\u{e007f}b', 'ab'],
    ['a variation of nothing', 'a\ufe0fb', 'ab'],
  ])('%s does not fit, and is cleaned', (_, name, clean) => {
    expect(check(name)).toEqual(refused);
    expect(cleanName(name)).toBe(clean);
  });

  test('a cleaned name always fits', () => {
    const sign = fc.constantFrom(
      ...'a👩ی\u200c\u200d\ufe0f\u202e\ud83d\ude00\0\n\u200b क'.split(''),
      '👨',
      '\u{e007f}',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(sign).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(text, (name) => expect(check(cleanName(name))).toBeNull()),
      { numRuns: 500 },
    );
  });

  test('is told in no time, whatever it holds', () => {
    for (const part of ['\u200d', '\ufe0f', '👩\u200d', 'ی\u064b\u200c', '\u{1f3f4}\u{e0061}'])
      check(part.repeat(200_000));
  });
});
