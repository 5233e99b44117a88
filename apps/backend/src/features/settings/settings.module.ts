import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { SettingsController } from './settings.controller';
import { SettingsSurroundings } from './settings-surroundings';

@Module({
  imports: [EntitiesModule],
  controllers: [SettingsController],
  providers: [SettingsSurroundings],
})
export class SettingsModule {}
