import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AreasController } from './areas.controller';
import { SettingsController } from './settings.controller';
import { SettingsSurroundings } from './settings-surroundings';

@Module({
  imports: [EntitiesModule],
  controllers: [SettingsController, AreasController],
  providers: [SettingsSurroundings],
})
export class SettingsModule {}
