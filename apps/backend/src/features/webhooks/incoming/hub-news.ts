import {
  at,
  createdBranch,
  type HostNumber,
  type Incoming,
  type Issue,
  type IssueAction,
  type IssueNews,
  idAt,
  listAt,
  type MergeNews,
  numberAt,
  type Repository,
  textAt,
  urlAt,
} from './incoming';

type HubHost = 'github' | 'gitea';

const branchPaths: Readonly<Record<HubHost, string>> = { github: 'tree', gitea: 'src/branch' };
const everything = ['title', 'body', 'labels'] as const;

const isBot = (user: unknown): boolean => textAt(user, 'type') === 'Bot' || textAt(user, 'login').endsWith('[bot]');

const repositoryAt = (host: HubHost, payload: unknown, ...path: readonly string[]): Repository => ({
  host,
  id: idAt(payload, ...path, 'id'),
  url: urlAt(payload, ...path, 'html_url') || null,
});

function issueAt(repository: Repository, issue: unknown): Issue {
  return {
    repository,
    number: numberAt(issue, 'number'),
    url: urlAt(issue, 'html_url'),
    title: textAt(issue, 'title'),
    body: textAt(issue, 'body'),
    labels: listAt(issue, 'labels').map((label) => textAt(label, 'name')),
  };
}

/** The other end of a transfer, as `changes` names it. */
function elsewhereIn(host: HubHost, payload: unknown, which: 'old' | 'new'): HostNumber | null {
  const url = urlAt(payload, 'changes', `${which}_issue`, 'html_url');
  const number = numberAt(payload, 'changes', `${which}_issue`, 'number');
  return url === '' ? null : { repository: repositoryAt(host, payload, 'changes', `${which}_repository`), number, url };
}

/** Whether a pull request's branch is in another repository. A deleted fork is null; a missing field proves nothing. */
function isFromFork(pull: unknown): boolean {
  const head = at(pull, 'head', 'repo');
  if (head === null) return true;
  for (const field of ['id', 'full_name']) {
    const [from, to] = [at(head, field), at(pull, 'base', 'repo', field)];
    if (from !== undefined && to !== undefined) return from !== to;
  }
  return false;
}

function issueNews(host: HubHost, repository: Repository, action: string, payload: unknown): IssueNews | null {
  const issue = issueAt(repository, at(payload, 'issue'));
  const news = (one: IssueAction, more: Partial<IssueNews> = {}): IssueNews => ({
    kind: 'issue',
    action: one,
    issue,
    changed: [],
    comment: null,
    elsewhere: null,
    ...more,
  });
  switch (action) {
    case 'opened':
      return news(action, { elsewhere: elsewhereIn(host, payload, 'old') });
    case 'transferred':
      return news(action, { elsewhere: elsewhereIn(host, payload, 'new') });
    case 'closed':
    case 'reopened':
    case 'deleted':
      return news(action);
    case 'edited': {
      const changed = everything.filter((field) => at(payload, 'changes', field) !== undefined);
      return news(action, { changed: changed.length > 0 ? changed : everything });
    }
    case 'labeled':
    case 'unlabeled':
    case 'label_updated':
    case 'label_cleared':
      return news('edited', { changed: ['labels'] });
    case 'commented': {
      const comment = { by: textAt(payload, 'comment', 'user', 'login'), text: textAt(payload, 'comment', 'body') };
      return news(action, { comment });
    }
    default:
      return null;
  }
}

function pullNews(repository: Repository, action: string, payload: unknown): MergeNews | null {
  const pull = at(payload, 'pull_request');
  const merged = action === 'closed' && at(pull, 'merged') === true;
  if (!merged && !['opened', 'edited', 'reopened'].includes(action)) return null;
  return {
    kind: 'merge-request',
    repository,
    number: numberAt(pull, 'number') ?? numberAt(payload, 'number'),
    url: urlAt(pull, 'html_url'),
    merged,
    branch: textAt(pull, 'head', 'ref'),
    title: textAt(pull, 'title'),
    fromFork: isFromFork(pull),
    byBot: isBot(at(pull, 'user')),
  };
}

/** GitHub and Gitea, which are alike: https://docs.github.com/en/webhooks/webhook-events-and-payloads */
export function hubNews(host: HubHost, event: string, payload: unknown): Incoming | null {
  const action = textAt(payload, 'action');
  const repository = repositoryAt(host, payload, 'repository');
  const branchNews = (branch: string | null): Incoming | null => {
    if (branch === null || branch === '') return null;
    const url = repository.url === null ? null : `${repository.url}/${branchPaths[host]}/${branch}`;
    return { kind: 'branch', repository, branch, url, byBot: isBot(at(payload, 'sender')) };
  };
  switch (event) {
    case 'issues':
      return issueNews(host, repository, action, payload);
    case 'issue_comment': {
      const isPullRequest = Boolean(at(payload, 'issue', 'pull_request')) || at(payload, 'is_pull') === true;
      return action !== 'created' || isPullRequest ? null : issueNews(host, repository, 'commented', payload);
    }
    case 'create':
      if (textAt(payload, 'ref_type') !== 'branch') return null;
      return branchNews(textAt(payload, 'ref').replace(/^refs\/heads\//, ''));
    case 'push':
      return branchNews(createdBranch(payload));
    case 'pull_request':
      return pullNews(repository, action, payload);
    default:
      return null;
  }
}
