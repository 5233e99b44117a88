import { Module } from '@nestjs/common';
import { CalendarAddressesModule } from '../../entities/user/calendar-addresses.module';
import { NameablePeople } from '../../entities/user/nameable-people';
import { PeopleModule } from '../../entities/user/people.module';
import { UserAnswers } from '../../entities/user/user-answers';
import { AuthModule } from '../auth/auth.module';
import { MeController } from './me.controller';
import { PreferencesController } from './preferences.controller';
import { ChangeUserHandler } from './users.commands';
import { UsersController } from './users.controller';

@Module({
  imports: [PeopleModule, AuthModule, CalendarAddressesModule],
  controllers: [UsersController, MeController, PreferencesController],
  providers: [UserAnswers, NameablePeople, ChangeUserHandler],
  exports: [PeopleModule, UserAnswers, NameablePeople],
})
export class UsersModule {}
