import { limits, type Shape, taskFieldChecks } from '@gos/domain';
import { text } from '@gos/domain/kernel/shape';
import sanitizeHtml from 'sanitize-html';

const ownPicture = /^\/api\/(files|tasks)\/[\w/]+$/;

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
  // Pictures are our own files only: one from elsewhere would tell its host who reads the task.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ownPicture.test(attribs.src ?? ''),
};

/** Far more than any text has open at once; a parser's time grows with the square of it. */
const mostOpen = 2_000;
/** Elements that nothing is in, and those that the next one of their kind closes. */
const neverDeep = new Set('area base br col embed hr img input link meta source track wbr p li td th tr'.split(' '));

/** Counts elements that are begun and not ended, rather too many than too few. */
function isTooDeep(html: string): boolean {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, end, tag] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag!.toLowerCase();
    if (neverDeep.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (end === '') {
      open.set(name, count + 1);
      if (++depth > mostOpen) return true;
    } else if (count > 0) {
      open.set(name, count - 1);
      depth--;
    }
  }
  return false;
}

/** The text sanitised last: it is checked first and wanted again when it is kept. */
let latest: { readonly html: string; readonly clean: string } = { html: '', clean: '' };

function sanitised(html: string): string {
  if (latest.html !== html) latest = { html, clean: sanitizeHtml(html.normalize('NFC'), options) };
  return latest.clean;
}

/** A description is kept as safe HTML; its limits are those of what is kept. */
export const safeHtml: Shape<string, false> = {
  ...text((html, path) => {
    if (!isTooDeep(html)) return taskFieldChecks.description(sanitised(html), path);
    return { path, code: 'task.description.too-long', params: { max: limits.description.max } };
  }),
  normal: sanitised,
};
