import { describe, expect, it } from '@jest/globals';
import { snippetOf } from './snippet';

const shown = (text: string, ...words: string[]) =>
  snippetOf(text, words).replaceAll('\u0002', '[').replaceAll('\u0003', ']');

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

  it('is made quickly of the longest texts', () => {
    expect(shown('kůň '.repeat(25_000), 'kun', 'ku', 'k').length).toBeLessThan(400);
  });
});
