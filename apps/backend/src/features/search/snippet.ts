import { foldText } from '@gos/domain';

const marks = { begin: '\u0002', end: '\u0003' } as const;
const around = 60;
/** The greatest distance, in characters, of words shown with the first one. */
const reach = 2 * around;
/** Characters that are shown from the beginning of a snippet on. */
const shown = reach + 40;
/** The most matches compared; in a text with more, the best place among the first ones is good enough. */
const maxPlaces = 500;

/** A word of a text. */
interface Part {
  readonly word: string;
  readonly at: number;
}

interface Found extends Part {
  readonly wanted: string;
}

/** Yields the words of a text one by one, so that a caller may stop early. */
function* partsOf(text: string): Generator<Part> {
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) yield { word: match[0], at: match.index };
}

/** Folds a word of a text, or not at all where its first sign shows that it begins with none of the words: most do not. */
function folder(words: readonly string[]): (word: string) => string | null {
  const fits = new Map<string, boolean>();
  const mayBegin = (sign: string) => {
    const folded = foldText(sign);
    return words.some((word) => word.startsWith(folded) || folded.startsWith(word));
  };
  return (word) => {
    const sign = String.fromCodePoint(word.codePointAt(0)!);
    const fit = fits.get(sign) ?? mayBegin(sign);
    fits.set(sign, fit);
    return fit ? foldText(word) : null;
  };
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

/** Counts the different words within reach before a match, including its own. */
function nearBefore(found: readonly Found[], last: number): number {
  const near = new Set<string>();
  for (let i = last; i >= 0 && found[i]!.at > found[last]!.at - reach; i--) near.add(found[i]!.wanted);
  return near.size;
}

const wholeSign = (text: string, end: number) => (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end);

/** A text in which words are searched. It is read once, and only as far as the results need it. */
export class SearchedText {
  /** the number of searched words that it contains */
  readonly count: number;
  private readonly text: string;
  private readonly parts: Part[] = [];
  private readonly found: Found[] = [];

  /** @param words folded, none the beginning of another; they match by prefix, ignoring diacritics */
  constructor(given: string, words: readonly string[]) {
    this.text = given.replaceAll(marks.begin, '').replaceAll(marks.end, '');
    const foldedOf = folder(words);
    const missing = new Set(words);
    /** from where on nothing can be shown any more */
    let end = Number.POSITIVE_INFINITY;
    for (const part of partsOf(this.text)) {
      if (part.at >= end && missing.size === 0) break;
      this.parts.push(part);
      const folded = foldedOf(part.word);
      const wanted = folded === null ? undefined : words.find((one) => folded.startsWith(one));
      if (wanted === undefined) continue;
      missing.delete(wanted);
      this.found.push({ ...part, wanted });
      const isEnough = this.found.length >= maxPlaces || nearBefore(this.found, this.found.length - 1) === words.length;
      if (isEnough) end = Math.min(end, part.at + shown + reach);
    }
    this.count = words.length - missing.size;
  }

  /** About 160 characters from where most of the words are close together; matches are marked with \u0002 and \u0003. */
  snippet(): string {
    const { text, parts, found } = this;
    const first = bestStart(found);
    const start = first <= around ? 0 : (parts.find(({ at }) => at >= first - around)?.at ?? 0);
    const most = start + shown;
    // The snippet does not end inside a word, unless the word is longer than the snippet.
    const cut = parts.find(({ at, word }) => at < most && at + word.length > most)?.at;
    const end = wholeSign(text, Math.min(text.length, cut !== undefined && cut > first ? cut : most));
    let snippet = start > 0 ? '…' : '';
    let at = start;
    for (const { word, at: from } of found) {
      if (from >= end) break;
      if (from < start || from + word.length > end) continue;
      snippet += `${text.slice(at, from)}${marks.begin}${word}${marks.end}`;
      at = from + word.length;
    }
    return `${snippet}${text.slice(at, end).trimEnd()}${end < text.length ? '…' : ''}`;
  }
}
