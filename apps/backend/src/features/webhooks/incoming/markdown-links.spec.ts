import { describe, expect, it } from '@jest/globals';
import { withLinks } from './markdown-links';

const hrefs = (line: string) => [...withLinks(line).matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('addresses in texts', () => {
  // https://github.github.com/gfm/#autolinks-extension-
  it.each([
    ['Visit www.commonmark.org/help for more.', 'http://www.commonmark.org/help'],
    ['Visit www.commonmark.org.', 'http://www.commonmark.org'],
    ['Visit www.commonmark.org/a.b.', 'http://www.commonmark.org/a.b'],
    ['www.google.com/search?q=Markup+(business)', 'http://www.google.com/search?q=Markup+(business)'],
    ['www.google.com/search?q=Markup+(business)))', 'http://www.google.com/search?q=Markup+(business)'],
    ['(www.google.com/search?q=Markup+(business))', 'http://www.google.com/search?q=Markup+(business)'],
    ['(www.google.com/search?q=Markup+(business)', 'http://www.google.com/search?q=Markup+(business)'],
    ['www.google.com/search?q=(business))+ok', 'http://www.google.com/search?q=(business))+ok'],
    ['www.google.com/search?q=commonmark&hl=en', 'http://www.google.com/search?q=commonmark&amp;hl=en'],
    ['www.google.com/search?q=commonmark&hl;', 'http://www.google.com/search?q=commonmark'],
    ['www.commonmark.org/he<lp', 'http://www.commonmark.org/he'],
    [
      '(Visit https://encrypted.google.com/search?q=Markup+(business))',
      'https://encrypted.google.com/search?q=Markup+(business)',
    ],
  ])('as the examples of GitHub: %s', (line, href) => {
    expect(hrefs(line)).toEqual([href]);
  });

  it.each([
    ['Viz https://example.com/a.', 'https://example.com/a'],
    ['Viz https://example.com/a, prosím', 'https://example.com/a'],
    ['Viděl jsi https://example.com/a?!', 'https://example.com/a'],
    ['Odkaz https://example.com/a: nic', 'https://example.com/a'],
    ['**https://example.com/a**', 'https://example.com/a'],
    ['_https://example.com/a_ ~https~', 'https://example.com/a'],
    ['„https://example.com/a“', 'https://example.com/a'],
    ['"https://example.com/a"', 'https://example.com/a'],
    ['`https://example.com/a`', 'https://example.com/a'],
    ['[viz https://example.com/a]', 'https://example.com/a'],
    ['https://cs.wikipedia.org/wiki/Merkur_(planeta)', 'https://cs.wikipedia.org/wiki/Merkur_(planeta)'],
    ['[Merkur](https://cs.wikipedia.org/wiki/Merkur_(planeta))', 'https://cs.wikipedia.org/wiki/Merkur_(planeta)'],
    ['[Merkur](https://example.com/a "Planeta")', 'https://example.com/a'],
    ['[Merkur](<https://example.com/a>)', 'https://example.com/a'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['http://localhost:3000/a', 'http://localhost:3000/a'],
    ['https://example.com/a?x=1&y=2 konec', 'https://example.com/a?x=1&amp;y=2'],
  ])('end where a reader would end them: %s', (line, href) => {
    expect(hrefs(line)).toEqual([href]);
  });

  it('leave everything else as it was written', () => {
    expect(withLinks('[Merkur](https://example.com/a), a <b> & https://b.example/x.')).toBe(
      '<a href="https://example.com/a">Merkur</a>, a &lt;b&gt; &amp; <a href="https://b.example/x">https://b.example/x</a>.',
    );
    for (const line of [
      'ahttps://example.com',
      'https://',
      'https://!',
      '[x](javascript:alert(1))',
      'ftp://a.example',
      '',
    ]) {
      expect(hrefs(line)).toEqual([]);
    }
    expect(hrefs(`https://example.com/${'a'.repeat(3_000)}`)).toEqual([]);
  });

  it('are found in linear time', () => {
    const since = performance.now();
    for (const part of ['[', '(', '[a](https://', 'https://a.b/(', ')', 'https://a.b/))))))))', '&a;', 'www.a']) {
      withLinks(part.repeat(Math.floor(65_536 / part.length)));
    }
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});
