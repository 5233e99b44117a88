import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { InboxSurroundings } from './inbox-surroundings';
import { NotificationsController } from './notifications.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [NotificationsController],
  providers: [InboxSurroundings],
})
export class NotificationsModule {}
