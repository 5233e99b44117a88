import type { IncomingHttpHeaders } from 'node:http';
import type { GitHost } from '@gos/domain';
import { hubNews } from './hub-news';
import { type Incoming, type Issue, listAt, standardActions, textAt, urlAt } from './incoming';
import { labNews } from './lab-news';
import { headerOf, hostOf, payloadText } from './signatures';

const everything = ['title', 'body', 'labels'] as const;

/**
 * From anything that signs as Standard Webhooks says: `issue.ACTION` with `data {id, title, body, url, labels, comment?, user?}`.
 * Only the address identifies such an issue: nothing says what its id is unique within.
 */
function standardNews(payload: unknown): Incoming | null {
  const [kind, name] = textAt(payload, 'type').split('.');
  const action = standardActions.find((one) => one === name);
  if (kind !== 'issue' || action === undefined) return null;
  const body = textAt(payload, 'data', 'body');
  const issue: Issue = {
    repository: { host: 'standard', id: null, url: null },
    number: null,
    url: urlAt(payload, 'data', 'url'),
    title: textAt(payload, 'data', 'title'),
    body,
    labels: listAt(payload, 'data', 'labels').map((label) =>
      typeof label === 'string' ? label : textAt(label, 'name'),
    ),
  };
  const text = textAt(payload, 'data', 'comment') || body;
  const comment = action === 'commented' ? { by: textAt(payload, 'data', 'user'), text } : null;
  return { kind: 'issue', action, issue, changed: action === 'edited' ? everything : [], comment, elsewhere: null };
}

const newsOf: Readonly<Record<GitHost, (headers: IncomingHttpHeaders, payload: unknown) => Incoming | null>> = {
  github: (headers, payload) => hubNews('github', headerOf(headers, 'x-github-event') ?? '', payload),
  gitea: (headers, payload) => hubNews('gitea', headerOf(headers, 'x-gitea-event') ?? '', payload),
  gitlab: (_, payload) => labNews(payload),
  standard: (_, payload) => standardNews(payload),
};

/** Without an address nothing can be linked. */
const hasAddress = (news: Incoming): boolean =>
  news.kind === 'issue' ? news.issue.url !== '' : news.kind !== 'merge-request' || news.url !== '';

function nameOf(headers: IncomingHttpHeaders, payload: unknown): string {
  const host = hostOf(headers);
  if (host === 'standard') return textAt(payload, 'type') || 'unknown';
  const event = headerOf(headers, `x-${host}-event`) ?? 'unknown';
  const action = textAt(payload, 'action') || textAt(payload, 'object_attributes', 'action');
  return [host, event.replace(/ Hook$/, '').toLowerCase(), ...(action === '' ? [] : [action])].join('.');
}

function payloadIn(headers: IncomingHttpHeaders, body: string): unknown {
  try {
    return JSON.parse(payloadText(headers, body));
  } catch {
    return undefined;
  }
}

/** Reads a delivery; null when it is no JSON object. */
export function incomingOf(headers: IncomingHttpHeaders, body: string): Incoming | null {
  const payload = payloadIn(headers, body);
  if (typeof payload !== 'object' || payload === null) return null;
  const news = newsOf[hostOf(headers)](headers, payload);
  return news && hasAddress(news) ? news : { kind: 'other', type: nameOf(headers, payload) };
}
