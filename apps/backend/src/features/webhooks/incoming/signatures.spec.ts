import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  gitea,
  giteaIssue,
  github,
  githubIssue,
  gitlab,
  gitlabIssue,
  type Sent,
  standard,
  standardIssue,
} from '../testing/host-payloads';
import { incomingOf } from './hosts';
import { isSigned, isUnsupported } from './signatures';

const secret = `whsec_${Buffer.from('tajemstvi tajemstvi tajemstvi 42').toString('base64')}`;
const accepted = (headers: Sent['headers'], body: string) => isSigned(headers, Buffer.from(body), [secret], Date.now());
const issue = { number: 12, title: 'Chyba v platbě & spol. + 100 %' };
const opened = { kind: 'issue', action: 'opened', issue: { title: issue.title } };

/** Each host with each content type that it offers, signed as the host's source signs. */
const deliveries: readonly (readonly [string, Sent])[] = [
  ['GitHub, JSON', github('issues', githubIssue('opened', issue), { secret })],
  ['GitHub, form', github('issues', githubIssue('opened', issue), { secret, form: true })],
  ['Gitea, JSON', gitea('issues', giteaIssue('opened', issue), { secret })],
  ['Gitea, form', gitea('issues', giteaIssue('opened', issue), { secret, form: true })],
  ['GitLab, JSON', gitlab('Issue Hook', gitlabIssue('open', issue), { secret })],
  ['Standard Webhooks, JSON', standard('issue.opened', standardIssue(issue), { secret })],
];

describe.each(deliveries)('%s', (_, { headers, body }) => {
  it('is accepted and read', () => {
    expect(accepted(headers, body)).toBe(true);
    expect(incomingOf(headers, body)).toMatchObject(opened);
  });

  it('is accepted with parameters and capitals in its content type', () => {
    const type = `${headers['content-type']!.replace(/^a/, 'A')}; charset=UTF-8`;
    expect(accepted({ ...headers, 'content-type': type }, body)).toBe(true);
    expect(incomingOf({ ...headers, 'content-type': type }, body)).toMatchObject(opened);
  });

  it('is refused with another secret, and after a change', () => {
    const now = Date.now();
    expect(isSigned(headers, Buffer.from(body), ['whsec_eA=='], now)).toBe(false);
    const isByToken = headers['x-gitlab-token'] !== undefined;
    expect(accepted(headers, body.replace('platb', 'platc'))).toBe(isByToken);
  });
});

it('what GitHub signs is the form, not the JSON within', () => {
  const { headers, body } = github('issues', githubIssue('opened', issue), { secret, form: true });
  const inside = createHmac('sha256', secret).update(new URLSearchParams(body).get('payload')!).digest('hex');
  expect(accepted({ ...headers, 'x-hub-signature-256': `sha256=${inside}` }, body)).toBe(false);
});

describe('hosts that are not supported', () => {
  it.each<[string, Sent['headers']]>([
    ['Bitbucket Cloud', { 'x-event-key': 'issue:created', 'x-hook-uuid': '{a}', 'x-hub-signature': 'sha256=00' }],
    ['Bitbucket Data Center', { 'x-event-key': 'pr:opened', 'x-request-id': 'a' }],
    [
      'Gogs',
      { 'x-gogs-event': 'issues', 'x-gogs-delivery': 'a', 'x-github-event': 'issues', 'x-gogs-signature': '00' },
    ],
  ])('%s', (_, headers) => {
    expect(isUnsupported(headers)).toBe(true);
  });

  it('are none of the supported ones, whose headers may be the same', () => {
    for (const [, { headers }] of deliveries) expect(isUnsupported(headers)).toBe(false);
    expect(isUnsupported({})).toBe(false);
  });
});
