import { foldText } from '@gos/domain';

const around = 60;

/**
 * The text around the first word found, at most some 160 characters; words found stand between \u0002 and \u0003. A word is found
 * by its beginning, without diacritics.
 */
export function snippetOf(text: string, words: readonly string[]): string {
  const parts = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({ word: match[0], at: match.index }));
  const found = parts.filter(({ word }) => words.some((wanted) => foldText(word).startsWith(wanted)));
  const first = found[0]?.at ?? 0;
  const start = first <= around ? 0 : (parts.find(({ at }) => at >= first - around)?.at ?? 0);
  const end = Math.min(text.length, start + 2 * around + 40);
  let snippet = start > 0 ? '…' : '';
  let at = start;
  for (const { word, at: from } of found) {
    if (from < start || from + word.length > end) continue;
    snippet += `${text.slice(at, from)}\u0002${word}\u0003`;
    at = from + word.length;
  }
  return `${snippet}${text.slice(at, end)}${end < text.length ? '…' : ''}`;
}
