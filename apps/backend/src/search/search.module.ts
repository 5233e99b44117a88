import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module';
import { UsersModule } from '../users/users.module';
import { FoundTasks } from './found-tasks';
import { Search } from './search';
import { SearchController } from './search.controller';

@Module({ imports: [UsersModule, TasksModule], controllers: [SearchController], providers: [FoundTasks, Search] })
export class SearchModule {}
