import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { Search } from './search';
import { SearchController } from './search.controller';
import { TaskFinder } from './task-finder';

@Module({ imports: [SharedModule], controllers: [SearchController], providers: [TaskFinder, Search] })
export class SearchModule {}
