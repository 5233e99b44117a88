import type { IncomingHttpHeaders } from 'node:http';
import {
  at,
  createdBranch,
  type Incoming,
  type Issue,
  type IssueAction,
  type IssueNews,
  issueActions,
  listAt,
  textAt,
  urlAt,
} from './incoming';
import { type Host, headerOf, hostOf } from './signatures';

const other = (type: string): Incoming => ({ kind: 'other', type });

function issueNews(
  action: IssueAction,
  issue: Issue,
  { changed = [], comment = null }: Partial<Pick<IssueNews, 'changed' | 'comment'>> = {},
): Incoming | null {
  return issue.url === '' ? null : { kind: 'issue', action, issue, changed, comment };
}

const everything = ['title', 'body', 'labels'] as const;

/** GitHub and Gitea, which are alike: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
function hubNews(event: string, payload: unknown, branchPath: string): Incoming | null {
  const action = textAt(payload, 'action');
  const labels = listAt(payload, 'issue', 'labels').map((label) => textAt(label, 'name'));
  const issue: Issue = {
    url: urlAt(payload, 'issue', 'html_url'),
    title: textAt(payload, 'issue', 'title'),
    body: textAt(payload, 'issue', 'body'),
    labels,
  };
  const isPullRequest = Boolean(at(payload, 'issue', 'pull_request')) || at(payload, 'is_pull') === true;
  if (event === 'issues') {
    switch (action) {
      case 'opened':
      case 'closed':
      case 'reopened':
        return issueNews(action, issue);
      case 'edited': {
        const changed = everything.filter((field) => at(payload, 'changes', field) !== undefined);
        return issueNews('edited', issue, { changed: changed.length > 0 ? changed : everything });
      }
      case 'labeled':
      case 'unlabeled':
      case 'label_updated':
      case 'label_cleared':
        return issueNews('edited', issue, { changed: ['labels'] });
      default:
        return null;
    }
  }
  if (event === 'issue_comment') {
    if (action !== 'created' || isPullRequest) return null;
    const comment = { by: textAt(payload, 'comment', 'user', 'login'), text: textAt(payload, 'comment', 'body') };
    return issueNews('commented', issue, { comment });
  }
  const repository = urlAt(payload, 'repository', 'html_url');
  const branchUrl = (branch: string) => (repository === '' ? null : `${repository}/${branchPath}/${branch}`);
  if (event === 'create' && textAt(payload, 'ref_type') === 'branch') {
    const branch = textAt(payload, 'ref').replace(/^refs\/heads\//, '');
    return branch === '' ? null : { kind: 'branch', branch, url: branchUrl(branch) };
  }
  if (event === 'push') {
    const branch = createdBranch(payload);
    return branch === null ? null : { kind: 'branch', branch, url: branchUrl(branch) };
  }
  if (event === 'pull_request') {
    const merged = action === 'closed' && at(payload, 'pull_request', 'merged') === true;
    if (!merged && !['opened', 'edited', 'reopened'].includes(action)) return null;
    return mergeNews(
      merged,
      textAt(payload, 'pull_request', 'head', 'ref'),
      textAt(payload, 'pull_request', 'title'),
      urlAt(payload, 'pull_request', 'html_url'),
    );
  }
  return null;
}

const mergeNews = (merged: boolean, branch: string, title: string, url: string): Incoming | null =>
  url === '' ? null : { kind: 'merge-request', merged, branch, title, url };

const labActions: Readonly<Record<string, IssueAction>> = {
  open: 'opened',
  update: 'edited',
  close: 'closed',
  reopen: 'reopened',
};
const labFields = { title: 'title', description: 'body', labels: 'labels' } as const;

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
function labNews(payload: unknown): Incoming | null {
  const attribute = (name: string) => textAt(payload, 'object_attributes', name);
  const labels = (...path: string[]) => listAt(payload, ...path).map((label) => textAt(label, 'title'));
  switch (textAt(payload, 'object_kind')) {
    case 'issue': {
      const action = labActions[attribute('action')];
      const changes = Object.entries(labFields).filter(([name]) => at(payload, 'changes', name) !== undefined);
      const changed = changes.map(([, field]) => field);
      if (action === undefined || (action === 'edited' && changed.length === 0)) return null;
      const url = urlAt(payload, 'object_attributes', 'url');
      const issue = { url, title: attribute('title'), body: attribute('description'), labels: labels('labels') };
      return issueNews(action, issue, { changed: action === 'edited' ? changed : [] });
    }
    case 'note': {
      if (attribute('noteable_type') !== 'Issue' || attribute('action') === 'update') return null;
      const issue = {
        // The comment's address is the issue's with a fragment.
        url: urlAt(payload, 'object_attributes', 'url'),
        title: textAt(payload, 'issue', 'title'),
        body: textAt(payload, 'issue', 'description'),
        labels: labels('issue', 'labels'),
      };
      const comment = { by: textAt(payload, 'user', 'username'), text: attribute('note') };
      return issueNews('commented', issue, { comment });
    }
    case 'merge_request': {
      const action = attribute('action');
      if (!['open', 'update', 'reopen', 'merge'].includes(action)) return null;
      const url = urlAt(payload, 'object_attributes', 'url');
      return mergeNews(action === 'merge', attribute('source_branch'), attribute('title'), url);
    }
    case 'push': {
      const branch = createdBranch(payload);
      const project = urlAt(payload, 'project', 'web_url');
      if (branch === null) return null;
      return { kind: 'branch', branch, url: project === '' ? null : `${project}/-/tree/${branch}` };
    }
    default:
      return null;
  }
}

/** Of anything that signs as Standard Webhooks says: `issue.ACTION` with `data {id, title, body, url, labels, comment?, user?}`. */
function standardNews(payload: unknown): Incoming | null {
  const [kind, name] = textAt(payload, 'type').split('.');
  const action = issueActions.find((one) => one === name);
  if (kind !== 'issue' || action === undefined) return null;
  const labels = listAt(payload, 'data', 'labels').map((label) =>
    typeof label === 'string' ? label : textAt(label, 'name'),
  );
  const body = textAt(payload, 'data', 'body');
  const issue = { url: urlAt(payload, 'data', 'url'), title: textAt(payload, 'data', 'title'), body, labels };
  const text = textAt(payload, 'data', 'comment') || body;
  const comment = action === 'commented' ? { by: textAt(payload, 'data', 'user'), text } : null;
  return issueNews(action, issue, { changed: action === 'edited' ? everything : [], comment });
}

