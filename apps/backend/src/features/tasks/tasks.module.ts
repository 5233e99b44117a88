import { Module } from '@nestjs/common';
import { PlaceRefsReader } from '../../entities/task/place-refs';
import { TaskAnswers } from '../../entities/task/task-answers';
import { VisibleTasks } from '../../entities/task/visible-tasks';
import { FilesController } from '../files/files.controller';
import { Uploads } from '../files/uploads';
import { UsersModule } from '../users/users.module';
import { MyChangesController } from './my-changes.controller';
import { ReadMyChangesHandler } from './my-changes.query';
import { TaskFactsReader } from './task-facts';
import { TaskGraphController } from './task-graph.controller';
import { ReadTaskGraphHandler } from './task-graph.query';
import { ChangeTaskHandler } from './tasks.commands';
import { TasksController } from './tasks.controller';
import { ReadTasksHandler } from './tasks.queries';

@Module({
  imports: [UsersModule],
  controllers: [TasksController, TaskGraphController, MyChangesController, FilesController],
  providers: [
    PlaceRefsReader,
    TaskAnswers,
    TaskFactsReader,
    VisibleTasks,
    ChangeTaskHandler,
    ReadTasksHandler,
    ReadTaskGraphHandler,
    ReadMyChangesHandler,
    Uploads,
  ],
  exports: [TaskAnswers, VisibleTasks, Uploads],
})
export class TasksModule {}
