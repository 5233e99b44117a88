import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/**
 * Deliveries as the hosts send them, written by the shapes that they publish, with the fields that matter and some that must not:
 * - GitHub: https://docs.github.com/en/webhooks/webhook-events-and-payloads
 * - GitLab: https://docs.gitlab.com/user/project/integrations/webhook_events/
 * - Gitea: https://docs.gitea.com/usage/webhooks
 * - Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SampleIssue {
  readonly number: number;
  readonly title?: string;
  readonly body?: string | null;
  readonly labels?: readonly string[];
}

interface Given {
  readonly secret: string;
  readonly id?: string;
  /** As a form's field `payload`. */
  readonly form?: boolean;
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const inForm = (payload: string) => new URLSearchParams({ payload }).toString();
const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');

export const issueUrl = {
  github: ({ number }: SampleIssue) => `https://github.com/firma/eshop/issues/${number}`,
  gitea: ({ number }: SampleIssue) => `https://git.firma.example/firma/eshop/issues/${number}`,
  gitlab: ({ number }: SampleIssue) => `https://gitlab.example/firma/eshop/-/issues/${number}`,
  standard: ({ number }: SampleIssue) => `https://tickets.firma.example/${number}`,
};

const user = { login: 'petra-git', id: 21, type: 'User', site_admin: false };

function hubIssue(url: string, { number, title = 'Chyba v platbě', body = 'Platba selže.', labels = [] }: SampleIssue) {
  return {
    url: url.replace('https://', 'https://api.'),
    html_url: url,
    id: 444_500_041,
    number,
    title,
    user,
    labels: labels.map((name, index) => ({ id: index, name, color: 'd73a4a', default: true })),
    state: 'open',
    locked: false,
    body,
  };
}

/** GitHub signs the body as it is sent, forms included. */
export function github(event: string, payload: object, { secret, id = randomUUID(), form: asForm }: Given): Sent {
  const body = asForm ? inForm(JSON.stringify(payload)) : JSON.stringify(payload);
  const headers = {
    ...(asForm ? form : json),
    'user-agent': 'GitHub-Hookshot/044aadd',
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature': 'sha1=0000',
    'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
  };
  return { headers, body };
}

const githubRepository = { id: 186_853_002, full_name: 'firma/eshop', html_url: 'https://github.com/firma/eshop' };

export const githubIssue = (action: string, issue: SampleIssue, more: object = {}) => ({
  action,
  issue: hubIssue(issueUrl.github(issue), issue),
  repository: githubRepository,
  sender: user,
  ...more,
});

const ownRepository = { id: githubRepository.id, full_name: githubRepository.full_name };
interface SamplePull {
  readonly title?: string;
  readonly merged?: boolean;
  /** The repository of the branch; null: a fork that was deleted. */
  readonly head?: object | null;
  readonly by?: object;
}

