import { type Inbox, type InboxCommand, type InboxFacts, inboxAggregate, taskAggregate, taskStream } from '@gos/domain';
import { type Answered, CommandContextOf } from '../../engine/commands/command-context';
import { type CommandRun, CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Notifications } from '../../shared/notification/notifications';
import { assertVisible } from '../../shared/task/seen-task';

const nothing: InboxFacts = { unread: [], latest: null };

/**
 * Loads the facts for commands of a person's inbox: the unread notifications, and whether the person sees the task that
 * they mute.
 */
@CommandContextOf(inboxAggregate)
export class InboxCommandContext {
  constructor(
    private readonly runner: CommandRunner,
    private readonly notifications: Notifications,
  ) {}

  async facts(inbox: Inbox | null, { type, body }: InboxCommand, { actor }: PersonSender): Promise<InboxFacts> {
    if (type === 'read') {
      if (body.all) return { ...nothing, latest: await this.notifications.latestUnread(actor.id) };
      return { ...nothing, unread: await this.notifications.unreadAmong(actor.id, body.ids ?? []) };
    }
    if (type === 'mute' || !inbox?.muted.includes(body.taskId)) assertVisible(await this.task(body.taskId), actor);
    return nothing;
  }

  /** A command on a task answers the task's number and revision. */
  async answers(_: CommandRun<Inbox | null>, { type, body }: InboxCommand): Promise<Answered | null> {
    if (type === 'read') return null;
    return { id: body.taskId, revision: (await this.task(body.taskId))?.revision ?? 0 };
  }

  private task(taskId: number) {
    return this.runner.load(taskStream(taskId), taskAggregate);
  }
}
