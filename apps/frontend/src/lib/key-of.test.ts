import { keyOf } from './key-of';

it.each([
  ['c', 'KeyC', 'c', 'an English layout'],
  ['K', 'KeyK', 'k', 'a held Shift'],
  ['z', 'KeyY', 'z', 'a Czech layout, where Z and Y are exchanged'],
  ['š', 'Digit3', 'š', 'a Czech letter, which is Latin'],
  ['?', 'Comma', '?', 'a sign of a Czech layout'],
  ['с', 'KeyC', 'c', 'a Cyrillic letter'],
  ['Л', 'KeyK', 'k', 'a Cyrillic letter with Shift'],
  ['ζ', 'KeyZ', 'z', 'a Greek letter'],
  ['ט', 'KeyY', 'y', 'a Hebrew letter'],
  ['х', 'BracketLeft', '[', 'a Cyrillic letter in the place of a sign'],
  ['Enter', 'NumpadEnter', 'Enter', 'a named key'],
  ['ArrowDown', 'ArrowDown', 'ArrowDown', 'an arrow'],
])('takes %s at %s for %s: %s', (key, code, wanted) => {
  expect(keyOf({ key, code })).toBe(wanted);
});
