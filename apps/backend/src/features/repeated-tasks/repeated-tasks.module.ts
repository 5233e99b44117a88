import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { OccurrenceJobs } from './occurrence-jobs';
import { RepeatedTaskAnswers } from './repeated-task-answers';
import { RepeatedTaskFactsReader } from './repeated-task-facts';
import { RepeatedTaskSurroundings } from './repeated-task-surroundings';
import { RepeatedTasksController } from './repeated-tasks.controller';
import { RepeatedTaskQueries } from './repeated-tasks.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [RepeatedTasksController],
  providers: [
    RepeatedTaskFactsReader,
    RepeatedTaskSurroundings,
    RepeatedTaskAnswers,
    RepeatedTaskQueries,
    OccurrenceJobs,
  ],
})
export class RepeatedTasksModule {}
