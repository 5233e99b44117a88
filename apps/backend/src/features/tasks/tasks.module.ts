import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { DependencySurroundings } from './dependency-surroundings';
import { MyChangesController } from './my-changes.controller';
import { ReadMyChangesHandler } from './my-changes.query';
import { TaskFactsReader } from './task-facts';
import { TaskGraphController } from './task-graph.controller';
import { ReadTaskGraphHandler } from './task-graph.query';
import { TaskSurroundings } from './task-surroundings';
import { TasksController } from './tasks.controller';
import { ReadTasksHandler } from './tasks.queries';

@Module({
  imports: [EntitiesModule],
  controllers: [TasksController, TaskGraphController, MyChangesController],
  providers: [
    TaskFactsReader,
    TaskSurroundings,
    DependencySurroundings,
    ReadTasksHandler,
    ReadTaskGraphHandler,
    ReadMyChangesHandler,
  ],
})
export class TasksModule {}
