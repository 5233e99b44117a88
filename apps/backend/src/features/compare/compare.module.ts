import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { CompareController } from './compare.controller';
import { ComparedTasks } from './compared-tasks';
import { Comparisons } from './comparisons';

@Module({ imports: [SharedModule], controllers: [CompareController], providers: [ComparedTasks, Comparisons] })
export class CompareModule {}
