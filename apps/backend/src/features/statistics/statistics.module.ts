import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { Statistics } from './statistics';
import { StatisticsController } from './statistics.controller';
import { WorkedTime } from './worked-time';

@Module({ imports: [SharedModule], controllers: [StatisticsController], providers: [Statistics, WorkedTime] })
export class StatisticsModule {}
