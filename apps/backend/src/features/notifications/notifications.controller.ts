import { type NotificationPage, notificationOperations } from '@gos/contract';
import { type Inbox, type InboxBodies, inboxAggregate, inboxStream } from '@gos/domain';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import type { Handles } from '../../http/commands';
import { conditionsOf, parseListQuery, skipOf } from '../../http/list-query';
import {
  type FurtherAnswers,
  PlainCommands,
  type PlainCommandsOf,
  type PlainRequest,
  type PlainTarget,
} from '../../http/plain-commands';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Notifications } from '../../shared/notification/notifications';
import { VisibleTasks } from '../../shared/task/visible-tasks';

const TaskId = idParam('task.not-found');
const paths = { kind: 'item.kind', task: 'item.taskId' };

type Reader = SignedIn['actor'];

@ApiTags('me')
@Controller()
export class NotificationsController
  extends PlainCommands(inboxAggregate, notificationOperations, { ids: { tasks: 'task.not-found' } })
  implements Handles<InboxBodies, PlainCommandsOf<typeof notificationOperations>>
{
  readonly further: FurtherAnswers<typeof notificationOperations, Inbox> = {
    read: async (_, { actor }) => ({ unread: await this.notifications.unreadOf(actor.id) }),
  };

  constructor(
    readonly commands: CommandBus,
    private readonly runner: CommandRunner,
    private readonly notifications: Notifications,
    private readonly tasks: VisibleTasks,
  ) {
    super();
  }

  @Serves(notificationOperations.list, 'What one is told, the latest first')
  async list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<NotificationPage> {
    const query = parseListQuery(raw, notificationOperations.list.query);
    const asked = { unread: query.own.unread, conditions: conditionsOf(query, paths) };
    const { documents, ...counts } = await this.notifications.page(me.id, asked, skipOf(query));
    const { page, pageSize } = query;
    return { items: await this.notifications.answers(documents, me), page, pageSize, ...counts };
  }

  @Serves(notificationOperations.muted, 'Whether one is told nothing of the task but mentions')
  async muted(@Param('id', TaskId) taskId: number, @Me() me: Reader): Promise<{ readonly muted: boolean }> {
    await this.tasks.get(taskId, me);
    const inbox = await this.runner.load(inboxStream(me.id), inboxAggregate);
    return { muted: inbox?.muted.includes(taskId) ?? false };
  }

  /** A command runs on one's own inbox. */
  override targetOf({ ids: { id: taskId }, body }: PlainRequest, { actor }: PersonSender): PlainTarget {
    return { id: actor.id, body: taskId === undefined ? body : { taskId } };
  }
}
