import { type HostLink, type TaskBodies, taskFieldChecks } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { Deliveries } from '../../../shared/webhook/deliveries';
import type { Acting } from './acting';
import type { HostNumber, Issue, IssueNews } from './incoming';
import { addressesOf, issueKeyOf } from './issue-identity';
import { IssueTasks } from './issue-tasks';
import { commentOf, descriptionOf, nameOfTitle, tagsOf } from './issue-texts';
import { hostLinkOf } from './links';
import { TaskPlaces } from './task-places';

/** Creates, changes, completes and returns the tasks of issues. */
@Injectable()
export class IssueEffects {
  constructor(
    private readonly tasks: IssueTasks,
    private readonly places: TaskPlaces,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  async act(acting: Acting, news: IssueNews): Promise<void> {
    const { issue, action, changed, comment, elsewhere } = news;
    if (taskFieldChecks.externalUrl(issue.url)) return acting.note('validation.url');
    acting.task = await this.find(acting, news);
    if (!acting.task) {
      if (action !== 'opened') return acting.note('webhook.issue.unknown');
      if (await this.open(acting, issue)) await this.closeAfterwards(acting, issue);
      return;
    }
    const before = acting.task;
    const place = action === 'transferred' ? elsewhere : issue;
    switch (action) {
      case 'opened':
        await this.edit(acting, issue, ['title', 'body', 'labels']);
        break;
      case 'edited':
        await this.edit(acting, issue, changed);
        break;
      case 'commented':
        if (comment?.text.trim()) await this.comment(acting, comment, issue);
        break;
      case 'closed':
        await this.close(acting, issue.url);
        break;
      case 'reopened':
        await this.reopen(acting, issue.url);
        break;
      case 'deleted':
        acting.note('webhook.issue.deleted');
        await acting.run({ type: 'comment', body: { text: `Deleted: ${issue.url}` } }, 'commented');
        break;
      case 'transferred':
        acting.note('webhook.issue.transferred');
    }
    if (place && action !== 'deleted') await this.adopt(acting, before, place);
  }

  private async find({ webhook }: Acting, { action, issue, elsewhere }: IssueNews) {
    const known = await this.tasks.ofIssue(webhook, issue, action === 'opened');
    if (known || !elsewhere) return known;
    // The other end of the transfer may have come first.
    return this.tasks.ofIssue(webhook, elsewhere);
  }

  private async open(acting: Acting, issue: Issue): Promise<boolean> {
    const { projectId, backlogBoardName, autoContractorId } = acting.webhook;
    const board = backlogBoardName === null ? null : await this.tasks.board(projectId, backlogBoardName);
    if (backlogBoardName !== null && board === null) {
      acting.note('board.not-found');
      return false;
    }
    const wanted = (await this.tasks.mayBeNamed(autoContractorId)) ? autoContractorId : null;
    const contractorId = wanted ?? (await this.tasks.oldestManager(projectId));
    if (contractorId === null) {
      acting.note('webhook.contractor.none');
      return false;
    }
    if (wanted === null) acting.note('webhook.contractor.replaced');
    if (board && !(await this.tasks.mayBeNamed(board.assignedUserId))) acting.note('board.no-solver');
    const body: TaskBodies['create'] = {
      name: nameOfTitle(issue.title),
      description: this.description(acting, issue),
      tags: tagsOf(issue.labels),
      externalUrl: issue.url,
      hostLink: hostLinkOf(acting.webhook, 'issue', issue),
      contractorId,
      ...(board ? { boardId: board.id } : { projectId }),
    };
    const { webhookId, id } = acting.delivery;
    const key = acting.commandRound === 0 ? issueKeyOf(issue) : `${id} ${acting.commandRound}`;
    return acting.run({ type: 'create', body }, 'created', `webhook ${webhookId} issue ${key}`);
  }

  /** Hosts promise no order: the issue may have been closed by a delivery that came before that of its opening. */
  private async closeAfterwards(acting: Acting, issue: Issue): Promise<void> {
    const { webhookId, id } = acting.delivery;
    const others = await this.deliveries.ofIssue(webhookId, issueKeyOf(issue));
    const last = others.find((other) => other.id !== id && /^issue\.(closed|reopened)$/.test(other.type));
    if (last?.type === 'issue.closed') await this.close(acting, issue.url);
  }

  private async edit(acting: Acting, issue: Issue, changed: IssueNews['changed']): Promise<void> {
    const body = {
      ...(changed.includes('title') && { name: nameOfTitle(issue.title) }),
      ...(changed.includes('body') && { description: this.description(acting, issue) }),
      ...(changed.includes('labels') && { tags: tagsOf(issue.labels) }),
    };
    await acting.run({ type: 'edit', body }, 'edited');
  }

  private description(acting: Acting, { body, url }: Issue): string {
    const { text, cut } = descriptionOf(body, url);
    if (cut) acting.note('webhook.text.cut');
    return text;
  }

  private async comment(acting: Acting, comment: NonNullable<IssueNews['comment']>, { url }: Issue): Promise<void> {
    const { text, cut } = commentOf(comment, url);
    if (cut) acting.note('webhook.text.cut');
    await acting.run({ type: 'comment', body: { text } }, 'commented');
  }

  /** It moves first: a task whose solver is its contractor is solved with its completion, and moves no more. */
  private async close(acting: Acting, url: string): Promise<void> {
    if (acting.task!.state === 'solved') return acting.note('task.already-solved');
    if (!(await this.places.moveToDone(acting))) return;
    const { state } = acting.task!;
    if (state !== 'assigned' && state !== 'returned') return;
    await acting.run({ type: 'complete', body: { result: `Closed: ${url}` } }, 'completed');
  }

  private async reopen(acting: Acting, url: string): Promise<void> {
    const { state, deadline } = acting.task!;
    if (state === 'fulfilled') {
      await acting.run({ type: 'return', body: { reason: `Reopened: ${url}` } }, 'returned');
    } else if (state === 'solved') {
      const now = this.clock.instant();
      // A deadline that has passed becomes today's.
      const body = deadline !== null && Date.parse(deadline) < Date.parse(now) ? { deadline: now } : {};
      await acting.run({ type: 'restore', body }, 'restored');
    }
    await this.places.moveBack(acting);
  }

  /**
   * Remembers the issue's ids and present address: the repository may have another name now, the host another one, or the task may
   * be of before ids were kept. An external link that a person has set to another address stays.
   */
  private async adopt(acting: Acting, { externalUrl, hostLink }: AdoptedTask, place: HostNumber): Promise<void> {
    if (taskFieldChecks.externalUrl(place.url)) return;
    const link = hostLinkOf(acting.webhook, 'issue', place);
    const next = isSameIssue(hostLink, link) ? { ...link, webhookId: hostLink.webhookId } : link;
    const own = hostLink?.url === externalUrl || addressesOf(place.url).includes(externalUrl ?? '');
    await acting.run({ type: 'link', body: { hostLink: next, ...(own && { replaces: externalUrl }) } }, 'linked');
  }
}

interface AdoptedTask {
  readonly externalUrl: string | null;
  readonly hostLink: HostLink | null;
}

/** Two webhooks for one repository don't take the task from each other. */
const isSameIssue = (present: HostLink | null, link: HostLink): present is HostLink =>
  present?.kind === 'issue' &&
  present.host === link.host &&
  present.repositoryId === link.repositoryId &&
  present.number === link.number;
