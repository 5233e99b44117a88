import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module';
import { UsersModule } from '../users/users.module';
import { Statistics } from './statistics';
import { StatisticsController } from './statistics.controller';

@Module({ imports: [UsersModule, ProjectsModule], controllers: [StatisticsController], providers: [Statistics] })
export class StatisticsModule {}
