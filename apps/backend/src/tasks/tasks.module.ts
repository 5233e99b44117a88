import { Module } from '@nestjs/common';
import { FilesController } from '../files/files.controller';
import { Uploads } from '../files/uploads';
import { SearchController } from '../search/search.controller';
import { UsersModule } from '../users/users.module';
import { TaskAnswers } from './task-answers';
import { TaskFactsReader } from './task-facts';
import { ChangeTaskHandler } from './tasks.commands';
import { TasksController } from './tasks.controller';
import { ReadTasksHandler } from './tasks.queries';
import { VisibleTasks } from './visible-tasks';

@Module({
  imports: [UsersModule],
  controllers: [TasksController, FilesController, SearchController],
  providers: [TaskAnswers, TaskFactsReader, VisibleTasks, ChangeTaskHandler, ReadTasksHandler, Uploads],
  exports: [TaskAnswers, VisibleTasks, Uploads],
})
export class TasksModule {}
