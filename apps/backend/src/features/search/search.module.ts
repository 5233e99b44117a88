import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module';
import { UsersModule } from '../users/users.module';
import { Search } from './search';
import { SearchController } from './search.controller';
import { TaskFinder } from './task-finder';

@Module({ imports: [UsersModule, TasksModule], controllers: [SearchController], providers: [TaskFinder, Search] })
export class SearchModule {}
