import { createHash } from 'node:crypto';
import type { DeliveryDeed, DeliveryStatus } from '@gos/contract';
import {
  type EventMetadata,
  type RefusalCode,
  type Task,
  type TaskBodies,
  type TaskCommand,
  taskAggregate,
  taskFieldChecks,
  type Webhook,
} from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { systemContext } from '../../../engine/commands/command-context';
import { RunCommand } from '../../../engine/commands/run-command';
import { Locks } from '../../../engine/coordination/locks';
import { Deliveries } from '../../../entities/webhook/deliveries';
import type { Delivery, DeliveryEffect } from '../../../entities/webhook/delivery';
import { Clock } from '../../../kernel/clock';
import { Refused } from '../../../kernel/refused';
import type { BranchNews, Incoming, Issue, IssueNews, MergeNews } from './incoming';
import { IssueTasks, numbersIn, numbersNamed } from './issue-tasks';
import { commentOf, htmlOf, nameOfTitle, tagsOf } from './issue-texts';

export const issueKeyOf = (url: string) => createHash('sha256').update(url).digest('base64url');

/** What commands of a webhook's delivery are told by: it is not sent back to where it came from. */
export const correlationOf = (webhookId: number, deliveryId: string) => `webhook-${webhookId}-${deliveryId}`;
/** By the channel too: clients may choose correlation ids. */
export const isCausedBy = (webhookId: number, { via, correlationId }: EventMetadata) =>
  via === 'webhook' && correlationId.startsWith(`webhook-${webhookId}-`);

/** Notes with which nothing has failed: there was just nothing to do. */
const harmless: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'webhook.event.unknown',
  'webhook.issue.unknown',
  'webhook.task.unknown',
  'webhook.unchanged',
  'task.already-solved',
]);

interface Done {
  readonly effect: DeliveryEffect;
  readonly status: DeliveryStatus;
}

/** One delivery being acted on. */
class Acting {
  readonly did: DeliveryDeed[] = [];
  readonly notes: RefusalCode[] = [];
  task: Task | null = null;
  private commands = 0;

  constructor(
    readonly webhook: Webhook,
    readonly delivery: Delivery,
    private readonly bus: CommandBus,
  ) {}

  note(code: RefusalCode): void {
    if (!this.notes.includes(code)) this.notes.push(code);
  }

  /** Runs a command as the system; a refusal becomes a note. Resolves with whether it did something. */
  async run(command: TaskCommand, deed: DeliveryDeed, key?: string): Promise<boolean> {
    const { webhookId, id, round } = this.delivery;
    const own = `webhook ${webhookId} ${id} ${round} ${this.commands++} ${command.type}`;
    const context = systemContext('webhook', correlationOf(webhookId, id), key ?? own);
    try {
      const target = command.type === 'create' ? null : this.task!.id;
      const { state, changed } = await this.bus.execute(new RunCommand(taskAggregate, target, command, context));
      this.task = state;
      if (changed && !this.did.includes(deed)) this.did.push(deed);
      return changed;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.note(error.refusal.refused);
      return false;
    }
  }

  done(): Done {
    const { did, notes } = this;
    if (did.length === 0 && notes.length === 0) notes.push('webhook.unchanged');
    const nothing = notes.every((code) => harmless.has(code)) ? 'ignored' : 'failed';
    const effect = { did, taskId: this.task?.id ?? null, notes };
    return { effect, status: did.length > 0 ? 'delivered' : nothing };
  }
}

