/** White space, control and invisible formatting characters. Not Unicode tag characters: flag emoji end with them. */
const unseen = /[\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f]/u;

/** Combining marks that are kept in a row; no writing has more than a few. */
const mostMarks = 64;

/**
 * Without the combining marks of a row that nobody writes: what is normalised takes the square of their number, minutes for a body of
 * them.
 */
const withFewMarks = (text: string): string =>
  text.length <= mostMarks
    ? text
    : text.replace(/\p{M}{10,}/gu, (row) => (row.length <= mostMarks ? row : [...row].slice(0, mostMarks).join('')));

/** Text in NFC, in a time that grows with its length alone. */
export const normalText = (text: string): string => withFewMarks(text).normalize('NFC');

/** Symbols and letters that are drawn as nothing although no Unicode property says so: blanks of Braille, music and old scripts. */
const blankSigns = '\\u2800\\u{1d159}\\u{13441}\\u{13442}\\u{16fe4}';
const visible = new RegExp(`[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}${blankSigns}]`, 'u');

/**
 * Text as it is stored and measured: NFC, trimmed of white space and invisible characters; empty without a visible
 * character.
 */
export function normalizeText(text: string): string {
  const normal = normalText(text);
  if (!visible.test(normal)) return '';
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

const utf8 = new TextEncoder();

/** Length in bytes of UTF-8. */
export const bytesOf = (text: string): number => utf8.encode(text).length;

/** Letters that Unicode does not decompose, as people search for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ŀ: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ſ: 's', ƒ: 'f', ĸ: 'k', ə: 'e' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ĳ: 'ij', þ: 'th' },
};
const anyPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Characters below this one have no combining marks, so each is folded and sorted without regard to its neighbours. */
const tabled = 0x250;

/** Returns a table of a function's results for all characters below `tabled`, which is filled at the first use. */
function characterTable(convert: (char: string) => string): () => readonly string[] {
  let table: readonly string[] | undefined;
  return () => {
    table ??= Array.from({ length: tabled }, (_, unit) => convert(String.fromCharCode(unit)));
    return table;
  };
}

function isTabled(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= tabled) return false;
  return true;
}

const folded = (text: string): string =>
  withFewMarks(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(anyPlainLetter, (letter) => plainLetters[letter]!);

const foldedOf = characterTable(folded);
/** Empty for a character that parts words. */
const lettersOf = characterTable((char) => (/^[\p{L}\p{N}]+$/u.test(folded(char)) ? folded(char) : ''));

/** Lower case without diacritics: `Příliš` → `prilis`, `Łukasz Weiß` → `lukasz weiss`. */
export function foldText(text: string): string {
  if (!isTabled(text)) return folded(text);
  const table = foldedOf();
  let found = '';
  for (let at = 0; at < text.length; at++) found += table[text.charCodeAt(at)]!;
  return found;
}

/** The folded words of a text: runs of letters and digits. */
export function foldWords(text: string): string[] {
  if (!isTabled(text)) return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const table = lettersOf();
  const words: string[] = [];
  let word = '';
  for (let at = 0; at < text.length; at++) {
    const letters = table[text.charCodeAt(at)]!;
    if (letters !== '') word += letters;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  if (word !== '') words.push(word);
  return words;
}

/** Whether each word is a prefix of some held word; both lists are folded. */
export function holdsEach(held: readonly string[], words: readonly string[]): boolean {
  return words.every((word) => held.some((one) => one.startsWith(word)));
}

/** Letters with a place of their own after the letter that their key begins with, as in `Intl.Collator('cs')`. */
const ownLetters: Readonly<Record<string, string>> = {
  ...{ ch: 'h~', č: 'c~', ř: 'r~', š: 's~', ž: 'z~' },
  ...{ ə: 'e~', ƒ: 'f~', ı: 'i~', ŋ: 'n~', ĸ: 'q~', ŧ: 't~', þ: 'z~~' },
};

const lowered = (text: string): string => text.normalize('NFC').toLowerCase();
const primaryKey = (text: string): string =>
  lowered(text).replace(
    /ch|./gsu,
    (letter) => ownLetters[letter] ?? (/[^\p{L}\p{N}\p{M}\s]/u.test(letter) ? `!${letter}` : foldText(letter)),
  );
const caseKey = (text: string): string =>
  text.replace(/./gsu, (char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()));

const loweredOf = characterTable(lowered);
const primaryOf = characterTable(primaryKey);
const caseOf = characterTable(caseKey);

/**
 * A key whose byte order is Czech dictionary order: spaces, punctuation (by code point), digits, letters; č after c, ch after h,
 * ř, š and ž after r, s and z. Other accents and letters such as ł or ß, then case (lower first), only break ties.
 */
export function czechSortKey(text: string): string {
  if (!isTabled(text)) return `${primaryKey(text)}\u0001${lowered(text)}\u0001${caseKey(text)}`;
  const [primaries, lower, cases] = [primaryOf(), loweredOf(), caseOf()];
  let primary = '';
  let lowerKey = '';
  let smallFirst = '';
  let isAfterC = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const letter = lower[unit]!;
    primary = isAfterC && letter === 'h' ? primary.slice(0, -1) + ownLetters.ch! : primary + primaries[unit]!;
    isAfterC = letter === 'c';
    lowerKey += letter;
    smallFirst += cases[unit]!;
  }
  return `${primary}\u0001${lowerKey}\u0001${smallFirst}`;
}

/** The plain text of sanitised HTML: tags become spaces, the five common entities become characters. */
export function textOfHtml(html: string): string {
  // Beyond the last end of a tag there is none: each beginning would be looked at up to the end of the text.
  const end = html.lastIndexOf('>') + 1;
  return (html.slice(0, end).replace(/<[^>]*>/g, ' ') + html.slice(end))
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Characters of HTML that are looked at for each character of an excerpt: what is marked up more heavily gives a shorter one. */
const markup = 8;

/** The beginning of the plain text of sanitised HTML, at most so many code points; however long the whole is, little is converted. */
export function excerptOf(html: string, most: number): string {
  const looked = html.slice(0, most * markup);
  // A tag or an entity that is cut in the middle is left out.
  const whole = looked.length === html.length ? looked : looked.replace(/(<[^>]*|&[^;\s]{0,8})$/, '');
  return [...textOfHtml(whole)].slice(0, most).join('');
}

/** The ids of people mentioned as `@[12]`, each once. */
export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(/@\[(\d{1,15})\]/g)].map((match) => Number(match[1])))];
}

const mostCompared = 100;

/** At most so many code points of a text's beginning; never half of a character, which a store would change. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');

/** The sort key of a text of any length: what comes after its first hundred characters is not compared. */
export const longTextKey = (text: string): string => czechSortKey(beginningOf(normalizeText(text), mostCompared));

/** The same key of the plain text of sanitised HTML; a long one is converted only as far as it is compared. */
export function longHtmlKey(html: string): string {
  const beginning = normalizeText(excerptOf(html, 5 * mostCompared));
  return longTextKey(beginning.length > 2 * mostCompared ? beginning : textOfHtml(html));
}

/** The normalized text; null where nothing is left of it. */
export const normalizedOrNull = (text: string | null | undefined) => normalizeText(text ?? '') || null;

/** A name in camelCase as the part of a text's key or of an address. */
export type Kebab<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Kebab<Rest>}`
  : '';
export const kebab = <const S extends string>(name: S) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as Kebab<S>;
