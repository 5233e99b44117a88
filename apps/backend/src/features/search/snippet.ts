import { foldText } from '@gos/domain';

const marks = { begin: '\u0002', end: '\u0003' } as const;
const around = 60;
/** The greatest distance, in characters, of words shown with the first one. */
const reach = 2 * around;
/** The most matches compared; in a text with more, the best place among the first ones is good enough. */
const maxPlaces = 500;

interface Found {
  readonly word: string;
  readonly at: number;
  readonly wanted: string;
}

/** Position of the match with the most different words within reach; the first of equals. */
function bestStart(found: readonly Found[]): number {
  let best = 0;
  let most = 0;
  for (const [index, { at }] of found.slice(0, maxPlaces).entries()) {
    const near = new Set<string>();
    for (let i = index; i < found.length && found[i]!.at < at + reach; i++) near.add(found[i]!.wanted);
    if (near.size > most) [best, most] = [at, near.size];
  }
  return best;
}

const wholeSign = (text: string, end: number) => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end);

/**
 * About 160 characters of the text from where most of the words are close together; matches are marked with \u0002 and \u0003.
 * Words match by prefix, ignoring diacritics.
 */
export function snippetOf(given: string, words: readonly string[]): string {
  const text = given.replaceAll(marks.begin, '').replaceAll(marks.end, '');
  const parts = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({ word: match[0], at: match.index }));
  const found = parts.flatMap(({ word, at }): Found[] => {
    const folded = foldText(word);
    const wanted = words.find((one) => folded.startsWith(one));
    return wanted === undefined ? [] : [{ word, at, wanted }];
  });
  const first = bestStart(found);
  const start = first <= around ? 0 : (parts.find(({ at }) => at >= first - around)?.at ?? 0);
  const most = start + 2 * around + 40;
  // The snippet does not end inside a word, unless the word is longer than the snippet.
  const cut = parts.find(({ at, word }) => at < most && at + word.length > most)?.at;
  const end = wholeSign(text, Math.min(text.length, cut !== undefined && cut > first ? cut : most));
  let snippet = start > 0 ? '…' : '';
  let at = start;
  for (const { word, at: from } of found) {
    if (from < start || from + word.length > end) continue;
    snippet += `${text.slice(at, from)}${marks.begin}${word}${marks.end}`;
    at = from + word.length;
  }
  return `${snippet}${text.slice(at, end).trimEnd()}${end < text.length ? '…' : ''}`;
}
