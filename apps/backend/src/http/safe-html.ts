import { ownPicture } from '@gos/contract';
import { limits, type Shape, taskFieldChecks } from '@gos/domain';
import { text } from '@gos/domain/kernel/shape';
import sanitizeHtml from 'sanitize-html';

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'code',
    'pre',
    'blockquote',
    'h1',
    'h2',
    'h3',
    'ul',
    'ol',
    'li',
    'a',
    'hr',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'img',
    'span',
    'mark',
    'sub',
    'sup',
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
  },
  // Only pictures from our own files: an external one would tell its host who reads the task.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPicture.test(attribs.src ?? ''),
};

/** The most elements that may be open at once: parsing time grows with the square of the depth. */
const maxOpen = 2_000;
/** Elements that do not nest: void elements, and those that the next element of the same kind closes. */
const neverDeep = new Set('area base br col embed hr img input link meta source track wbr p li td th tr'.split(' '));

/** Estimates the nesting depth by counting open elements; it may count too many, never too few. */
function isTooDeep(html: string): boolean {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, end, tag] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag!.toLowerCase();
    if (neverDeep.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (end === '') {
      open.set(name, count + 1);
      if (++depth > maxOpen) return true;
    } else if (count > 0) {
      open.set(name, count - 1);
      depth--;
    }
  }
  return false;
}

/** A cache of one: a description is sanitised for its check and needed again for storage. */
let latest: { readonly html: string; readonly clean: string } = { html: '', clean: '' };

function sanitised(html: string): string {
  if (latest.html !== html) latest = { html, clean: sanitizeHtml(html.normalize('NFC'), options) };
  return latest.clean;
}

/** A description, sanitised for storage; limits apply to the sanitised HTML. */
export const safeHtml: Shape<string, false> = {
  ...text((html, path) => {
    if (!isTooDeep(html)) return taskFieldChecks.description(sanitised(html), path);
    return { path, code: 'task.description.too-long', params: { max: limits.description.max } };
  }),
  normalize: sanitised,
};
