import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { ActivityController } from './activity.controller';
import { ActivitySearch } from './activity-search';
import { Happenings } from './happenings';

@Module({ imports: [SharedModule], controllers: [ActivityController], providers: [Happenings, ActivitySearch] })
export class ActivityModule {}
