import type { GitHost } from '@gos/domain';

/** A delivery in the product's own words, whichever host sent it. */
export type Incoming = IssueNews | BranchNews | MergeNews | OtherNews;

/** The actions that a sender of Standard Webhooks may name. */
export const standardActions = ['opened', 'edited', 'closed', 'reopened', 'commented'] as const;
export type IssueAction = (typeof standardActions)[number] | 'deleted' | 'transferred';

export interface Repository {
  readonly host: GitHost;
  /** The host's own id; it survives a rename. Null where the host sends none. */
  readonly id: string | null;
  readonly url: string | null;
}

/** An issue or a pull request as its host identifies it. */
export interface HostNumber {
  readonly repository: Repository;
  /** within the repository; null where the host sends none */
  readonly number: number | null;
  readonly url: string;
}

export interface Issue extends HostNumber {
  readonly title: string;
  /** Markdown */
  readonly body: string;
  readonly labels: readonly string[];
}

export interface IssueNews {
  readonly kind: 'issue';
  readonly action: IssueAction;
  readonly issue: Issue;
  /** edited: the fields that changed */
  readonly changed: readonly ('title' | 'body' | 'labels')[];
  /** commented: with the login name of the host's user */
  readonly comment: { readonly by: string; readonly text: string } | null;
  /** transferred: the issue's new place; opened: the place that it was transferred from; else null */
  readonly elsewhere: HostNumber | null;
}

export interface BranchNews {
  readonly kind: 'branch';
  readonly repository: Repository;
  readonly branch: string;
  readonly url: string | null;
  /** A program created the branch. */
  readonly byBot: boolean;
}

export interface MergeNews extends HostNumber {
  readonly kind: 'merge-request';
  readonly merged: boolean;
  readonly branch: string;
  readonly title: string;
  /** The branch belongs to another repository, whose owner may be anybody. */
  readonly fromFork: boolean;
  /** A program opened the pull request. */
  readonly byBot: boolean;
}

/** A delivery without an effect. */
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

/** A positive whole number; null for anything else. */
export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && (found as number) > 0 ? (found as number) : null;
}

/** The host's own id as text; null where there is none. */
export function idAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  if (typeof found === 'string') return found === '' ? null : found.slice(0, 100);
  return numberAt(value, ...path)?.toString() ?? null;
}

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
