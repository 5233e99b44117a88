import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { MeController } from './me.controller';
import { PreferencesController } from './preferences.controller';
import { ChangeUserHandler } from './users.commands';
import { UsersController } from './users.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [UsersController, MeController, PreferencesController],
  providers: [ChangeUserHandler],
})
export class UsersModule {}
