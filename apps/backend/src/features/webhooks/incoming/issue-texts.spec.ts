import { codePoints, limits } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import { commentOf, descriptionOf, nameOfTitle, tagsOf } from './issue-texts';

const url = 'https://github.com/firma/eshop/issues/12';

describe('texts of issues, however long', () => {
  const endless = '😀'.repeat(250_000);

  it('are cut to the limits, between characters', () => {
    expect(nameOfTitle(endless)).toBe('😀'.repeat(limits.name.max));
    expect(nameOfTitle(`${'\u200b'.repeat(200)}Titul`)).toBe('Titul');
    expect(tagsOf([endless, `${endless}x`])).toEqual(['😀'.repeat(limits.tags.length)]);
    const comment = commentOf({ by: 'Jan', text: endless }, url);
    expect(comment.text).toMatch(/^Jan: (😀)+… https:\/\/github\.com\/firma\/eshop\/issues\/12$/u);
    expect([codePoints(comment.text), comment.cut]).toEqual([limits.text.max, true]);
  });

  it('keep all that GitHub allows', () => {
    const longest = 'Příliš žluťoučký kůň.\n'.repeat(2_978);
    const { text, cut } = descriptionOf(longest, url);
    expect(cut).toBe(false);
    expect(text.match(/kůň\./g)).toHaveLength(2_978);
    expect(commentOf({ by: 'Jan', text: 'x' }, url)).toEqual({ text: 'Jan: x', cut: false });
  });

  it.each([
    ['letters', endless],
    ['characters that HTML escapes', '<'.repeat(100_000)],
    ['links', 'https://a.example/ '.repeat(20_000)],
    ['paragraphs', 'x\n\n'.repeat(100_000)],
  ])('end with the address of the rest where a description has no room: %s', (_, body) => {
    const { text, cut } = descriptionOf(body, url);
    expect(cut).toBe(true);
    expect(text).toMatch(/… <a href="https:\/\/github\.com\/firma\/eshop\/issues\/12"[^>]*>[^<]*<\/a><\/p>$/);
    expect(text.length).toBeGreaterThan(limits.description.max / 2);
  });

  it('have no halves of surrogate pairs', () => {
    expect(nameOfTitle('Titul \ud83d')).toBe('Titul \ufffd');
    expect(descriptionOf('x\ud83d', url).text).toBe('<p>x\ufffd</p>');
  });
});
