import { expect, test } from '@jest/globals';
import { holdsWords, wordsFilter } from './task-lists';

const lookedUp = (q: string) =>
  wordsFilter(q).map((filter) => (filter as { words: { $prefix: string } }).words.$prefix);

test('a list is asked for no word twice, none that another one begins with, and not for hundreds', () => {
  expect(lookedUp('Žlutý kůň')).toEqual(['zluty', 'kun']);
  expect(lookedUp('ku kun KUN kuň k')).toEqual(['kun']);
  expect(lookedUp([...'abcdefghijklmnopqrstuvwxyz'].join(' '))).toHaveLength(12);
  expect(wordsFilter(null)).toEqual([]);
});

test('what has no word in it is found nowhere', () => {
  for (const q of [' ? ', '😀', '#']) {
    expect(wordsFilter(q)).toEqual([{ $or: [] }]);
    expect(holdsWords('Opravdu? 😀 #', q)).toBe(false);
  }
  expect(holdsWords('Žlutý kůň', 'zlut kun')).toBe(true);
  expect(holdsWords(null, null)).toBe(true);
});
