import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { WorkController } from './work.controller';
import { ReadWorkHandler } from './work.queries';
import { WorkCommandContext } from './work-command-context';

@Module({
  imports: [EntitiesModule],
  controllers: [WorkController],
  providers: [WorkCommandContext, ReadWorkHandler],
})
export class WorkModule {}
