import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { OccurrenceJobs } from './occurrence-jobs';
import { RepeatedTaskAnswers } from './repeated-task-answers';
import { RepeatedTaskCommandContext } from './repeated-task-command-context';
import { RepeatedTaskFactsReader } from './repeated-task-facts';
import { RepeatedTasksController } from './repeated-tasks.controller';
import { RepeatedTaskQueries } from './repeated-tasks.queries';

@Module({
  imports: [SharedModule],
  controllers: [RepeatedTasksController],
  providers: [
    RepeatedTaskFactsReader,
    RepeatedTaskCommandContext,
    RepeatedTaskAnswers,
    RepeatedTaskQueries,
    OccurrenceJobs,
  ],
})
export class RepeatedTasksModule {}
