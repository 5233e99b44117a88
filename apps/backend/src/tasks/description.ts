import { type FieldError, taskFieldChecks } from '@gos/domain';
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
  // Pictures are our own files only: one from elsewhere would tell its host who reads the task.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/api\/(files|tasks)\/[\w/]+$/.test(attribs.src ?? ''),
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
};

/** The text sanitised last: its shape is checked before the command is, which wants it again. */
let latest: { readonly html: string; readonly clean: string } = { html: '', clean: '' };

/** The description as it is kept: safe HTML. */
export function sanitisedDescription(html: string): string {
  if (latest.html !== html) latest = { html, clean: sanitizeHtml(html.normalize('NFC'), options) };
  return latest.clean;
}

/** The limits are those of what is kept. */
export const descriptionError = (html: string, path: string): FieldError | null =>
  taskFieldChecks.description(sanitisedDescription(html), path);
