import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { InboxCommandContext } from './inbox-command-context';
import { MailedNotifications } from './mailing/mailed';
import { NotificationMails } from './mailing/notification-mails';
import { UnsubscribeController } from './mailing/unsubscribe.controller';
import { Unsubscribing } from './mailing/unsubscribing';
import { NotificationsController } from './notifications.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [NotificationsController, UnsubscribeController],
  providers: [InboxCommandContext, MailedNotifications, NotificationMails, Unsubscribing],
})
export class NotificationsModule {}
