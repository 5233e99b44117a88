/** White space, control and invisible formatting characters. Not Unicode tag characters: flag emoji end with them. */
const unseen = /[\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f]/u;

/** Text as it is stored and measured: NFC, trimmed of white space and invisible characters. */
export function tidy(text: string): string {
  const normal = text.normalize('NFC');
  let start = 0;
  let end = normal.length;
  // A loop, because a regular expression takes quadratic time on a long run of such characters inside the text.
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

/** The folded words of a text: runs of letters and digits. */
export function foldWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether each word is a prefix of some held word; both lists are folded. */
export function holdsEach(held: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => held.some((one) => one.startsWith(word)));
}

const ownLetters: Record<string, string> = { ch: 'h~', č: 'c~', ř: 'r~', š: 's~', ž: 'z~' };

/**
 * A key whose byte order is Czech dictionary order: spaces, punctuation (by code point), digits, letters; č after c, ch after h,
 * ř, š and ž after r, s and z. Other accents, then case (lower first), only break ties.
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

/** The plain text of sanitised HTML: tags become spaces, the five common entities become characters. */
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

/** The ids of people mentioned as `@[12]`, each once. */
export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/@\[(\d{1,15})\]/g)].map((match) => Number(match[1])))];
}

/** A tidy text; null where nothing is left of it. */
const mostCompared = 100;

/** The sort key of a text of any length: what comes after its first hundred characters is not compared. */
export const longTextKey = (text: string): string => czechSortKey(tidy(text).slice(0, mostCompared));

export const tidyOrNull = (text: string | null | undefined) => tidy(text ?? '') || null;
