import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { InboxCommandContext } from './inbox-command-context';
import { MailedNotifications } from './mailing/mailed';
import { NotificationMails } from './mailing/notification-mails';
import { UnsubscribeController } from './mailing/unsubscribe.controller';
import { Unsubscribing } from './mailing/unsubscribing';
import { NotificationsController } from './notifications.controller';

@Module({
  imports: [SharedModule],
  controllers: [NotificationsController, UnsubscribeController],
  providers: [InboxCommandContext, MailedNotifications, NotificationMails, Unsubscribing],
})
export class NotificationsModule {}
