import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lookOf } from './name-look';

test.each([
  ['case', 'alena ADMINOVÁ'],
  ['diacritics', 'Alena Adminova'],
  ['decomposed letters', 'Alena Adminova\u0301'],
  ['Cyrillic letters', 'Аlеnа Аdmіnоvá'],
  ['Greek letters', 'Αlenα Αdmιnονá'],
  ['a capital i for an l', 'AIena Adminová'],
  ['a one for an l', 'A1ena Adminová'],
  ['wide letters', 'Ａｌｅｎａ Ａdminová'],
  ['letters of mathematics', '𝐀lena 𝐀dminová'],
  ['no dot', 'Alena Admınová'],
  ['a nought for an o', 'Alena Admin0vá'],
  ['spaces', 'Alena  Adminová'],
  ['a space that does not break', 'Alena\u00a0Adminová'],
  ['punctuation', 'Alena-Adminová.'],
])('%s make no other look', (_, name) => expect(lookOf(name)).toBe(lookOf('Alena Adminová')));

test.each([
  ['rn and m', 'Karel Homik', 'Karel Hornik'],
  ['ł and l', 'Paweł Nowak', 'Pawel Nowak'],
  ['ß and ss', 'Strauß', 'Strauss'],
])('%s look alike', (_, one, other) => expect(lookOf(one)).toBe(lookOf(other)));

test.each([
  ['Jan Novák', 'Jana Nováková'],
  ['Jan Novák', 'Ján Nováček'],
  ['Eva Malá', 'Iva Malá'],
  ['Пётр Иванов', 'Пётр Петров'],
  ['王伟', '王芳'],
])('%s and %s do not', (one, other) => expect(lookOf(one)).not.toBe(lookOf(other)));

test('a look has a look', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => expect(typeof lookOf(name)).toBe('string')));
});
