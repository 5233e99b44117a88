import type { HostLink, Task, Webhook } from '@gos/domain';
import type { HostNumber } from './incoming';
import { isSame } from './issue-identity';

/** The link of a task with an issue, a branch or a pull request. */
export const hostLinkOf = (
  { id: webhookId }: Pick<Webhook, 'id'>,
  kind: HostLink['kind'],
  { repository: { host, id: repositoryId }, number, url }: HostNumber,
): HostLink => ({ webhookId, host, kind, repositoryId, number, url });

/**
 * The external link that a branch's or a pull request's address replaces: none, the branch's address that the same webhook set, or
 * the same pull request's former one. Undefined where the present link stays.
 */
export function replacedBy({ externalUrl, hostLink: present }: Task, link: HostLink): string | null | undefined {
  if (present === null) return externalUrl === null ? null : undefined;
  // A person has changed or removed it.
  if (externalUrl !== present.url) return undefined;
  const { webhookId, host, repositoryId: id, number, url } = link;
  const isRenamed = isSame(present, link.kind, { repository: { host, id, url: null }, number, url }, webhookId);
  const isOfBranch = present.kind === 'branch' && present.webhookId === webhookId && link.kind === 'pull-request';
  return isRenamed || isOfBranch ? externalUrl : undefined;
}