const newsOf: Readonly<Record<Host, (headers: IncomingHttpHeaders, payload: unknown) => Incoming | null>> = {
  github: (headers, payload) => hubNews(headerOf(headers, 'x-github-event') ?? '', payload, 'tree'),
  gitea: (headers, payload) => hubNews(headerOf(headers, 'x-gitea-event') ?? '', payload, 'src/branch'),
  gitlab: (_, payload) => labNews(payload),
  standard: (_, payload) => standardNews(payload),
};

function nameOf(headers: IncomingHttpHeaders, payload: unknown): string {
  const host = hostOf(headers);
  if (host === 'standard') return textAt(payload, 'type') || 'unknown';
  const event = headerOf(headers, `x-${host}-event`) ?? 'unknown';
  const action = textAt(payload, 'action') || textAt(payload, 'object_attributes', 'action');
  return [host, event.replace(/ Hook$/, '').toLowerCase(), ...(action === '' ? [] : [action])].join('.');
}

/** JSON, or JSON in a form's field `payload` as GitHub sends on wish; undefined for anything else. */
function payloadIn(headers: IncomingHttpHeaders, body: string): unknown {
  try {
    const form = headerOf(headers, 'content-type')?.startsWith('application/x-www-form-urlencoded');
    return JSON.parse(form ? (new URLSearchParams(body).get('payload') ?? '') : body);
  } catch {
    return undefined;
  }
}

/** What a delivery tells; null when it cannot be read. */
export function incomingOf(headers: IncomingHttpHeaders, body: string): Incoming | null {
  const payload = payloadIn(headers, body);
  if (typeof payload !== 'object' || payload === null) return null;
  return newsOf[hostOf(headers)](headers, payload) ?? other(nameOf(headers, payload));
}
