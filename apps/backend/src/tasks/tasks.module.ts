import { Module } from '@nestjs/common';
import { FilesController } from '../files/files.controller';
import { Uploads } from '../files/uploads';
import { SearchController } from '../search/search.controller';
import { UsersModule } from '../users/users.module';
import { TaskAnswers } from './task-answers';
import { ChangeTaskHandler } from './tasks.commands';
import { TasksController } from './tasks.controller';
import { ReadTasksHandler } from './tasks.queries';

@Module({
  imports: [UsersModule],
  controllers: [TasksController, FilesController, SearchController],
  providers: [TaskAnswers, ChangeTaskHandler, ReadTasksHandler, Uploads],
  exports: [TaskAnswers, Uploads],
})
export class TasksModule {}
