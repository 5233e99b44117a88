import { codePoints, limits } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import { commentOf, htmlOf, nameOfTitle, tagsOf } from './issue-texts';

describe('texts of issues, however long', () => {
  const endless = '😀'.repeat(250_000);

  it('are cut to what fits, by signs and not within one', () => {
    expect(nameOfTitle(endless)).toBe('😀'.repeat(limits.name.max));
    expect(nameOfTitle(`${'\u200b'.repeat(200)}Titul`)).toBe('Titul');
    expect(tagsOf([endless, `${endless}x`])).toEqual(['😀'.repeat(limits.tags.length)]);
    expect(htmlOf(endless)).toBe(`<p>${'😀'.repeat(40_000)}</p>`);
    const comment = commentOf({ by: 'Jan', text: endless });
    expect(comment).toMatch(/^Jan: (😀)+$/u);
    expect(codePoints(comment)).toBe(limits.text.max);
  });

  it('have no halves of signs', () => {
    expect(nameOfTitle('Titul \ud83d')).toBe('Titul \ufffd');
    expect(htmlOf('x\ud83d')).toBe('<p>x\ufffd</p>');
  });

  it('are left out where they are more than a description holds', () => {
    expect(htmlOf('<'.repeat(100_000))).toBe('');
  });
});
