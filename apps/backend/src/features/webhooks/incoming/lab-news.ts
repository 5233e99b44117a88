import {
  at,
  createdBranch,
  type Incoming,
  type Issue,
  type IssueAction,
  idAt,
  listAt,
  numberAt,
  type Repository,
  textAt,
  urlAt,
} from './incoming';

const actions: Readonly<Record<string, IssueAction>> = {
  open: 'opened',
  update: 'edited',
  close: 'closed',
  reopen: 'reopened',
};
const fields = { title: 'title', description: 'body', labels: 'labels' } as const;

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export function labNews(payload: unknown): Incoming | null {
  const attribute = (name: string) => textAt(payload, 'object_attributes', name);
  const labels = (...path: string[]) => listAt(payload, ...path).map((label) => textAt(label, 'title'));
  const repository: Repository = {
    host: 'gitlab',
    id: idAt(payload, 'project', 'id') ?? idAt(payload, 'project_id'),
    url: urlAt(payload, 'project', 'web_url') || null,
  };
  switch (textAt(payload, 'object_kind')) {
    case 'issue': {
      const action = actions[attribute('action')];
      const changes = Object.entries(fields).filter(([name]) => at(payload, 'changes', name) !== undefined);
      const changed = changes.map(([, field]) => field);
      if (action === undefined || (action === 'edited' && changed.length === 0)) return null;
      const issue: Issue = {
        repository,
        number: numberAt(payload, 'object_attributes', 'iid'),
        url: urlAt(payload, 'object_attributes', 'url'),
        title: attribute('title'),
        body: attribute('description'),
        labels: labels('labels'),
      };
      const news = { kind: 'issue', action, issue, comment: null, elsewhere: null } as const;
      return { ...news, changed: action === 'edited' ? changed : [] };
    }
    case 'note': {
      if (attribute('noteable_type') !== 'Issue' || attribute('action') === 'update') return null;
      const issue: Issue = {
        repository,
        number: numberAt(payload, 'issue', 'iid'),
        // The comment's address is the issue's with a fragment.
        url: urlAt(payload, 'object_attributes', 'url'),
        title: textAt(payload, 'issue', 'title'),
        body: textAt(payload, 'issue', 'description'),
        labels: labels('issue', 'labels'),
      };
      const comment = { by: textAt(payload, 'user', 'username'), text: attribute('note') };
      return { kind: 'issue', action: 'commented', issue, changed: [], comment, elsewhere: null };
    }
    case 'merge_request': {
      const action = attribute('action');
      if (!['open', 'update', 'reopen', 'merge'].includes(action)) return null;
      const projectIn = (side: string) => at(payload, 'object_attributes', `${side}_project_id`);
      return {
        kind: 'merge-request',
        repository,
        number: numberAt(payload, 'object_attributes', 'iid'),
        url: urlAt(payload, 'object_attributes', 'url'),
        merged: action === 'merge',
        branch: attribute('source_branch'),
        title: attribute('title'),
        fromFork: projectIn('source') !== projectIn('target'),
        byBot: false,
      };
    }
    case 'push': {
      const branch = createdBranch(payload);
      if (branch === null) return null;
      const url = repository.url === null ? null : `${repository.url}/-/tree/${branch}`;
      return { kind: 'branch', repository, branch, url, byBot: false };
    }
    default:
      return null;
  }
}
