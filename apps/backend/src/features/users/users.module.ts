import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Holdings } from './holdings';
import { MeController } from './me.controller';
import { PreferencesController } from './preferences.controller';
import { TokensController } from './tokens.controller';
import { UserSurroundings } from './user-surroundings';
import { UsersController } from './users.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [UsersController, MeController, PreferencesController, TokensController],
  providers: [Holdings, UserSurroundings],
})
export class UsersModule {}
