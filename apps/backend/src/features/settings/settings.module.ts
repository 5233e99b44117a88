import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AreasController } from './areas.controller';
import { SettingsController } from './settings.controller';
import { SettingsCommandContext } from './settings-command-context';

@Module({
  imports: [EntitiesModule],
  controllers: [SettingsController, AreasController],
  providers: [SettingsCommandContext],
})
export class SettingsModule {}
