import { describe, expect, it } from '@jest/globals';
import { SearchedText } from './snippet';

const shown = (text: string, ...words: string[]) =>
  new SearchedText(text, words).snippet().replaceAll('\u0002', '[').replaceAll('\u0003', ']');

describe('a snippet', () => {
  it('marks whole words by their beginning, whatever their diacritics', () => {
    expect(shown('Příliš žluťoučký kůň', 'zlut', 'kun')).toBe('Příliš [žluťoučký] [kůň]');
    expect(shown('nic takového', 'kun')).toBe('nic takového');
  });

  it('is cut between words around what was found', () => {
    const text = `${'slovo '.repeat(50)}jehla ${'seno '.repeat(50)}`;
    const snippet = shown(text, 'jehl');
    expect(snippet).toMatch(/^…(slovo )+\[jehla\]( seno)+…$/);
    expect(snippet.length).toBeLessThan(180);
  });

  it('stands where the words are near each other', () => {
    const text = `kůň ${'seno '.repeat(60)}žlutý kůň ${'seno '.repeat(60)}`;
    expect(shown(text, 'kun', 'zlut')).toContain('[žlutý] [kůň]');
  });

  it('bears a single endless word, signs of two units, and marks that somebody typed', () => {
    expect(shown('x'.repeat(5_000), 'x').length).toBeLessThan(200);
    expect(() => encodeURIComponent(shown(`jehla ${'😀'.repeat(200)}`, 'jehla'))).not.toThrow();
    expect(shown('a\u0002b\u0003 jehla', 'jehla')).toBe('ab [jehla]');
    expect(shown('', 'jehla')).toBe('');
  });

  it('is of a text that says how many of the words it has, wherever they stand', () => {
    const far = `${'kůň '.repeat(600)}žlutý`;
    expect(new SearchedText(far, ['kun', 'zlut', 'pes']).count).toBe(2);
    expect(new SearchedText(far, ['pes']).count).toBe(0);
  });

  it('is made quickly of the longest texts', () => {
    expect(shown('kůň kost '.repeat(12_000), 'kun', 'kos', 'pes').length).toBeLessThan(400);
  });
});
