import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { incomingOf } from './hosts';

const folder = `${import.meta.dirname}/../testing/payloads`;
const told = (host: string, event: string, file: string) =>
  incomingOf(
    { [`x-${host}-event`]: event, 'content-type': 'application/json' },
    readFileSync(`${folder}/${host}/${file}.json`, 'utf8'),
  );

const hubRepository = { host: 'github', id: '186853002', url: 'https://github.com/Codertocat/Hello-World' };
const teaRepository = { host: 'gitea', id: '1', url: 'http://localhost:3000/example/example' };
const hubIssue = {
  repository: hubRepository,
  number: 1,
  url: 'https://github.com/Codertocat/Hello-World/issues/1',
  title: 'Spelling error in the README file',
  body: "It looks like you accidently spelled 'commit' with two 't's.",
  labels: ['bug'],
};
const oldRepository = { host: 'github', id: '17273051', url: 'https://github.com/octo-org/octo-repo' };
const oldIssue = { repository: oldRepository, number: 1, url: 'https://github.com/octo-org/hello-world-npm/pull/1' };
const teaIssue = {
  repository: teaRepository,
  number: 1,
  url: 'http://localhost:3000/example/example/issues/1',
  title: 'example',
  body: '',
  labels: [],
};
const issue = (action: string, of: object, more: object = {}) => ({
  kind: 'issue',
  action,
  issue: of,
  changed: [],
  comment: null,
  elsewhere: null,
  ...more,
});
const teaBranch = {
  kind: 'branch',
  repository: teaRepository,
  branch: 'master',
  url: 'http://localhost:3000/example/example/src/branch/master',
  byBot: false,
};

const published = [
  ['github', 'issues', 'issues.opened', issue('opened', hubIssue)],
  ['github', 'issues', 'issues.edited', issue('edited', hubIssue, { changed: ['title', 'body', 'labels'] })],
  ['github', 'issues', 'issues.labeled', issue('edited', hubIssue, { changed: ['labels'] })],
  ['github', 'issues', 'issues.reopened', issue('reopened', { ...hubIssue, body: '' })],
  ['github', 'issues', 'issues.deleted', issue('deleted', { ...hubIssue, body: '' })],
  [
    'github',
    'issues',
    'issues.transferred',
    issue(
      'transferred',
      { ...oldIssue, title: expect.any(String), body: expect.any(String), labels: expect.any(Array) },
      { elsewhere: { repository: hubRepository, number: 1, url: hubIssue.url } },
    ),
  ],
  [
    'github',
    'issues',
    'issues.opened.transferred',
    issue('opened', { ...hubIssue, labels: expect.any(Array) }, { elsewhere: oldIssue }),
  ],
  [
    'github',
    'issue_comment',
    'issue_comment.created',
    issue('commented', hubIssue, {
      comment: { by: 'Codertocat', text: "You are totally right! I'll get this fixed right away." },
    }),
  ],
  [
    'github',
    'pull_request',
    'pull_request.opened',
    {
      kind: 'merge-request',
      repository: hubRepository,
      number: 2,
      merged: false,
      branch: 'changes',
      title: 'Update the README with new information.',
      url: 'https://github.com/Codertocat/Hello-World/pull/2',
      fromFork: false,
      byBot: false,
    },
  ],
  // Closed without being merged.
  ['github', 'pull_request', 'pull_request.closed', { kind: 'other', type: 'github.pull_request.closed' }],
  // A tag.
  ['github', 'push', 'push.created', { kind: 'other', type: 'github.push' }],
  ['github', 'ping', 'ping', { kind: 'other', type: 'github.ping' }],
  [
    'gitlab',
    'Issue Hook',
    'issue',
    issue('opened', {
      repository: { host: 'gitlab', id: '1', url: 'http://example.com/gitlabhq/gitlab-test' },
      number: 23,
      url: 'http://example.com/diaspora/issues/23',
      title: 'New API: create/update/delete file',
      body: 'Create new API for manipulations with repository',
      labels: ['API'],
    }),
  ],
  [
    'gitlab',
    'Note Hook',
    'note_issue',
    issue(
      'commented',
      {
        repository: { host: 'gitlab', id: '5', url: 'http://example.com/gitlab-org/gitlab-test' },
        number: 17,
        url: 'http://example.com/gitlab-org/gitlab-test/issues/17',
        title: 'test_issue',
        body: 'test issue',
        labels: ['Afterpod', 'Element'],
      },
      { comment: { by: 'user1', text: 'Hello world' } },
    ),
  ],
  [
    'gitlab',
    'Merge Request Hook',
    'merge_request',
    {
      kind: 'merge-request',
      repository: { host: 'gitlab', id: '1', url: 'http://example.com/gitlabhq/gitlab-test' },
      number: 1,
      merged: false,
      branch: 'ms-viewport',
      title: 'MS-Viewport',
      url: 'http://example.com/diaspora/merge_requests/1',
      fromFork: false,
      byBot: false,
    },
  ],
  // To a branch that is there.
  ['gitlab', 'Push Hook', 'push', { kind: 'other', type: 'gitlab.push' }],
  ['gitea', 'issues', 'issues-event', issue('opened', teaIssue)],
  ['gitea', 'issues', 'issue-label-event', issue('edited', { ...teaIssue, labels: ['bug'] }, { changed: ['labels'] })],
  [
    'gitea',
    'issue_comment',
    'issue-comment-event',
    issue('commented', teaIssue, { comment: { by: 'example', text: 'example' } }),
  ],
  [
    'gitea',
    'pull_request',
    'pull-request-event',
    {
      kind: 'merge-request',
      repository: teaRepository,
      number: 2,
      merged: false,
      branch: 'master',
      title: 'update',
      url: 'http://localhost:3000/example/example/pulls/2',
      fromFork: true,
      byBot: false,
    },
  ],
  ['gitea', 'create', 'create-event', teaBranch],
  ['gitea', 'push', 'push-event', teaBranch],
] as const;

describe('deliveries as their hosts publish them', () => {
  it.each(published)('%s %s: %s', (host, event, file, news) => {
    expect(told(host, event, file)).toEqual(news);
  });

  it('are each read by a test', () => {
    const files = ['github', 'gitlab', 'gitea'].flatMap((host) =>
      readdirSync(`${folder}/${host}`).map((file) => `${host} ${file}`),
    );
    expect(files.sort()).toEqual(published.map(([host, _, file]) => `${host} ${file}.json`).sort());
  });
});
