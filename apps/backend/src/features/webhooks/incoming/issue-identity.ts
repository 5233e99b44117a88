import { createHash } from 'node:crypto';
import type { HostLink } from '@gos/domain';
import type { HostNumber, Incoming, IssueNews, Repository } from './incoming';

const originOf = (url: string): string => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? '';

/** The end of an issue's address: GitLab serves one issue under all three forms. */
const issuePath = /\/(?:-\/)?(?:issues|work_items)\/(\d+)\/?$/;
const issueForms = ['/-/issues/', '/-/work_items/', '/issues/'];

/** Every address under which the host serves the issue, the given one first. */
export function addressesOf(url: string): string[] {
  const [ending, number] = issuePath.exec(url) ?? [];
  if (ending === undefined) return [url];
  const home = url.slice(0, -ending.length);
  return [...new Set([url, ...issueForms.map((form) => `${home}${form}${number}`)])];
}

/** The addresses of an issue of which only the number is known. */
export const addressesIn = ({ url }: Repository, number: number): string[] =>
  url === null ? [] : issueForms.map((form) => `${url}${form}${number}`);

/** Whether a task's link is this issue or pull request, by the host's ids. Ids are unique within one host only. */
export function isSame(
  link: HostLink,
  kind: HostLink['kind'],
  { repository, number, url }: HostNumber,
  webhookId: number,
): boolean {
  if (link.kind !== kind || link.host !== repository.host) return false;
  if (repository.id === null || number === null) return false;
  if (link.repositoryId !== repository.id || link.number !== number) return false;
  return link.webhookId === webhookId || originOf(link.url) === originOf(url);
}

/** Whether the ids of a task's link belong to another issue, whatever its address. */
export const isOther = (link: HostLink | null, { repository, number }: HostNumber): boolean =>
  link?.kind === 'issue' &&
  link.repositoryId !== null &&
  repository.id !== null &&
  (link.host !== repository.host || link.repositoryId !== repository.id || link.number !== number);

/** Names an issue: by the host's ids where it sends them, else by its address. */
export function issueKeyOf({ repository: { host, id }, number, url }: HostNumber): string {
  const [address = url] = addressesOf(url).slice(1);
  const name = id === null || number === null ? address : `${host} ${id} ${number}`;
  return createHash('sha256').update(name).digest('base64url');
}

/** The key of the issue that a delivery is about; null for another delivery. */
export const issueKeyIn = (news: Incoming | null): string | null =>
  news?.kind === 'issue' ? issueKeyOf(news.issue) : null;

/** Deliveries with the same key are acted on one after the other: both ends of a transfer have one. */
export const turnKeyOf = ({ action, issue, elsewhere }: IssueNews): string =>
  issueKeyOf(action === 'opened' && elsewhere ? elsewhere : issue);
