import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { AvatarsController } from './avatars.controller';
import { ErasedPeople } from './erased-people';
import { Erasure } from './erasure';
import { Holdings } from './holdings';
import { MeController } from './me.controller';
import { PersonExport } from './person-export';
import { PersonalDataController } from './personal-data.controller';
import { PreferencesController } from './preferences.controller';
import { UserCommandContext } from './user-command-context';
import { UsersController } from './users.controller';

@Module({
  imports: [SharedModule],
  controllers: [UsersController, PersonalDataController, MeController, PreferencesController, AvatarsController],
  providers: [ErasedPeople, Erasure, Holdings, PersonExport, UserCommandContext],
})
export class UsersModule {}