/** What deliveries that come in do to the tasks of the project, as commands of the system. */
@Injectable()
export class IncomingEffects {
  constructor(
    private readonly commands: CommandBus,
    private readonly tasks: IssueTasks,
    private readonly deliveries: Deliveries,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {}

  async act(webhook: Webhook, delivery: Delivery, news: Incoming): Promise<Done> {
    const acting = new Acting(webhook, delivery, this.commands);
    switch (news.kind) {
      case 'issue':
        // One delivery of an issue at a time, so that it becomes one task.
        await this.locks.hold(`issue-${webhook.projectId}-${issueKeyOf(news.issue.url)}`, () =>
          this.issue(acting, news),
        );
        break;
      case 'branch':
        await this.branch(acting, news);
        break;
      case 'merge-request':
        await this.merge(acting, news);
        break;
      case 'other':
        acting.note('webhook.event.unknown');
    }
    return acting.done();
  }

  private async issue(acting: Acting, news: IssueNews): Promise<void> {
    const { issue, action, changed, comment } = news;
    if (taskFieldChecks.externalUrl(issue.url)) return acting.note('validation.url');
    acting.task = await this.tasks.linked(acting.webhook.projectId, 'externalUrl', issue.url);
    if (action === 'opened') {
      if (acting.task) await this.edit(acting, issue, ['title', 'body', 'labels']);
      else if (await this.open(acting, issue)) await this.closeAfterwards(acting, issue);
      return;
    }
    if (!acting.task) return acting.note('webhook.issue.unknown');
    switch (action) {
      case 'edited':
        await this.edit(acting, issue, changed);
        break;
      case 'commented': {
        const text = comment ? commentOf(comment) : '';
        if (comment?.text.trim()) await acting.run({ type: 'comment', body: { text } }, 'commented');
        break;
      }
      case 'closed':
        await this.close(acting, issue.url);
        break;
      case 'reopened':
        await this.reopen(acting, issue.url);
    }
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
      description: htmlOf(issue.body),
      tags: tagsOf(issue.labels),
      externalUrl: issue.url,
      contractorId,
      ...(board ? { boardId: board.id } : { projectId }),
    };
    const { webhookId, id, round } = acting.delivery;
    const key = round === 0 ? issueKeyOf(issue.url) : `${id} ${round}`;
    return acting.run({ type: 'create', body }, 'created', `webhook ${webhookId} issue ${key}`);
  }

  /** Hosts promise no order: the issue may have been closed by a delivery that came before that of its opening. */
  private async closeAfterwards(acting: Acting, { url }: Issue): Promise<void> {
    const { webhookId, id } = acting.delivery;
    const told = await this.deliveries.ofIssue(webhookId, issueKeyOf(url));
    const last = told.find((other) => other.id !== id && /^issue\.(closed|reopened)$/.test(other.type));
    if (last?.type === 'issue.closed') await this.close(acting, url);
  }

  private async edit(acting: Acting, issue: Issue, changed: IssueNews['changed']): Promise<void> {
    const body = {
      ...(changed.includes('title') && { name: nameOfTitle(issue.title) }),
      ...(changed.includes('body') && { description: htmlOf(issue.body) }),
      ...(changed.includes('labels') && { tags: tagsOf(issue.labels) }),
    };
    await acting.run({ type: 'edit', body }, 'edited');
  }

  /** It moves first: a task whose solver is its contractor is solved with its completion, and moves no more. */
  private async close(acting: Acting, url: string): Promise<void> {
    if (acting.task!.state === 'solved') return acting.note('task.already-solved');
    if (!(await this.moveToDone(acting))) return;
    const { state } = acting.task!;
    if (state !== 'assigned' && state !== 'returned') return;
    await acting.run({ type: 'complete', body: { result: `Closed: ${url}` } }, 'completed');
  }

  /** False when the board is named and not there: nothing is done then, so that it can be delivered again. */
  private async moveToDone(acting: Acting): Promise<boolean> {
    const { projectId, doneBoardName } = acting.webhook;
    if (doneBoardName === null) return true;
    const board = await this.tasks.board(projectId, doneBoardName);
    if (board === null) acting.note('board.not-found');
    else if (acting.task!.boardId !== board.id)
      await acting.run({ type: 'move', body: { boardId: board.id } }, 'moved');
    return board !== null;
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
  }

  private async branch(acting: Acting, { branch, url }: BranchNews): Promise<void> {
    acting.task = await this.tasks.numbered(acting.webhook.projectId, numbersIn(branch));
    if (!acting.task) return acting.note('webhook.task.unknown');
    await this.link(acting, branch, url);
  }

  private async merge(acting: Acting, { merged, branch, title, url }: MergeNews): Promise<void> {
    const { projectId } = acting.webhook;
    acting.task =
      (await this.tasks.numbered(projectId, [...numbersIn(branch), ...numbersNamed(title)])) ??
      (await this.tasks.linked(projectId, 'externalUrl', url)) ??
      (branch === '' ? null : await this.tasks.linked(projectId, 'gitBranch', branch));
    if (!acting.task) return acting.note('webhook.task.unknown');
    await this.link(acting, branch, url);
    if (merged && acting.task.state !== 'solved') await this.moveToDone(acting);
  }

  /** A task that came from an issue keeps the issue's address. */
  private async link(acting: Acting, branch: string, url: string | null): Promise<void> {
    const free = acting.task!.externalUrl === null;
    const body = {
      ...(branch !== '' && taskFieldChecks.gitBranch(branch) === null && { gitBranch: branch }),
      ...(free && url !== null && taskFieldChecks.externalUrl(url) === null && { externalUrl: url }),
    };
    await acting.run({ type: 'edit', body }, 'linked');
  }
}
