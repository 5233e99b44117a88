import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Statistics } from './statistics';
import { StatisticsController } from './statistics.controller';
import { WorkedTime } from './worked-time';

@Module({ imports: [EntitiesModule], controllers: [StatisticsController], providers: [Statistics, WorkedTime] })
export class StatisticsModule {}
