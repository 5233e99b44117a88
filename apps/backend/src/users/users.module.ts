import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { CalendarAddressesModule } from '../calendar/calendar-addresses.module';
import { MeController } from './me.controller';
import { NameablePeople } from './nameable-people';
import { PeopleModule } from './people.module';
import { PreferencesController } from './preferences.controller';
import { UserAnswers } from './user-answers';
import { ChangeUserHandler } from './users.commands';
import { UsersController } from './users.controller';

@Module({
  imports: [PeopleModule, AuthModule, CalendarAddressesModule],
  controllers: [UsersController, MeController, PreferencesController],
  providers: [UserAnswers, NameablePeople, ChangeUserHandler],
  exports: [PeopleModule, UserAnswers, NameablePeople],
})
export class UsersModule {}
