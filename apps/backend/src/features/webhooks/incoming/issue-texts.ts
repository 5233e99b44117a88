import { beginningOf, cleanName, codePoints, limits, normalizeText } from '@gos/domain';
import { safeHtml } from '../../../http/safe-html';
import { escaped, withLinks } from './markdown-links';

/** With unpaired surrogates replaced. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** How many times more of a name is looked at than is kept: much of it may be nothing that is seen. */
const looked = 10;
const nameOf = (given: string, max: number) =>
  cleanName(beginningOf(cleanName(wellFormed(beginningOf(given, looked * max))), max));

/** A title within the limits of a task's name. */
export function nameOfTitle(title: string): string {
  const { min, max } = limits.name;
  const name = nameOf(title, max);
  return name + '.'.repeat(Math.max(0, min - codePoints(name)));
}

/** Labels within the limits of tags. */
export function tagsOf(labels: readonly string[]): string[] {
  const { max, length } = limits.tags;
  const tags = labels.map((label) => nameOf(label, length));
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, max);
}

/** A text from the host as it is kept here. */
export interface KeptText {
  readonly text: string;
  /** Its end does not fit and is left out. */
  readonly cut: boolean;
}

/** Ends a text that was cut: the rest is at this address. */
const restAt = (url: string): string => `… <a href="${escaped(url)}">${escaped(url)}</a>`;

function paragraphsOf(markdown: string): string {
  const paragraphs = markdown
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  return paragraphs.map((paragraph) => `<p>${paragraph.split('\n').map(withLinks).join('<br>')}</p>`).join('');
}

const fits = (html: string): boolean => safeHtml.errorsOf(html, 'description', {}).length === 0;

/**
 * Markdown as a description: paragraphs, line breaks and links; everything else stays as it was written. A text that is longer
 * than a description ends with its address.
 */
export function descriptionOf(markdown: string, url: string): KeptText {
  const given = wellFormed(markdown);
  const whole = codePoints(given) > limits.description.max ? null : paragraphsOf(given);
  if (whole !== null && fits(whole)) return { text: safeHtml.normalize(whole), cut: false };
  for (let length: number = limits.description.max; length > 0; length = Math.floor(length * 0.8)) {
    const html = `${paragraphsOf(beginningOf(given, length))}<p>${restAt(url)}</p>`;
    if (fits(html)) return { text: safeHtml.normalize(html), cut: true };
  }
  return { text: '', cut: true };
}

/** A comment of a ticket system: it begins with its author's name there, and mentions nobody here. */
export function commentOf({ by, text }: { readonly by: string; readonly text: string }, url: string): KeptText {
  const { max } = limits.text;
  const words = normalizeText(wellFormed(beginningOf(text, looked * max)).replaceAll('@[', '@ ['));
  const who = cleanName(beginningOf(wellFormed(by), limits.name.max));
  const whole = who === '' ? words : `${who}: ${words}`;
  if (codePoints(whole) <= max) return { text: whole, cut: false };
  const rest = `… ${url}`;
  return { text: beginningOf(whole, max - codePoints(rest)) + rest, cut: true };
}
