import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { DependencyCommandContext } from './dependency-command-context';
import { MyChangesController } from './my-changes.controller';
import { ReadMyChangesHandler } from './my-changes.query';
import { TaskCommandContext } from './task-command-context';
import { TaskFactsReader } from './task-facts';
import { TaskGraphController } from './task-graph.controller';
import { ReadTaskGraphHandler } from './task-graph.query';
import { TasksController } from './tasks.controller';
import { ReadTasksHandler } from './tasks.queries';

@Module({
  imports: [SharedModule],
  controllers: [TasksController, TaskGraphController, MyChangesController],
  providers: [
    TaskFactsReader,
    TaskCommandContext,
    DependencyCommandContext,
    ReadTasksHandler,
    ReadTaskGraphHandler,
    ReadMyChangesHandler,
  ],
})
export class TasksModule {}
