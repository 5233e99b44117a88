import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { ActivityController } from './activity.controller';
import { ActivitySearch } from './activity-search';
import { Replay } from './replay';
import { ReplayController } from './replay.controller';
import { ReplayStates } from './replay-states';

@Module({
  imports: [SharedModule],
  controllers: [ActivityController, ReplayController],
  providers: [ActivitySearch, ReplayStates, Replay],
})
export class ActivityModule {}
