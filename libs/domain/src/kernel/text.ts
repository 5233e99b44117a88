/** White space, controls, and what is drawn as nothing at an end. Not the tags that flags end with. */
const unseen = /[\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f]/u;

/** Text as it is counted and kept: NFC, without anything unseen at its ends. */
export function tidy(text: string): string {
  const normal = text.normalize('NFC');
  let start = 0;
  let end = normal.length;
  // Not by one expression: that goes through a long run of them within the text once for each.
  while (start < end && unseen.test(normal[start]!)) start++;
  while (end > start && unseen.test(normal[end - 1]!)) end--;
  return normal.slice(start, end);
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

/** Whether every word begins one of those held; all are folded. */
export function holdsEach(held: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => held.some((one) => one.startsWith(word)));
}

const ownLetters: Record<string, string> = { ch: 'h~', č: 'c~', ř: 'r~', š: 's~', ž: 'z~' };

/**
 * A key that sorts like a Czech dictionary when compared byte by byte: spaces, punctuation (by code point), digits, letters; č after c, ch after
 * h, ř, š and ž after r, s and z. Other accents, then case (small first), decide only between texts that are otherwise equal.
 */
export function czechSortKey(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  const primary = lower.replace(
    /ch|./gsu,
    (letter) => ownLetters[letter] ?? (/[^\p{L}\p{N}\p{M}\s]/u.test(letter) ? `!${letter}` : foldText(letter)),
  );
  const smallFirst = text.replace(/./gsu, (char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  );
  return `${primary}\u0001${lower}\u0001${smallFirst}`;
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
