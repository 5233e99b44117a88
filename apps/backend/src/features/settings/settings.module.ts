import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { AreasController } from './areas.controller';
import { SettingsController } from './settings.controller';
import { SettingsCommandContext } from './settings-command-context';

@Module({
  imports: [SharedModule],
  controllers: [SettingsController, AreasController],
  providers: [SettingsCommandContext],
})
export class SettingsModule {}
