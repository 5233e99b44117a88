import { type CommandAnswer, type NotificationPage, notificationOperations } from '@gos/contract';
import { type InboxBodies, type InboxCommand, inboxAggregate, inboxStream } from '@gos/domain';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { conditionsOf, parseListQuery, skipOf } from '../../http/list-query';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Notifications } from '../../shared/notification/notifications';
import { VisibleTasks } from '../../shared/task/visible-tasks';
import { ReadNotificationsDto } from './notifications.bodies';

const TaskId = idParam('task.not-found');
const paths = { kind: 'item.kind', task: 'item.taskId' };

type Reader = SignedIn['actor'];

@ApiTags('me')
@Controller()
export class NotificationsController implements Handles<InboxBodies> {
  constructor(
    private readonly commands: CommandBus,
    private readonly runner: CommandRunner,
    private readonly notifications: Notifications,
    private readonly tasks: VisibleTasks,
  ) {}

  @Serves(notificationOperations.list, 'What one is told, the latest first')
  async list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<NotificationPage> {
    const query = parseListQuery(raw, notificationOperations.list.query);
    const asked = { unread: query.own.unread, conditions: conditionsOf(query, paths) };
    const { documents, ...counts } = await this.notifications.page(me.id, asked, skipOf(query));
    const { page, pageSize } = query;
    return { items: await this.notifications.answers(documents, me), page, pageSize, ...counts };
  }

  @Serves(notificationOperations.read, 'Mark some or all as read')
  async read(
    @Body() body: ReadNotificationsDto,
    @CommandRequest() sender: PersonSender,
  ): Promise<CommandAnswer & { readonly unread: number }> {
    const done = await this.run({ type: 'read', body }, sender);
    return { ...done, unread: await this.notifications.unreadOf(sender.actor.id) };
  }

  @Serves(notificationOperations.muted, 'Whether one is told nothing of the task but mentions')
  async muted(@Param('id', TaskId) taskId: number, @Me() me: Reader): Promise<{ readonly muted: boolean }> {
    await this.tasks.get(taskId, me);
    const inbox = await this.runner.load(inboxStream(me.id), inboxAggregate);
    return { muted: inbox?.muted.includes(taskId) ?? false };
  }

  @Serves(notificationOperations.mute, 'Be told nothing of the task but mentions')
  mute(@Param('id', TaskId) taskId: number, @CommandRequest() sender: PersonSender) {
    return this.run({ type: 'mute', body: { taskId } }, sender);
  }

  @Serves(notificationOperations.unmute, 'Be told of the task again')
  unmute(@Param('id', TaskId) taskId: number, @CommandRequest() sender: PersonSender) {
    return this.run({ type: 'unmute', body: { taskId } }, sender);
  }

  private async run(command: InboxCommand, sender: PersonSender): Promise<CommandAnswer> {
    return commandAnswer(await this.commands.execute(new RunCommand(inboxAggregate, sender.actor.id, command, sender)));
  }
}
