import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { Search } from './search';
import { SearchController } from './search.controller';
import { TaskFinder } from './task-finder';

@Module({ imports: [EntitiesModule], controllers: [SearchController], providers: [TaskFinder, Search] })
export class SearchModule {}
