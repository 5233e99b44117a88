import { beginningOf, cleanName, codePoints, limits, tidy } from '@gos/domain';
import { safeHtml } from '../../../http/safe-html';

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

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => entities[char]!);

/** A Markdown link, or an address that stands alone. */
const link = /\[([^\]\n]{1,500})\]\((https?:\/\/[^\s()]{1,2000})\)|https?:\/\/[^\s<>()"]{1,2000}/g;

function lineOf(line: string): string {
  let html = '';
  let from = 0;
  for (const found of line.matchAll(link)) {
    const [whole, words, address = whole] = found;
    html += `${escaped(line.slice(from, found.index))}<a href="${escaped(address)}">${escaped(words ?? whole)}</a>`;
    from = found.index + whole.length;
  }
  return html + escaped(line.slice(from));
}

/** Room for tags and entities: a description is also limited in bytes of HTML. */
const maxBody = 40_000;

/** Markdown as a description: paragraphs, line breaks and links; everything else stays as it was written. */
export function htmlOf(markdown: string): string {
  const paragraphs = wellFormed(beginningOf(markdown, maxBody))
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const html = paragraphs.map((paragraph) => `<p>${paragraph.split('\n').map(lineOf).join('<br>')}</p>`).join('');
  const fits = safeHtml.errorsOf(html, 'description', {}).length === 0;
  return fits ? safeHtml.normalize(html) : '';
}

/** A comment of a ticket system: it begins with who wrote it there, and mentions nobody here. */
export function commentOf({ by, text }: { readonly by: string; readonly text: string }): string {
  const words = tidy(wellFormed(beginningOf(text, looked * limits.text.max)).replaceAll('@[', '@ ['));
  const who = cleanName(beginningOf(wellFormed(by), limits.name.max));
  return beginningOf(who === '' ? words : `${who}: ${words}`, limits.text.max);
}
