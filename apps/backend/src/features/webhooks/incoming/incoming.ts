/** What a delivery tells, whichever host it comes from. */
export type Incoming = IssueNews | BranchNews | MergeNews | OtherNews;

export const issueActions = ['opened', 'edited', 'closed', 'reopened', 'commented'] as const;
export type IssueAction = (typeof issueActions)[number];

export interface Issue {
  readonly url: string;
  readonly title: string;
  /** Markdown */
  readonly body: string;
  readonly labels: readonly string[];
}

export interface IssueNews {
  readonly kind: 'issue';
  readonly action: IssueAction;
  readonly issue: Issue;
  /** edited: what changed */
  readonly changed: readonly ('title' | 'body' | 'labels')[];
  /** commented: by the login name of the host's user */
  readonly comment: { readonly by: string; readonly text: string } | null;
}

export interface BranchNews {
  readonly kind: 'branch';
  readonly branch: string;
  readonly url: string | null;
}

export interface MergeNews {
  readonly kind: 'merge-request';
  readonly merged: boolean;
  readonly branch: string;
  readonly title: string;
  readonly url: string;
}

/** Nothing follows from it. */
export interface OtherNews {
  readonly kind: 'other';
  readonly type: string;
}

export const typeOf = (news: Incoming): string => {
  switch (news.kind) {
    case 'issue':
      return `issue.${news.action}`;
    case 'branch':
      return 'branch.created';
    case 'merge-request':
      return `merge-request.${news.merged ? 'merged' : 'opened'}`;
    case 'other':
      return news.type.replace(/[^\w.-]+/g, '-').slice(0, 100);
  }
};

/** Values of a JSON that may hold anything. */
export type Json = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The value at a path; undefined where there is none. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((within, name) => {
    const object = objectIn(within);
    return Object.hasOwn(object, name) ? object[name] : undefined;
  }, value);

export const textAt = (value: unknown, ...path: readonly string[]): string => {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
};

export const listAt = (value: unknown, ...path: readonly string[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found.slice(0, 1_000) : [];
};

/** An http address without its fragment; empty for anything else. */
export function urlAt(value: unknown, ...path: readonly string[]): string {
  const [url = ''] = textAt(value, ...path).split('#');
  return /^https?:\/\/[^\s/]\S*$/i.test(url) ? url : '';
}

const headsPrefix = 'refs/heads/';
const noCommit = /^0+$/;

/** The branch that a push created, or null. */
export function createdBranch(payload: unknown): string | null {
  const ref = textAt(payload, 'ref');
  return ref.startsWith(headsPrefix) && noCommit.test(textAt(payload, 'before')) ? ref.slice(headsPrefix.length) : null;
}
