import { type DynamicModule, Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { ChangeDocuments } from './change-documents';
import { NotificationNews } from './notification-news';
import { PeoplePresent } from './people-present';
import { Presence } from './presence';
import { PresenceController } from './presence.controller';
import { SocketsGateway } from './sockets.gateway';

@Module({})
export class LiveModule {
  /** @param isServing whether this process accepts browser connections */
  static with(isServing: boolean): DynamicModule {
    const sockets = isServing ? [ChangeDocuments, NotificationNews, SocketsGateway] : [];
    return {
      module: LiveModule,
      imports: [SharedModule],
      controllers: [PresenceController],
      providers: [Presence, PeoplePresent, ...sockets],
      exports: [Presence, ...sockets],
    };
  }
}