export const githubPull = (
  action: string,
  branch: string,
  { title = 'Oprava', merged = false, head = ownRepository, by = user }: SamplePull = {},
) => ({
  action,
  number: 2,
  pull_request: {
    html_url: 'https://github.com/firma/eshop/pull/2',
    number: 2,
    title,
    merged,
    user: by,
    head: { ref: branch, sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821', repo: head },
    base: { ref: 'main', repo: ownRepository },
  },
  repository: githubRepository,
  sender: user,
});

export const githubBranch = (branch: string) => ({
  ref: branch,
  ref_type: 'branch',
  master_branch: 'main',
  repository: githubRepository,
  sender: user,
});

/** Gitea sends GitHub's headers in addition to its own, and signs the JSON even when it sends a form. */
export function gitea(event: string, payload: object, { secret, id = randomUUID(), form: asForm }: Given): Sent {
  const body = JSON.stringify(payload, null, 2);
  const headers = {
    ...(asForm ? form : json),
    'x-gitea-event': event,
    'x-gitea-event-type': event,
    'x-gitea-delivery': id,
    'x-gitea-signature': hmac(secret, body),
    'x-gogs-event': event,
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': `sha256=${hmac(secret, body)}`,
  };
  return { headers, body: asForm ? inForm(body) : body };
}

const giteaRepository = { id: 140, full_name: 'firma/eshop', html_url: 'https://git.firma.example/firma/eshop' };

export const giteaIssue = (action: string, issue: SampleIssue, more: object = {}) => ({
  action,
  number: issue.number,
  issue: hubIssue(issueUrl.gitea(issue), issue),
  repository: giteaRepository,
  sender: user,
  is_pull: false,
  ...more,
});

export const giteaPull = (
  action: string,
  branch: string,
  { merged = false, head = { id: giteaRepository.id } }: Pick<SamplePull, 'merged' | 'head'> = {},
) => ({
  action,
  number: 2,
  pull_request: {
    html_url: 'https://git.firma.example/firma/eshop/pulls/2',
    number: 2,
    title: 'Oprava',
    merged,
    user,
    head: { ref: branch, repo_id: 1, repo: head },
    base: { ref: 'main', repo_id: giteaRepository.id, repo: { id: giteaRepository.id } },
  },
  repository: giteaRepository,
  sender: user,
});

export const giteaPush = (branch: string, before = '0'.repeat(40)) => ({
  ref: `refs/heads/${branch}`,
  before,
  after: 'bffeb74224043ba2feb48d137756c8a9331c449a',
  commits: [],
  repository: giteaRepository,
  pusher: user,
});

export function gitlab(event: string, payload: object, { secret, id = randomUUID() }: Given): Sent {
  const headers = {
    ...json,
    'user-agent': 'GitLab/18.0.0',
    'x-gitlab-event': event,
    'x-gitlab-event-uuid': id,
    'x-gitlab-webhook-uuid': '02affd2d-2cba-4033-917d-ec22d5dc4b38',
    'x-gitlab-token': secret,
  };
  return { headers, body: JSON.stringify(payload) };
}

const gitlabProject = { id: 1, path_with_namespace: 'firma/eshop', web_url: 'https://gitlab.example/firma/eshop' };
const gitlabUser = { id: 1, name: 'Petra', username: 'petra-git' };
const gitlabLabels = (labels: readonly string[] = []) => labels.map((title, id) => ({ id, title, color: '#ffffff' }));

export const gitlabIssue = (action: string, issue: SampleIssue, changes: object = {}) => ({
  object_kind: 'issue',
  event_type: 'issue',
  user: gitlabUser,
  project: gitlabProject,
  object_attributes: {
    id: 301,
    iid: issue.number,
    title: issue.title ?? 'Chyba v platbě',
    description: issue.body === undefined ? 'Platba selže.' : issue.body,
    state: action === 'close' ? 'closed' : 'opened',
    action,
    url: issueUrl.gitlab(issue),
  },
  labels: gitlabLabels(issue.labels),
  changes,
});

export const gitlabNote = (issue: SampleIssue, note: string) => ({
  object_kind: 'note',
  event_type: 'note',
  user: gitlabUser,
  project: gitlabProject,
  object_attributes: {
    id: 1241,
    note,
    noteable_type: 'Issue',
    action: 'create',
    system: false,
    url: `${issueUrl.gitlab(issue)}#note_1241`,
  },
  issue: { id: 92, iid: issue.number, title: 'Chyba v platbě', description: 'Platba selže.', labels: [] },
});

export const gitlabMerge = (action: string, branch: string, title = 'Oprava', more: object = {}) => ({
  object_kind: 'merge_request',
  event_type: 'merge_request',
  user: gitlabUser,
  project: gitlabProject,
  object_attributes: {
    id: 99,
    iid: 1,
    title,
    source_branch: branch,
    target_branch: 'main',
    source_project_id: gitlabProject.id,
    target_project_id: gitlabProject.id,
    state: action === 'merge' ? 'merged' : 'opened',
    action,
    url: 'https://gitlab.example/firma/eshop/-/merge_requests/1',
    ...more,
  },
});

/** Signed by the library that receivers and senders use. */
export function standard(
  type: string,
  data: object,
  { secret, id = `msg_${randomUUID()}` }: Given,
  at = new Date(),
): Sent {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const headers = {
    ...json,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return { headers, body };
}

export const standardIssue = (issue: SampleIssue, more: object = {}) => ({
  id: String(issue.number),
  title: issue.title ?? 'Chyba v platbě',
  body: issue.body ?? 'Platba selže.',
  url: issueUrl.standard(issue),
  labels: issue.labels ?? [],
  ...more,
});
