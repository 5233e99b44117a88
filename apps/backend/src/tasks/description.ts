import { limits } from '@gos/domain';
import sanitizeHtml from 'sanitize-html';
import { Refused } from '../cqrs/refused';
import { refusalOfErrors } from '../http/validation';

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

/** The description as it is kept: safe HTML of at most 256 KiB. */
export function sanitisedDescription(html: string): string {
  const clean = sanitizeHtml(html.normalize('NFC'), options);
  if (Buffer.byteLength(clean) > limits.description.maxBytes) {
    const params = { max: limits.description.max };
    throw new Refused(refusalOfErrors([{ path: 'description', code: 'task.description.too-long', params }]));
  }
  return clean;
}
