import { taskFieldChecks, type Webhook } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Locks } from '../../../engine/coordination/locks';
import type { Delivery } from '../../../shared/webhook/delivery';
import { Acting, type Done } from './acting';
import type { BranchNews, HostNumber, Incoming, MergeNews } from './incoming';
import { IssueEffects } from './issue-effects';
import { turnKeyOf } from './issue-identity';
import { hostLinkOf, replacedBy } from './links';
import { NamedTasks } from './named-tasks';
import { TaskPlaces } from './task-places';
import { WrittenDeeds } from './written-deeds';

/** Changes the project's tasks as incoming deliveries require, by commands of the system. */
@Injectable()
export class IncomingEffects {
  constructor(
    private readonly commands: CommandBus,
    private readonly issues: IssueEffects,
    private readonly named: NamedTasks,
    private readonly places: TaskPlaces,
    private readonly written: WrittenDeeds,
    private readonly locks: Locks,
  ) {}

  async act(webhook: Webhook, delivery: Delivery, news: Incoming): Promise<Done> {
    const acting = new Acting(webhook, delivery, this.commands);
    switch (news.kind) {
      case 'issue':
        // One delivery of an issue at a time, so that it becomes one task.
        await this.locks.hold(`issue-${webhook.projectId}-${turnKeyOf(news)}`, () => this.issues.act(acting, news));
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
    // A person who repeats one that has acted wants to see this time's effects.
    if (acting.did.length === 0 && acting.commandRound === 0) await this.written.recover(acting);
    return acting.done();
  }

  private async branch(acting: Acting, news: BranchNews): Promise<void> {
    if (!(await this.find(acting, news))) return;
    const { repository, url } = news;
    await this.link(acting, news.branch, 'branch', url === null ? null : { repository, number: null, url });
  }

  private async merge(acting: Acting, news: MergeNews): Promise<void> {
    if (!(await this.find(acting, news))) return;
    await this.link(acting, news.branch, 'pull-request', news);
    if (news.merged && acting.task!.state !== 'solved') await this.places.moveToDone(acting);
  }

  private async find(acting: Acting, news: BranchNews | MergeNews): Promise<boolean> {
    const named = await this.named.of(acting.webhook, news);
    if ('note' in named) {
      acting.note(named.note);
      return false;
    }
    acting.task = named.task;
    return true;
  }

  /** A task that came from an issue keeps the issue's address. */
  private async link(
    acting: Acting,
    branch: string,
    kind: 'branch' | 'pull-request',
    place: HostNumber | null,
  ): Promise<void> {
    if (branch !== '' && taskFieldChecks.gitBranch(branch) === null) {
      await acting.run({ type: 'edit', body: { gitBranch: branch } }, 'linked');
    }
    if (place === null || taskFieldChecks.externalUrl(place.url) !== null) return;
    const hostLink = hostLinkOf(acting.webhook, kind, place);
    const replaces = replacedBy(acting.task!, hostLink);
    if (replaces !== undefined) await acting.run({ type: 'link', body: { hostLink, replaces } }, 'linked');
  }
}
