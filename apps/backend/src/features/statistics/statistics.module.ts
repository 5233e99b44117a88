import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Statistics } from './statistics';
import { StatisticsController } from './statistics.controller';

@Module({ imports: [EntitiesModule], controllers: [StatisticsController], providers: [Statistics] })
export class StatisticsModule {}
