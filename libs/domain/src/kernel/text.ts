/** Text as it is counted and kept: NFC, without white space at its ends. */
export function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

/** Length in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Lower case without diacritics: `Příliš` → `prilis`. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The folded words of a text: letters and digits, everything else parts them. */
export function foldWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const accents: Record<string, string> = { č: 'c~', ď: 'd', ě: 'e', ň: 'n', ř: 'r~', š: 's~', ť: 't', ž: 'z~', ů: 'u' };

/**
 * A key that sorts like a Czech dictionary when compared byte by byte: č after c, ch after h, ř, š and ž after r, s and z; other
 * accents and case decide only between words that are otherwise equal.
 */
export function czechSortKey(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  let primary = '';
  for (let i = 0; i < lower.length; i++) {
    const char = lower[i]!;
    if (char === 'c' && lower[i + 1] === 'h') {
      primary += 'h~';
      i++;
    } else primary += accents[char] ?? foldText(char);
  }
  return `${primary}\u0001${lower}\u0001${text}`;
}

/** The text of sanitised HTML: tags become spaces, the five common entities characters. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** People mentioned as `@[12]`. */
export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/@\[(\d{1,15})\]/g)].map((match) => Number(match[1])))];
}
